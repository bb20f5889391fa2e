import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Names a build by its content: a hash of the page and its hashed files goes into the page (`<meta name="build">`)
 * and into `version.json`. The same sources give the same id, so a restart that builds again prompts nobody.
 */
export function buildId(): Plugin {
  let id = ''
  return {
    name: 'kho-build-id',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const files = Object.keys(context.bundle ?? {}).sort()
        id = createHash('sha256').update(html).update(files.join('\n')).digest('hex').slice(0, 16)
        return [{ tag: 'meta', attrs: { name: 'build', content: id }, injectTo: 'head' }]
      },
    },
    async writeBundle({ dir }) {
      await writeFile(join(dir ?? 'dist', 'version.json'), JSON.stringify({ build: id }))
    },
  }
}
