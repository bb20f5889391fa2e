import { defineSemanticTokens } from '@chakra-ui/react'

const both = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } })

/** Colours by purpose. Text on its background has a contrast of at least 4.5 : 1 in both modes (WCAG 2.2, 1.4.3). */
export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: both('{colors.white}', '{colors.gray.950}'),
      subtle: both('{colors.gray.25}', '#12181c'),
      panel: both('{colors.white}', '#161d22'),
      raised: both('{colors.white}', '#1b2329'),
      hover: both('{colors.gray.50}', '#1a2228'),
      muted: both('{colors.gray.100}', '#212a31'),
      selected: both('{colors.blue.50}', '{colors.blue.950}'),
      scrim: both('rgba(14, 26, 36, 0.42)', 'rgba(0, 0, 0, 0.62)'),
      inverted: both('{colors.gray.900}', '#e8edf0'),
    },
    fg: {
      DEFAULT: both('{colors.gray.900}', '#e8edf0'),
      muted: both('{colors.gray.600}', '#a3afb8'),
      subtle: both('{colors.gray.500}', '#8996a0'),
      inverted: both('{colors.white}', '{colors.gray.950}'),
      accent: both('{colors.blue.600}', '{colors.blue.300}'),
      danger: both('{colors.red.600}', '{colors.red.300}'),
      warning: both('{colors.amber.600}', '{colors.amber.300}'),
      success: both('{colors.green.600}', '{colors.green.300}'),
    },
    line: {
      DEFAULT: both('{colors.gray.200}', '#29333a'),
      strong: both('{colors.gray.300}', '#3b4750'),
      field: both('#8b97a1', '#5f6c76'),
    },
    accent: {
      DEFAULT: both('{colors.blue.500}', '{colors.blue.300}'),
      teal: both('{colors.teal.500}', '{colors.teal.300}'),
      subtle: both('{colors.blue.50}', '{colors.blue.950}'),
    },
    danger: {
      solid: both('{colors.red.500}', '#c9352f'),
      hover: both('{colors.red.600}', '#d33e38'),
      subtle: both('{colors.red.50}', '{colors.red.950}'),
    },
    warning: { subtle: both('{colors.amber.50}', '{colors.amber.950}') },
    success: { subtle: both('{colors.green.50}', '{colors.green.950}') },
    /** The fill of a bar or a ring: at least 3 : 1 against its background. */
    bar: { warning: both('#c67706', '{colors.amber.300}') },
    focus: both('{colors.blue.500}', '{colors.blue.300}'),
  },
  gradients: {
    main: { value: 'linear-gradient(90deg, {colors.blue.500} 0%, {colors.teal.500} 100%)' },
    mainHover: { value: 'linear-gradient(90deg, {colors.blue.600} 0%, {colors.teal.600} 100%)' },
  },
  shadows: {
    sm: both('0 1px 2px rgba(16, 32, 44, 0.08)', '0 1px 2px rgba(0, 0, 0, 0.5)'),
    md: both(
      '0 4px 16px rgba(16, 32, 44, 0.10), 0 1px 3px rgba(16, 32, 44, 0.08)',
      '0 4px 16px rgba(0, 0, 0, 0.5), 0 0 0 1px #2a343b',
    ),
    lg: both(
      '0 20px 48px rgba(16, 32, 44, 0.18), 0 4px 12px rgba(16, 32, 44, 0.08)',
      '0 20px 48px rgba(0, 0, 0, 0.6), 0 0 0 1px #2a343b',
    ),
  },
})
