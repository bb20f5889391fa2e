import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type InlineConfig } from 'vite'

// `npm run flows`: the page of the state charts, on loopback only. It is no part of the console.

export const flowsConfig: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, '../src/flows'),
  plugins: [react()],
  cacheDir: join(import.meta.dirname, '../node_modules/.cache/flows-page'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', fs: { allow: [join(import.meta.dirname, '..')] } },
}

if (import.meta.main) {
  const vite = await createServer(flowsConfig)
  await vite.listen()
  console.log(`Flows: ${vite.resolvedUrls?.local[0]}`)
}
