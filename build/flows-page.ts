import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type InlineConfig, type Plugin } from 'vite'
import { flowScreens } from './flow-screens.ts'
import { chartsAt } from './flows-revision.ts'

// `npm run flows`: the page of the state charts, on loopback only. It is no part of the console.

const root = join(import.meta.dirname, '..')

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

const name = 'virtual:flow-models'
const support = '/flows/walk/page-models.ts'

/** Imports files, and lists them as `<name>s`. */
const importing = (name: string, files: readonly string[]) =>
  [
    ...files.map((file, index) => `import * as ${name}${index} from ${JSON.stringify(join(root, file))}`),
    `const ${name}s = { ${files.map((_, index) => `${name}${index}`).join(', ')} }`,
  ].join('\n')

/**
 * Gives the page of the state charts the models of the flows' tests, so that machines can be walked by hand. What those tests
 * expect of a state is not checked there.
 */
const flowModels: Plugin = {
  name: 'kho-flow-models',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === name) return `\0${name}`
    if (id === 'vitest' && importer?.endsWith('.flow.ts')) return '\0no-expectations'
    return undefined
  },
  load(id) {
    if (id === '\0no-expectations')
      return 'const any = new Proxy(() => any, { get: () => any, apply: () => any }); export const expect = any'
    if (id !== `\0${name}`) return undefined
    const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' })
    return `
      import { modelsOf } from ${JSON.stringify(join(root, support))}
      ${importing('machine', globSync('machines/**/{machine,*-machine}.ts', { cwd: root }))}
      ${importing('flow', globSync('tests/flows/*.flow.ts', { cwd: root }))}
      export const models = modelsOf(machines, flows)
      export const revision = ${JSON.stringify(stdout.trim())}
    `
  },
}

/** What the page of the state charts asks for, wherever it is served. */
export const flowsPlugins: Plugin[] = [revisions, flowModels, flowScreens]

export const flowsConfig: InlineConfig = {
  configFile: false,
  root: join(root, 'flows'),
  plugins: [react(), flowsPlugins],
  cacheDir: join(root, 'node_modules/.cache/flows-page'),
  logLevel: 'warn',
  server: { host: '127.0.0.1', fs: { allow: [root] } },
}

if (import.meta.main) {
  const vite = await createServer(flowsConfig)
  await vite.listen()
  console.log(`Flows: ${vite.resolvedUrls?.local[0]}`)
}
