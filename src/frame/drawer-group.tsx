import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Anchor } from '../ui/anchor.tsx'

type Props = { id: string; title: string; children: ReactNode }

/** Links of the drawer under a title. */
export function DrawerGroup({ id, title, children }: Props) {
  return (
    <chakra.section mb="5" aria-labelledby={id}>
      <chakra.h2 id={id} textStyle="caption" color="fg.muted" fontWeight="medium" px="3" mb="1">
        {title}
      </chakra.h2>
      <chakra.ul listStyleType="none">{children}</chakra.ul>
    </chakra.section>
  )
}

export const NavLink = chakra(Anchor, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '10',
    px: '3',
    mb: '0.5',
    borderRadius: 'md',
    color: 'fg',
    textStyle: 'body',
    textDecoration: 'none',
    transition: 'background-color 120ms, color 120ms',
    _icon: { boxSize: '20px', color: 'fg.muted', strokeWidth: '1.75' },
    _hover: { bg: 'bg.muted' },
    _currentPage: {
      bg: 'bg.selected',
      color: 'fg.accent',
      fontWeight: 'medium',
      _icon: { color: 'fg.accent' },
    },
  },
})
