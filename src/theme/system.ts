import {
  createSystem,
  defaultBaseConfig,
  defineConfig,
  defineGlobalStyles,
  defineKeyframes,
  defineTextStyles,
  type SystemContext,
} from '@chakra-ui/react'
import { forcedColors } from './forced-colors.ts'
import { semanticTokens } from './semantic-tokens.ts'
import { tokens } from './tokens.ts'

/** Line heights leave room for two diacritics on a capital (`Ễ`), so nothing is clipped. */
const textStyles = defineTextStyles({
  caption: { value: { fontSize: 'xs', lineHeight: '18px' } },
  small: { value: { fontSize: 'sm', lineHeight: '20px' } },
  body: { value: { fontSize: 'md', lineHeight: '22px' } },
  /** Numbers in columns, or that change: all digits have the same width. */
  figures: { value: { fontFamily: 'figures', fontVariantNumeric: 'tabular-nums' } },
  label: { value: { fontSize: 'sm', lineHeight: '20px', fontWeight: 'medium' } },
  heading: { value: { fontSize: 'lg', lineHeight: '24px', fontWeight: 'semibold' } },
  title: { value: { fontSize: 'xl', lineHeight: '32px', fontWeight: 'semibold', letterSpacing: '-0.01em' } },
  display: {
    value: { fontSize: '2xl', lineHeight: '38px', fontWeight: 'semibold', letterSpacing: '-0.015em' },
  },
})

const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.45' } },
  appear: { from: { opacity: '0' } },
  rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
  sheetIn: { from: { transform: 'translateY(100%)' } },
  drawerIn: { from: { transform: 'translateX(-100%)' } },
  endIn: { from: { opacity: '0', transform: 'translateX(24px)' } },
  drop: { from: { opacity: '0', transform: 'translateY(-8px)' } },
  travel: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } },
})

const globalCss = defineGlobalStyles({
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

const config = defineConfig({
  cssVarsPrefix: 'kho',
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '600px', md: '900px', lg: '1200px' },
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
  },
})

/**
 * Creates the product's design system: Chakra's engine, our tokens. Recipes are beside the components that use them.
 * Slow enough on a phone to be a task of its own.
 */
export function createTheme(): SystemContext {
  return createSystem(defaultBaseConfig, config)
}
