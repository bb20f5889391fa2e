import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useFormats } from '../i18n/formats.ts'
import { PageTitle } from './page-title.tsx'

type Props = {
  title: string
  /** The current section of the screen: it comes first in the browser's tab. */
  section?: string | undefined
  /** A link to the parent screen, above the title. */
  back?: ReactNode
  /** The purpose of the screen, if its title does not make it clear. */
  lead?: string
  /** A count beside the title. `label` expresses it in words. */
  count?: { value: number; label: string } | null | undefined
  /** The buttons of the view, the main one last; a `HeadButton` if it has text. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen within the console: its heading, its buttons, its content. */
export function Page({ title, section, back, lead, count, actions, children }: Props) {
  const format = useFormats()
  return (
    <chakra.div
      px={{ base: '4', sm: '6', lg: '8' }}
      pt={{ base: '4', sm: '6' }}
      pb="max(0px, 64px - var(--tray-room, 0px))"
      maxW="1280px"
      mx="auto"
    >
      {back}
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap={{ base: '2', sm: '4' }}
        minH="field"
        mb={lead ? '1' : '5'}
      >
        <chakra.div display="flex" alignItems="center" gap={{ base: '2', sm: '3' }} minW="0">
          <PageTitle tab={section ? `${section} · ${title}` : title}>{title}</PageTitle>
          {count && (
            <chakra.span
              role="img"
              aria-label={count.label}
              title={count.label}
              textStyle="small"
              fontWeight="medium"
              color="fg.muted"
              bg="bg.muted"
              borderRadius="full"
              px="2.5"
              py="0.5"
            >
              {format.number(count.value)}
            </chakra.span>
          )}
        </chakra.div>
        {actions && (
          <chakra.div display="flex" alignItems="center" gap={{ base: '1', sm: '2' }} flexShrink="0">
            {actions}
          </chakra.div>
        )}
      </chakra.div>
      {lead && (
        <chakra.p color="fg.muted" mb="5" textWrap="pretty">
          {lead}
        </chakra.p>
      )}
      {children}
    </chakra.div>
  )
}
