import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readPathFile } from '../flows/kit/path-file.ts'
import { missingPrograms } from './support/ceph.ts'
import { changedSince, mergeBase } from './support/changed.ts'
import { ensureChromium } from './support/chromium.ts'
import { type Group, groups, ungrouped } from './support/groups.ts'
import { coreFiles, importsOf, isAffected, ownFiles } from './support/reach.ts'

/**
 * `npm test`; with `--all` `npm run test:all`, with `--near` `npm run test:near`, with `--flows` `npm run flows:test`.
 * Names of groups choose among the tests; other words are Vitest's filters and options, `--shard 1/4` among them. One path of a flow, instead of all
 * tests: `npm run flows:test -- --replay FILE`, or `-- --machine NAME --path N`, with `--headed` in a window of Chromium.
 */
const [flags, given] = partition(process.argv.slice(2), word => /^--(all|near|flows|headed)$/.test(word))
const { words, replay } = replayIn(given)
const all = flags.includes('--all')
const near = flags.includes('--near')
const [chosen, filters] = partition(words, word => word in groups) as [Group[], string[]]
const everything = filters.length === 0 && chosen.length === 0 && flags.every(flag => flag === '--all')

function partition(list: string[], belongs: (word: string) => boolean): [string[], string[]] {
  return [list.filter(belongs), list.filter(word => !belongs(word))]
}

/** What the words say of one path: its machine, and the environment that tells the tests. */
function replayIn(given: string[]) {
  const words = [...given]
  const take = (name: string) => {
    const at = words.indexOf(name)
    if (at === -1) return undefined
    const [, value] = words.splice(at, 2)
    if (!value || value.startsWith('--')) throw new Error(`${name} needs a value.`)
    return value
  }
  const headed: Record<string, string> = process.argv.includes('--headed') ? { FLOW_HEADED: '1' } : {}
  try {
    const [file, machine, path] = [take('--replay'), take('--machine'), take('--path')]
    if (file)
      return { words, replay: { machine: readPathFile(file).machine, env: { ...headed, FLOW_REPLAY: file } } }
    if (!machine) return { words, replay: null }
    if (!(Number(path) >= 1)) throw new Error('--machine needs --path with a number.')
    if (globSync(`tests/flows/${machine}.test.ts`).length === 0)
      throw new Error(`There is no flow "${machine}".`)
    return { words, replay: { machine, env: { ...headed, FLOW_MACHINE: machine, FLOW_PATH: path! } } }
  } catch (error) {
    console.log((error as Error).message)
    process.exit(1)
  }
}

/** Runs a program of this Node; gives its exit status. */
async function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const [status] = await once(child, 'exit')
  return status ?? 1
}

async function prepare(): Promise<void> {
  const steps = [
    ...(process.env.TEST_PAGES ? [] : ['node_modules/vite/bin/vite.js build --logLevel error']),
    ...(everything ? ['--run check'] : []),
  ]
  const ended = await Promise.all(steps.map(step => run(step.split(' '))))
  if (ended.every(status => status === 0)) return
  console.log('The console does not build, or `npm run check` finds something.\n0 passed, 1 failed')
  process.exit(1)
}

/** Files that need not even be loaded: those of a group, and in Chromium those that no change affects. */
function leftOut(): string[] {
  const grouped = globSync('tests/**/*.test.{ts,tsx}').filter(file =>
    /^\/\/ @module-tag /m.test(readFileSync(file, 'utf8')),
  )
  const plain = globSync('tests/browser/*.test.ts').filter(file => !file.startsWith('tests/browser/ways-'))
  const unaffected = plain.filter(file => !coreFiles.includes(file) && !isAffected(file, ownFiles(file)))
  return [...grouped, ...unaffected]
}

/** The files with tests of these groups: loading all others takes minutes. Groups are named in a file, or in what it imports. */
function filesOf(groups: Group[]): string[] {
  const names = new RegExp(groups.map(group => `'${group}'|@module-tag ${group}$`).join('|'), 'm')
  const says = (file: string) => existsSync(file) && names.test(readFileSync(file, 'utf8'))
  return globSync('tests/**/*.test.{ts,tsx}').filter(file => says(file) || importsOf(file).some(says))
}

function vitest(args: string[], env: Record<string, string> = {}): Promise<number> {
  // Hundreds of servers and workers start in a run, each with the same modules.
  const cache = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' }
  return run(['node_modules/vitest/vitest.mjs', 'run', ...args, ...filters], { ...cache, ...env })
}

const has = (command: string) => spawnSync('which', [command]).status === 0
const programs: [string, boolean][] = [
  ['Ceph RGW (radosgw, ceph-mon, ceph-osd, ceph-common)', missingPrograms().length === 0],
  ['PostgreSQL (initdb)', has('initdb') || globSync('/usr/lib/postgresql/*/bin/initdb').length > 0],
  ['aws', has('aws')],
  ['rclone', has('rclone')],
  ['Firefox', has('firefox-esr') || has('firefox')],
]
for (const [program, found] of near ? [] : programs) {
  console.log(found ? `found: ${program}` : `not found, its tests are skipped: ${program}`)
}

const ungroupedOnly = () => [
  ...['--tags-filter', ungrouped],
  ...leftOut().flatMap(file => ['--exclude', file]),
]

/** What is near to the change: first what needs no browser, as that takes seconds. */
async function testNear(): Promise<number> {
  const since = mergeBase()
  process.env.TEST_SINCE = since
  const projects = (...names: string[]) => [
    '--passWithNoTests',
    ...names.flatMap(name => ['--project', name]),
  ]
  // Mutants name them; otherwise they follow from imports.
  const named = process.env.TEST_NEAR?.split(' ').filter(Boolean)
  if (named?.length !== 0) {
    const related = [...ungroupedOnly(), ...(named ?? ['--changed', since])]
    const inNode = await vitest([...projects('unit*', 'server', 'engine', 'flows'), ...related])
    if (inNode !== 0) return inNode
  }
  const shown = /^(src|flows|machines|domain|languages|openapi|tests)\//
  if (!changedSince(since)?.some(file => shown.test(file))) return 0
  await prepare()
  // Chromium loads the built console, so imports do not say what is near: the record of what is reached does.
  const files = globSync('tests/{browser,flows}/*.test.ts').filter(
    file => /browser/.test(file) && !file.includes('/ways-') && isAffected(file, ownFiles(file)),
  )
  const browser = projects('browser', 'screens')
  const affected = ['--tags-filter', `affected && ${ungrouped}`]
  const walks = await vitest([...browser, ...affected, 'tests/browser/ways-', 'tests/screens/'])
  if (walks !== 0 || files.length === 0) return walks
  return vitest([...browser, '--tags-filter', ungrouped, ...files])
}

ensureChromium()
if (replay) {
  if (globSync(`tests/flows/${replay.machine}.browser.test.ts`).length > 0) await prepare()
  process.exitCode = await vitest([`tests/flows/${replay.machine}.`], replay.env)
} else if (near) process.exitCode = await testNear()
else {
  await prepare()
  const env: Record<string, string> = everything && !all ? { TEST_BUDGET: '1' } : {}
  if (chosen.length > 0) {
    const files = filters.every(word => word.startsWith('-')) ? filesOf(chosen) : []
    process.exitCode = await vitest(['--tags-filter', chosen.join(' || '), ...files])
    if (chosen.includes('storages')) process.exitCode ||= await vitest(['--project', 'rgw'])
  } else {
    const named = filters.some(word => word.startsWith('tests/flows/'))
    const flows = flags.includes('--flows') && !named ? ['tests/flows/'] : []
    if (flags.includes('--flows')) env.FLOW_WALKS = '1'
    const core = ['--project', '!rgw', ...ungroupedOnly()]
    process.exitCode = await vitest([...(all ? [] : core), ...flows], env)
  }
}
