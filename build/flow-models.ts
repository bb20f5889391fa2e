import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
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
export const flowModels: Plugin = {
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
