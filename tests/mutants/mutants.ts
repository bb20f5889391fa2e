import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded } from '../engine/support.ts'
import { ungrouped } from '../support/groups.ts'
import { readCalls } from './calls.ts'
import { mutations } from './operators.ts'
import { openTypeChecker } from './type-checker.ts'

// `npm run test:mutants -- --seed N,N --count N --fixes COMMIT,COMMIT`: changes the sources of a copy of HEAD, one
// mutation (or one fix taken back) at a time, and runs the tests that run the function it is in, and those in Chromium that
// reach the file. What passes meets the whole of `npm test`. A line for each goes to test-results/mutants.jsonl; a second
// run goes on where the first one ended. Which tests run which function is recorded first, to test-results/calls.jsonl:
// delete it to record again.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '10' },
    fixes: { type: 'string', default: '' },
    results: { type: 'string', default: 'test-results/mutants.jsonl' },
    calls: { type: 'string', default: 'test-results/calls.jsonl' },
  },
})
const fixes = values.fixes.split(',').filter(Boolean)
const chance = fixes.length > 0 ? '' : `${Math.floor(Math.random() * 1e6)}`
const seeds = (values.seed ?? chance).split(',').filter(Boolean).map(Number)

/** `tests`: those in Node that run what it changes. */
type Mutant = { id: string; where: string; change: string; tests: string[]; apply(): void }
type Result = { id: string; where: string; change: string; killed: 'near' | 'whole' | null; by: string }

const root = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'kho-mutants-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))

const git = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: copy, encoding: 'utf8', maxBuffer: 1e8 })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout
}
const restore = () => {
  git('checkout', '-q', '--', '.')
  git('clean', '-qfd', '--', 'src', 'flows', 'machines', 'server', 'domain')
}

/** Parts of the product that take turns, so that 40 mutants meet each. */
const parts = [
  'machines/**/machine.ts',
  'machines/**/!(machine).ts',
  'server/{auth,http,operations,start,vault}/**/*.ts',
  'server/{store,jobs,storage,engine}/**/*.ts',
  '{src,flows}/**/*.tsx',
  '{src,flows}/**/*.ts',
  'domain/**/*.ts',
]

function* randomMutants(seed: number, count: number): Generator<Mutant> {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const files = parts.map(part =>
    globSync(part, { cwd: copy })
      .filter(file => !file.endsWith('.d.ts'))
      .sort(),
  )
  const compiles = openTypeChecker(copy)
  for (let made = 0; made < count; ) {
    const file = pick(files[made % files.length]!)
    const source = readFileSync(join(copy, file), 'utf8')
    const list = mutations(file, source)
    if (list.length === 0) continue
    const { from, to, text, operator } = pick(list)
    const mutated = source.slice(0, from) + text + source.slice(to)
    if (!compiles(file, mutated)) continue
    const line = source.slice(0, from).split('\n').length
    yield {
      id: `${seed}/${made++}`,
      where: `${file}:${line}`,
      change: `${operator}: ${source.slice(from, to).replace(/\s+/g, ' ')} → ${text.replace(/\s+/g, ' ')}`,
      tests: testsOf(file, source, from),
      apply: () => writeFileSync(join(copy, file), mutated),
    }
  }
}

/** Those that run a function in which a patch changes lines. */
function testsOfPatch(patch: string): string[] {
  const tests = patch.split(/^diff --git /m).flatMap(part => {
    const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1]
    if (!file || !existsSync(join(copy, file))) return []
    const source = readFileSync(join(copy, file), 'utf8')
    const added = [...part.matchAll(/^\+(?!\+\+)\s*(\S.{8,})$/gm)].map(([, text]) => source.indexOf(text!))
    return added.filter(offset => offset >= 0).flatMap(offset => testsOf(file, source, offset))
  })
  return [...new Set(tests)]
}

function* takenBack(): Generator<Mutant> {
  for (const commit of fixes) {
    const patch = git('diff', `${commit}^`, commit, '--', 'src', 'flows', 'machines', 'server', 'domain')
    yield {
      id: commit,
      where: git(
        'diff',
        '--name-only',
        `${commit}^`,
        commit,
        '--',
        'src',
        'flows',
        'machines',
        'server',
        'domain',
      )
        .trim()
        .replaceAll('\n', ' '),
      tests: testsOfPatch(patch),
      change: git('log', '-1', '--format=%s', commit).trim(),
      apply: () => {
        const applied = spawnSync('git', ['apply', '-R'], { cwd: copy, input: patch, encoding: 'utf8' })
        if (applied.status !== 0) throw new Error(`${commit} cannot be taken back: ${applied.stderr}`)
      },
    }
  }
}

/** What failed in a run in the copy, first things first. `tests`: what `test:near` runs in Node. */
function failuresOf(args: string[], tests: string[] = []): string[] {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', ...args], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, NO_COLOR: '1', TEST_NEAR: tests.join(' ') },
  })
  if (status === 0) return []
  const lines = stdout.split('\n')
  // `--bail` ends other tests, too: those have no message.
  const failed = lines.filter(line => /^failed: .*[^:\s]$/.test(line))
  return (failed.length > 0 ? failed : [lines.slice(-3).join(' ')]).map(line => line.slice(0, 300))
}

git('clone', '-q', root, '.')
cpSync(join(root, 'node_modules'), join(copy, 'node_modules'), {
  recursive: true,
  verbatimSymlinks: true,
  filter: path => !/node_modules\/\.(cache|vite)/.test(path),
})
// Near tests in Node meet the pages, too.
spawnSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })
mkdirSync('test-results', { recursive: true })
if (!existsSync(values.calls)) {
  const projects = ['unit*', 'server', 'engine', 'flows'].flatMap(name => ['--project', name])
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--tags-filter', ungrouped]
  const env = { ...process.env, TEST_CALLS: resolve(values.calls) }
  spawnSync(process.execPath, args, { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'], env })
}
const testsOf = readCalls(values.calls)
const known = existsSync(values.results)
  ? readFileSync(values.results, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Result)
  : []
const isKnown = (id: string, whole: boolean) =>
  known.some(each => each.id === id && (!whole || each.killed !== null || each.by === 'npm test passed'))

function record({ id, where, change }: Mutant, killed: Result['killed'], by: string): void {
  console.log(`${killed === null ? 'survived' : `killed (${killed})`}  ${id}  ${where}  ${change}\n    ${by}`)
  appendFileSync(values.results, `${JSON.stringify({ id, where, change, killed, by } satisfies Result)}\n`)
}

console.log(`seeds ${seeds}`)
const mutants = [...takenBack(), ...seeds.flatMap(seed => [...randomMutants(seed, Number(values.count))])]
const survivors: Mutant[] = []
for (const mutant of mutants) {
  if (isKnown(mutant.id, true)) continue
  if (isKnown(mutant.id, false)) {
    survivors.push(mutant)
    continue
  }
  mutant.apply()
  const [failure] = failuresOf(['test:near', '--', '--bail', '1'], mutant.tests)
  restore()
  if (!failure) survivors.push(mutant)
  record(mutant, failure ? 'near' : null, failure ?? 'the near tests passed')
}

/**
 * The whole of `npm test` on some at once, and then the files that failed on each alone. Without those that are killed
 * by them again, as a run stops after five failures in the browser.
 */
function meetAll(group: Mutant[]): void {
  if (group.length === 0) return
  for (const mutant of group) mutant.apply()
  const failures = failuresOf(['test'])
  restore()
  if (failures.length === 0) {
    for (const mutant of group) record(mutant, null, 'npm test passed')
    return
  }
  const [only] = group.length === 1 ? group : []
  if (only) {
    record(only, 'whole', failures[0]!)
    return
  }
  const files = [...new Set(failures.flatMap(line => /^failed: (tests\/[^:]+)/.exec(line)?.[1] ?? []))]
  const alive = group.filter(mutant => {
    if (files.length === 0) return true
    mutant.apply()
    const [failure] = failuresOf(['test', '--', '--bail', '1', ...files])
    restore()
    if (failure) record(mutant, 'whole', failure)
    return !failure
  })
  if (alive.length < group.length) meetAll(alive)
  // The check finds something, or they fail only together.
  else for (const half of [group.slice(0, group.length / 2), group.slice(group.length / 2)]) meetAll(half)
}

/** Two mutants of one file would undo each other. */
const filesOf = ({ where }: Mutant) => where.split(' ').map(place => place.split(':')[0]!)
while (survivors.length > 0) {
  const group: Mutant[] = []
  for (const mutant of [...survivors]) {
    const changed = new Set(group.flatMap(filesOf))
    if (group.length === 30 || filesOf(mutant).some(file => changed.has(file))) continue
    group.push(mutant)
    survivors.splice(survivors.indexOf(mutant), 1)
  }
  meetAll(group)
}
