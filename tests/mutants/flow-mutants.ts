import { type ChildProcess, fork } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { AnyStateMachine } from 'xstate'
import { type ChartMutant, chartMutants } from './chart-mutants.ts'
import { equivalent } from './equivalent.ts'
import { mutations } from './operators.ts'
import { openTypeChecker } from './type-checker.ts'

// `npm run flows:mutants [-- --machine pin] [--id pin/12]`: every mutant of the machines' definitions meets the tests in
// tests/machines and tests/flows that need neither a view nor a browser. A line for each goes to
// test-results/flow-mutants.jsonl; a second run goes on where the first one ended, and `--fresh` begins again. The table
// of survivors, each with the reason where it is known to change nothing, comes last.
//
// `npm run flows:mutants -- --worth tests/machines/pin.test.ts`: what this file kills, of the mutants of the chart and of its sources,
// that the other tests of the machine and of its views do not kill.

const { values } = parseArgs({
  options: {
    machine: { type: 'string' },
    id: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    worth: { type: 'string' },
    results: { type: 'string', default: 'test-results/flow-mutants.jsonl' },
  },
})
/** A mutant that takes longer, in ms, never ends. */
const longest = 120_000

type Result = { id: string; where: string; change: string; failure: string | null }
type Task = Omit<ChartMutant, 'make'> & { tests: string[]; source?: { file: string; text: string } }

const root = process.cwd()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The files that a file imports values from, and those that these import, in the folders that count here. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, from] of read(file).matchAll(/^(?:import|export) (?!type)[^'"]*?['"](\.[^'"]+)['"]/gms)) {
    const imported = relative(root, join(root, dirname(file), from!))
    if (found.has(imported) || !/^(machines|tests\/(flows|machines))\/.*\.ts$/.test(imported)) continue
    found.add(imported)
    importsOf(imported, found)
  }
  return found
}

async function allTasks(): Promise<Task[]> {
  const tests = globSync(['tests/machines/*.test.ts', 'tests/flows/*.test.ts'], {
    exclude: ['**/*.browser.test.ts', '**/harness.test.ts', '**/actors.test.ts'],
  }).map(file => ({ file, imports: importsOf(file) }))
  const tasks: Task[] = []
  for (const file of globSync(['machines/*/machine.ts', 'machines/*/*-machine.ts']).sort()) {
    const module: Record<string, unknown> = await import(join(root, file))
    for (const value of Object.values(module)) {
      if (typeof value !== 'object' || value === null || !('root' in value)) continue
      const name = (value as AnyStateMachine).id
      const meeting = tests
        .filter(test => test.imports.has(file) || test.file.startsWith(`tests/flows/${name}.`))
        .map(test => test.file)
      if (name.startsWith('upload')) meeting.push('tests/flows/uploads.properties.test.ts')
      // What is named after the machine fails first, and every path of a flow takes longest.
      const rank = (file: string) =>
        Number(!file.includes(`/${name}.`)) + (/machines/.test(file) ? 0 : /properties/.test(file) ? 1 : 2)
      meeting.sort((a, b) => rank(a) - rank(b))
      tasks.push(...chartMutants(value as AnyStateMachine).map(mutant => ({ ...mutant, tests: meeting })))
    }
  }
  return tasks
}

const known = new Map<string, Result>()
if (!values.fresh && existsSync(values.results)) {
  const lines = read(values.results).split('\n').filter(Boolean)
  for (const line of lines) {
    const result = JSON.parse(line) as Result
    known.set(keyOf(result), result)
  }
}

/** Numbers move when a machine changes. */
function keyOf({ id, where, change }: Pick<Result, 'id' | 'where' | 'change'>): string {
  return [id.split('/')[0], where, change].join(' | ')
}

/** The mutants of the sources of a machine that compile. */
function sourceTasks(name: string, tests: string[]): Task[] {
  const compiles = openTypeChecker(root)
  return globSync(`machines/${name}/*.ts`).flatMap(file => {
    const text = read(file)
    return mutations(file, text)
      .map(({ from, to, text: other, operator }, index) => ({
        id: `source ${name}/${basename(file)}/${index + 1}`,
        where: `${file}:${text.slice(0, from).split('\n').length}`,
        change: `${operator}: ${text.slice(from, to)} → ${other}`.replace(/\s+/g, ' '),
        tests,
        source: { file, text: text.slice(0, from) + other + text.slice(to) },
      }))
      .filter(({ source }) => compiles(file, source.text))
  })
}

async function showWorth(file: string): Promise<void> {
  const name = values.machine ?? basename(file, '.test.ts')
  const charts = (await allTasks()).filter(({ id }) => id.startsWith(`${name}/`))
  const others = charts[0]?.tests.filter(test => test !== file) ?? []
  const views = globSync(`tests/flows/${name}.view.test.tsx`)
  const tests = [...others, ...views]
  const mutants = [...charts.map(chart => ({ ...chart, tests })), ...sourceTasks(name, tests)]
  const alive: Task[] = []
  await runAll([...mutants], (task, failure) => {
    if (failure === null) alive.push({ ...task, tests: [file] })
  })
  console.log(`${mutants.length} mutants, ${mutants.length - alive.length} killed without ${file}`)
  let more = 0
  await runAll([...alive], ({ where, change }, failure) => {
    if (failure === null) return
    more++
    console.log(`${where}  ${change}\n    ${failure}`)
  })
  console.log(`${more} more killed by it, ${alive.length - more} alive`)
}

const tasks = (await allTasks()).filter(
  ({ id }) => (!values.machine || id.startsWith(`${values.machine}/`)) && (!values.id || id === values.id),
)
const isOpen = (task: Task) => {
  const result = known.get(keyOf(task))
  return !result || (values.survivors && result.failure === null) || values.id !== undefined
}
type Runner = { child: ChildProcess; ready: Promise<unknown> }
function startRunner(): Runner {
  const child = fork(join(import.meta.dirname, 'flow-mutants-runner.ts'), { stdio: ['ignore', 2, 2, 'ipc'] })
  return { child, ready: new Promise(resolve => child.once('message', resolve)) }
}

/** What the tests of a mutant say; the runner is not to be used again where it did not end. */
async function failureOf(
  { child, ready }: Runner,
  { id, tests, source }: Task,
): Promise<[string | null, boolean]> {
  await ready
  const answer = Promise.withResolvers<[string | null, boolean]>()
  const timer = setTimeout(() => answer.resolve(['it never ends', false]), longest)
  child.once('message', message => answer.resolve([(message as { failure: string | null }).failure, true]))
  child.once('exit', () => answer.resolve(['the tests ended their process', false]))
  child.send({ id, tests, source })
  const result = await answer.promise
  clearTimeout(timer)
  child.removeAllListeners()
  return result
}

async function work(open: Task[], ended: (task: Task, failure: string | null) => void): Promise<void> {
  let runner = startRunner()
  for (let task = open.shift(); task; task = open.shift()) {
    const [failure, isUsable] = await failureOf(runner, task)
    if (!isUsable) {
      runner.child.kill('SIGKILL')
      runner = startRunner()
    }
    ended(task, failure)
  }
  runner.child.kill()
}

/** Runs the tests of each mutant, until there is none left in the list. */
const runAll = (open: Task[], ended: Parameters<typeof work>[1]) =>
  Promise.all(Array.from({ length: Number(values.workers) }, () => work(open, ended)))

if (values.worth) {
  await showWorth(values.worth)
  process.exit()
}
const open = tasks.filter(isOpen)
console.log(`${tasks.length} mutants, ${open.length} to be run`)
mkdirSync(dirname(values.results), { recursive: true })
await runAll(open, ({ id, where, change }, failure) => {
  const result: Result = { id, where, change, failure }
  known.set(keyOf(result), result)
  appendFileSync(values.results, `${JSON.stringify(result)}\n`)
  if (failure === null) console.log(`alive  ${id}  ${where}  ${change}`)
})

const survivors = tasks.filter(task => known.get(keyOf(task))?.failure === null)
const reasons = survivors.map(task => ({ ...task, reason: equivalent[keyOf(task)] ?? '' }))
console.table(
  reasons.map(({ id, where, change, reason }) => ({ id, where, change, 'why it changes nothing': reason })),
)
const different = tasks.length - reasons.filter(({ reason }) => reason !== '').length
const killed = tasks.length - survivors.length
console.log(
  `${tasks.length} mutants, ${killed} killed, ${survivors.length} alive; ${((100 * killed) / different).toFixed(1)} % of those that change something are killed`,
)
for (const key of Object.keys(equivalent))
  if (!values.machine && !values.id && !tasks.some(task => keyOf(task) === key))
    console.log(`no such mutant any more: ${key}`)
