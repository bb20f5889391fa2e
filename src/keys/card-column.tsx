import { chakra } from '@chakra-ui/react'

/** A card's text, beside its button. */
export const CardColumn = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '1', flex: '1', minW: '0' },
})
