import { chakra } from '@chakra-ui/react'

/** The error of a field, announced when it changes. Always rendered, with an id that the field refers to. */
export const FieldError = chakra(
  'div',
  { base: { textStyle: 'small', color: 'fg.danger', _empty: { display: 'none' } } },
  { defaultProps: { 'aria-live': 'polite' } },
)
