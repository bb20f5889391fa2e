import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { LanguageSwitch, ThemeSwitch } from '../ui/appearance-switches.tsx'
import { BrandLinks, SimpleBar } from '../ui/brand.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useBootHidden } from '../ui/screen-loading.tsx'
import { Storehouse } from './storehouse.tsx'

/** The frame of the screens before the console: a bar, a column for the form, and on wide screens the storehouse. */
export function EntryLayout({ children }: { children: ReactNode }) {
  useBootHidden()
  return (
    <chakra.div
      display="grid"
      minH="100dvh"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(440px, 5fr) minmax(0, 6fr)' }}
    >
      <chakra.div display="flex" flexDirection="column" minW="0">
        <SimpleBar>
          <chakra.div display="flex" alignItems="center" gap="1">
            <LanguageSwitch />
            <ThemeSwitch />
          </chakra.div>
        </SimpleBar>
        <chakra.main
          id="content"
          flex="1"
          display="flex"
          flexDirection="column"
          justifyContent={{ base: 'flex-start', sm: 'center' }}
          width="full"
          maxW="424px"
          mx="auto"
          px={{ base: '4', sm: '6' }}
          pt={{ base: '8', sm: '4' }}
          pb={{ base: '8', sm: '24' }}
        >
          {children}
        </chakra.main>
        <BrandLinks below />
      </chakra.div>
      <chakra.div
        display={{ base: 'none', md: 'grid' }}
        placeItems="center"
        bg="bg.subtle"
        borderStartWidth="1px"
        p="12"
        aria-hidden="true"
      >
        <Storehouse />
      </chakra.div>
    </chakra.div>
  )
}

type HeadingProps = Pick<ComponentProps<typeof PageTitle>, 'tab' | 'focus'> & {
  title: string
  lead: ReactNode
}

/** The heading of an entry screen. `focus`: as of `PageTitle`; false where a field has it. */
export function EntryHeading({ title, lead, ...props }: HeadingProps) {
  return (
    <chakra.div mb="8">
      <PageTitle large {...props}>
        {title}
      </PageTitle>
      <chakra.p color="fg.muted" mt="1.5" textWrap="pretty">
        {lead}
      </chakra.p>
    </chakra.div>
  )
}

/** Links below the form of an entry screen. */
export function EntryFoot({ children }: { children: ReactNode }) {
  return (
    <chakra.div
      mt="8"
      pt="5"
      borderTopWidth="1px"
      display="flex"
      flexDirection="column"
      alignItems="flex-start"
      gap="1"
      textStyle="small"
      color="fg.muted"
    >
      {children}
    </chakra.div>
  )
}
