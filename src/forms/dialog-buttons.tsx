import { chakra } from '@chakra-ui/react'

/**
 * The buttons at the end of a form in a dialog: the main one last, right; on a phone one below the other, it on top.
 * They stay in sight while the body scrolls below them.
 */
export const DialogButtons = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column-reverse', sm: 'row' },
    justifyContent: 'flex-end',
    gap: '2',
    position: 'sticky',
    bottom: '-6',
    zIndex: '1',
    bg: 'bg.raised',
    pt: '4',
    mt: '-3',
    pb: '6',
    mb: '-6',
  },
})
