import { pathToFileURL } from 'node:url'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const texts = /languages\/[a-z]+\/[a-z-]+\.ts$/

/**
 * Parses messages at build time, so that the browser needs no parser: a message with arguments becomes its syntax tree,
 * others stay strings.
 */
export function parsedMessages(): Plugin {
  return {
    name: 'kho-parsed-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^@formatjs\/icu-messageformat-parser$/,
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    async load(id) {
      if (!texts.test(id)) return null
      const { messages }: { messages?: Record<string, string> } = await import(pathToFileURL(id).href)
      // Only the parts of the catalogue export messages; the files that a part imports are never loaded by themselves.
      if (!messages) return null
      const parsed = Object.entries(messages).map(([key, text]) => [
        key,
        text.includes('{') ? parse(text, { captureLocation: false }) : text,
      ])
      return `export const messages = ${JSON.stringify(Object.fromEntries(parsed))}`
    },
  }
}
