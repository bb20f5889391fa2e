import { chakra } from '@chakra-ui/react'

/** A turning ring in the text's colour. Decoration: what it stands for is said by its surroundings. */
export const Spinner = chakra('span', {
  base: {
    display: 'inline-block',
    boxSize: '18px',
    borderRadius: 'full',
    borderWidth: '2px',
    borderColor: 'currentColor',
    borderBlockStartColor: 'transparent',
    animation: 'spin 700ms linear infinite',
  },
})
