import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const page = join(import.meta.dirname, '../flows/index.html')

/**
 * Makes a console under development publish what its actors do, and serves the page that shows it at `/flows/`, of the
 * same origin. No part of vite.config.ts, so that no build contains it.
 */
export function liveFlows(): Plugin {
  return {
    name: 'kho-live-flows',
    apply: 'serve',
    enforce: 'pre',
    // Found later, it would reload every page, and the console would lose its state.
    config: () => ({ optimizeDeps: { include: ['elkjs/lib/elk-api.js'] } }),
    transform: {
      filter: { id: /\/src\/main\.tsx$/ },
      handler: code => ({ code: `import '/flows/live/publish.ts';${code}`, map: null }),
    },
    configureServer(server) {
      server.middlewares.use('/flows', (request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (pathname !== '/') return next()
        readFile(page, 'utf8')
          .then(html => html.replace('./page.tsx', '/flows/page.tsx'))
          .then(html => server.transformIndexHtml('/flows/', html))
          .then(html => response.setHeader('content-type', 'text/html').end(html), next)
      })
    },
  }
}
