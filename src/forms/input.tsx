import { chakra } from '@chakra-ui/react'

/** A text input. Within `Field` it is labelled; elsewhere give it a name with `aria-label`. */
export const Input = chakra('input', {
  base: {
    width: 'full',
    minW: '0',
    h: 'field',
    px: '3',
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'line.field',
    bg: 'bg',
    color: 'fg',
    textStyle: 'body',
    fontSize: { base: '16px', sm: 'md' },
    transition: 'border-color 120ms, box-shadow 120ms',
    _focusVisible: {
      borderColor: 'focus',
      outline: 'none',
      boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-focus) 22%, transparent)',
    },
    _invalid: {
      borderColor: 'fg.danger',
      _focusVisible: {
        borderColor: 'fg.danger',
        boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-fg-danger) 22%, transparent)',
      },
    },
    _disabled: { opacity: '0.6', cursor: 'not-allowed' },
  },
})
