import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '../test-results/flow-screens')

/** Answers `pictures/` with the names of the pictures that `npm run flows:screens` has taken, and `pictures/<name>` with one. */
export const flowScreens: Plugin = {
  name: 'kho-flow-screens',
  configureServer({ middlewares }) {
    middlewares.use('/pictures', (request, response) => {
      const all = globSync('*/*.jpeg', { cwd: folder })
      const name = decodeURIComponent(new URL(request.url!, 'http://page').pathname.slice(1))
      response.setHeader('content-type', name === '' ? 'application/json' : 'image/jpeg')
      if (name === '') return response.end(JSON.stringify(all))
      if (all.includes(name)) return response.end(readFileSync(join(folder, name)))
      response.statusCode = 404
      return response.end()
    })
  },
}
