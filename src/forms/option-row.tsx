import { chakra } from '@chakra-ui/react'

/** An option in the list below a field: an icon and what it is called, in one line. */
export const OptionRow = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: { base: '11', sm: '9' },
    px: '2',
    borderRadius: 'sm',
    cursor: 'pointer',
    userSelect: 'none',
    _icon: { boxSize: '18px', color: 'fg.muted', flexShrink: '0' },
    '&[aria-selected=true]': { bg: 'bg.muted' },
  },
})
