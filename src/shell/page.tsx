import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { PageTitle } from '../ui/page-title.tsx'

type Props = {
  title: ReactNode
  /** Beside the title, in mid grey: a count. */
  note?: ReactNode
  /** The buttons of the view, the main one last. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen inside of the console: its heading, its buttons, its content. */
export function Page({ title, note, actions, children }: Props) {
  return (
    <chakra.div
      px={{ base: '4', sm: '6', lg: '8' }}
      pt={{ base: '4', sm: '6' }}
      pb="16"
      maxW="1280px"
      mx="auto"
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        rowGap="3"
        mb="5"
      >
        <chakra.div display="flex" alignItems="baseline" gap="3" minW="0">
          <PageTitle>{title}</PageTitle>
          {note && <chakra.span color="fg.muted">{note}</chakra.span>}
        </chakra.div>
        {actions && (
          <chakra.div display="flex" alignItems="center" gap="2">
            {actions}
          </chakra.div>
        )}
      </chakra.div>
      {children}
    </chakra.div>
  )
}
