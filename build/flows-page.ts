import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type InlineConfig, type Plugin } from 'vite'
import { flowModels } from './flow-models.ts'
import { flowScreens } from './flow-screens.ts'
import { chartsAt } from './flows-revision.ts'

// `npm run flows`: the page of the state charts, on loopback only. It is no part of the console.

/** Answers `revisions/<revision>` with the charts of that revision, or which problem there is. */
const revisions: Plugin = {
  name: 'kho-revisions',
  configureServer({ middlewares }) {
    middlewares.use('/revisions', (request, response) => {
      response.setHeader('content-type', 'application/json')
      chartsAt(decodeURIComponent(request.url!.slice(1))).then(
        charts => response.end(JSON.stringify({ charts })),
        ({ kind = 'unreadable', detail = '' }) => response.end(JSON.stringify({ problem: { kind, detail } })),
      )
    })
  },
}

/** What the page of the state charts asks for, wherever it is served. */
export const flowsPlugins: Plugin[] = [revisions, flowModels, flowScreens]

export const flowsConfig: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, '../flows'),
  plugins: [react(), flowsPlugins],
  cacheDir: join(import.meta.dirname, '../node_modules/.cache/flows-page'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', fs: { allow: [join(import.meta.dirname, '..')] } },
}

if (import.meta.main) {
  const vite = await createServer(flowsConfig)
  await vite.listen()
  console.log(`Flows: ${vite.resolvedUrls?.local[0]}`)
}
