import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Puts a hash of the build into the page (`<meta name="build">`) and `version.json`. The same sources give the same id, so
 * rebuilding prompts nobody to update.
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
        // Vite's stand-ins for the names of assets, which are in the list, depend on the folder.
        const own = html.replaceAll(/__VITE_ASSET__[^"]*/g, '')
        id = createHash('sha256').update(own).update(files.join('\n')).digest('hex').slice(0, 16)
        return [{ tag: 'meta', attrs: { name: 'build', content: id }, injectTo: 'head' }]
      },
    },
    async writeBundle({ dir }) {
      await writeFile(join(dir ?? 'dist', 'version.json'), JSON.stringify({ build: id }))
    },
  }
}
