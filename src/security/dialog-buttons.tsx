import { chakra } from '@chakra-ui/react'

/** The buttons at the end of a form in a dialog: the main one last, right; on a phone one below the other, it on top. */
export const DialogButtons = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column-reverse', sm: 'row' },
    justifyContent: 'flex-end',
    gap: '2',
    pt: '1',
  },
})
