import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { flowsPlugins } from './flows-page.ts'
import { liveFlows } from './live-flows.ts'

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
