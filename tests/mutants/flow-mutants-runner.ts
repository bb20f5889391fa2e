import { globSync } from 'node:fs'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node'
import { groups, ungrouped } from '../support/groups.ts'

// A process that runs the tests of one machine after the other, each with a mutant: a message `{ id, tests, source }` is
// answered with the first failure, or null. `source`: a file, and its text for this mutant. Its parent kills it where a mutant never ends.

type Source = { file: string; text: string }
let changed: Source | undefined

/** Modules of machines give what they export through `mutated`. */
const mutants = {
  name: 'flow-mutants',
  enforce: 'pre' as const,
  transform(source: string, id: string) {
    const path = id.split('?')[0]!
    const code = changed && path.endsWith(`/${changed.file}`) ? changed.text : source
    if (!/\/machines\/.*machine\.ts$/.test(path)) return code === source ? undefined : code
    const names = [...code.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name!)
    const written = code.replace(/^export const (\w+) =/gm, 'const $1__written =')
    const exported = names.map(name => `export const ${name} = mutated(${name}__written)`)
    return [`import { mutated } from '/tests/mutants/chart-mutants.ts'`, written, ...exported].join('\n')
  },
}

let order: string[] = []
const placeOf = ({ moduleId }: TestSpecification) => order.findIndex(test => moduleId.endsWith(test))

/** Runs the tests in the order in which they were asked for. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return [...files].sort((a, b) => placeOf(a) - placeOf(b))
  }
}

const vitest = await createVitest(
  'test',
  {
    ...{ config: false, watch: false, reporters: [], bail: 1, maxWorkers: 1, pool: 'threads' },
    sequence: { sequencer: AsAsked },
    include: globSync(['tests/machines/*.test.ts', 'tests/flows/*.test.{ts,tsx}'], {
      exclude: ['**/*.browser.test.ts'],
    }),
    tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
    tagsFilter: [ungrouped],
    // What never ends is its parent's to kill.
    testTimeout: 0,
    hookTimeout: 0,
  },
  { plugins: [mutants] },
)
await vitest.standalone()

function failureIn(modules: readonly TestModule[]): string | null {
  for (const module of modules) {
    const [error] = module.errors()
    if (error) return `${module.relativeModuleId}: ${error.message.split('\n')[0]}`
    for (const test of module.children.allTests('failed')) {
      const message = test.result().errors?.[0]?.message ?? ''
      return `${module.relativeModuleId}: ${test.fullName}: ${message.split('\n')[0]}`
    }
  }
  return null
}

type Message = { id: string; tests: string[]; source?: Source }
process.on('message', async ({ id, tests, source }: Message) => {
  process.env.FLOW_MUTANT = id
  order = tests
  for (const each of [changed, source]) if (each) vitest.invalidateFile(join(process.cwd(), each.file))
  changed = source
  const chosen = (await vitest.globTestSpecifications()).filter(each => placeOf(each) !== -1)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  const unhandled = unhandledErrors[0] as Error | undefined
  // Vitest gives the modules of earlier runs, too.
  const mine = testModules.filter(({ moduleId }) => chosen.some(each => each.moduleId === moduleId))
  process.send?.({ failure: failureIn(mine) ?? unhandled?.message ?? null })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
