import type { Plugin } from 'vite'

const description = /\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`),?/g

/** Leaves the descriptions of states out of the pages: they are for readers and tests, and 2.5 KB of the sign-in page. */
export function noDescriptions(): Plugin {
  return {
    name: 'no-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/machines\/[\w-]+\/[\w-]*machine\.ts$/ },
      handler: code => ({ code: code.replace(description, ''), map: null }),
    },
  }
}
