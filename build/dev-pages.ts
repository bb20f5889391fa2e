import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { flowsPlugins } from './flows-page.ts'

const root = join(import.meta.dirname, '..')
const host = '127.0.0.1'

/** Vite's server of the pages under development, on loopback, in front of the API at the URL `api`. */
export function devPages(api: string): InlineConfig {
  // The server refuses changes from another origin, so the proxy keeps the browser's `Host`.
  const proxied = { target: api, changeOrigin: false }
  return {
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [liveFlows(), flowsPlugins],
    server: {
      host,
      watch: { ignored: ['**/data{,-dev}/**'] },
      proxy: { '/api': proxied, '/s3': proxied, '/guide': proxied },
    },
  }
}

/**
 * Makes a console under development publish what its actors do, and serves the page that shows it at `/flows/`, of the
 * same origin. No part of vite.config.ts, so that no build contains it.
 */
function liveFlows(): Plugin {
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
        readFile(join(root, 'flows/index.html'), 'utf8')
          .then(html => html.replace('./page.tsx', '/flows/page.tsx'))
          .then(html => server.transformIndexHtml('/flows/', html))
          .then(html => response.setHeader('content-type', 'text/html').end(html), next)
      })
    },
  }
}
