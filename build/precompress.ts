import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const worthwhile = /\.(js|css|html|svg|json|txt)$/
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Writes `.gz` and `.br` files beside each text file of the build from 1 KiB. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'kho-precompress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    async closeBundle() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !worthwhile.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        if (bytes.length < 1024) continue
        await writeFile(`${path}.gz`, await deflate(bytes, { level: 9 }))
        await writeFile(`${path}.br`, await brotli(bytes))
      }
    },
  }
}
