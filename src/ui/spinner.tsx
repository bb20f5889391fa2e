import { chakra } from '@chakra-ui/react'

/** A spinning ring in the text's colour. Decorative: the text around it states what is loading. */
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
