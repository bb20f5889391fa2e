import { ChakraProvider } from '@chakra-ui/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { createTheme } from '../src/theme/system.ts'

const made = 'const _global = [getPreflightCss(), getGlobalCss(), getTokenCss()];'

/** The theme's reset, global styles and variables, as `ChakraProvider` puts them on the page. */
function globalStyles(): string {
  // biome-ignore lint/correctness/noChildrenProp: its type asks for one
  const html = renderToStaticMarkup(createElement(ChakraProvider, { value: createTheme(), children: null }))
  return [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css]) => css).join('\n')
}

/**
 * Puts the theme's global styles into the style sheet of a build: generating them in the browser is a quarter of the
 * sign-in page's work before it is shown.
 */
export function themeCss(): Plugin {
  return {
    name: 'kho-theme-css',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/theme\/base\.css$|\/@chakra-ui\/react\/.*\/styled-system\/system\.js$/ },
      handler(code, id) {
        if (id.endsWith('.css')) return `${code}\n${globalStyles()}\n`
        if (!code.includes(made)) throw new Error('Chakra makes its global styles in another way.')
        return { code: code.replace(made, 'const _global = [];'), map: null }
      },
    },
  }
}
