import { createSystem, defaultBaseConfig, defineConfig, type SystemContext } from '@chakra-ui/react'
import { globalCss } from './global-css.ts'
import { keyframes } from './keyframes.ts'
import { semanticTokens } from './semantic-tokens.ts'
import { textStyles } from './text-styles.ts'
import { tokens } from './tokens.ts'

const config = defineConfig({
  cssVarsPrefix: 'kho',
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: '600px', md: '900px', lg: '1200px', xl: '1536px' },
    keyframes,
    tokens,
    semanticTokens,
    textStyles,
  },
})

/**
 * Makes the product's design system: Chakra's engine, our tokens. Recipes sit beside the components that use them. Takes
 * long enough on a phone to be a task of its own.
 */
export function createTheme(): SystemContext {
  return createSystem(defaultBaseConfig, config)
}
