import { chakra } from '@chakra-ui/react'

/** What is wrong with a field, announced as it changes. Always on the page, with an id that the field names. */
export const FieldError = chakra(
  'div',
  { base: { textStyle: 'small', color: 'fg.danger', _empty: { display: 'none' } } },
  { defaultProps: { 'aria-live': 'polite' } },
)
