import { defineGlobalStyles } from '@chakra-ui/react'
import { forcedColors } from './forced-colors.ts'

export const globalCss = defineGlobalStyles({
  html: {
    '--global-font-body': 'fonts.body',
    '--global-font-mono': 'fonts.mono',
    '--global-color-border': 'colors.line',
    color: 'fg',
    bg: 'bg',
    textStyle: 'body',
    fontFamily: 'body',
    accentColor: 'var(--kho-colors-accent)',
  },
  '#root': { minHeight: '100dvh', isolation: 'isolate' },
  ':focus-visible': { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '2px' },
  '*::placeholder': { color: 'fg.subtle', opacity: '1' },
  '@media (forced-colors: active)': forcedColors,
  '*::selection': { bg: 'var(--kho-colors-accent)', color: 'var(--kho-colors-fg-inverted)' },
})
