import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { Anchor } from './anchor.tsx'

type Props = {
  label: string
  /** The current address. */
  current: string
  tabs: readonly { address: string; text: string }[]
  /** Whether a tab replaces the previous one in the browser's history. */
  replace?: boolean
}

/** Links to the sections of a page. If they do not fit they scroll sideways, with the current one visible. */
export function SectionTabs({ label, current, tabs, replace = false }: Props) {
  const list = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new address
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [current])

  return (
    <chakra.nav aria-label={label} mx={{ base: '-4', sm: '0' }}>
      <chakra.ul
        ref={list}
        display="flex"
        gap={{ base: '1', sm: '2' }}
        px={{ base: '2', sm: '0' }}
        listStyleType="none"
        overflowX="auto"
        scrollbarWidth="none"
        boxShadow="inset 0 -1px var(--kho-colors-line)"
      >
        {tabs.map(({ address, text }) => (
          <li key={address}>
            <Anchor
              href={address}
              {...(replace && { replace, state: history.state })}
              aria-current={address === current ? 'page' : undefined}
              px="3"
              h="12"
              alignItems="center"
              whiteSpace="nowrap"
              fontWeight="medium"
              color="fg.muted"
              borderRadius="0"
              borderBottomWidth="2px"
              borderColor="transparent"
              transition="color 120ms"
              _hover={{ color: 'fg' }}
              _focusVisible={{ outline: '2px solid var(--kho-colors-focus)', outlineOffset: '-3px' }}
              _currentPage={{ color: 'fg.accent', borderColor: 'accent' }}
            >
              {text}
            </Anchor>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  )
}
