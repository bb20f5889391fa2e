import { chakra } from '@chakra-ui/react'

/**
 * The buttons at the end of a form in a dialog: the main one last, on the right; on a phone they are stacked, with it
 * on top. They stay visible while the body scrolls.
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
