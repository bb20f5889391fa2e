import { subscribe } from 'node:diagnostics_channel'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { coreFiles } from './reach.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/counts')
const greenFile = join(root, 'node_modules/.cache/counts-green.json')

/** What costs most in a run, counted by the helpers that do it. */
export type Counted = 'consoles' | 'contexts' | 'loads' | 'mails' | 'programs' | 'screens' | 'steps' | 'walks'

let aside = false

/** Whether the test that runs now is there for the change alone. */
export function countAside(is: boolean): void {
  aside = is
}

subscribe('child_process', () => count('programs'))

export function count(what: Counted): void {
  const { filepath } = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__ ?? {}
  if (!filepath) return
  const file = relative(root, filepath)
  const forChange = aside || (/^tests\/browser\/(?!ways-)/.test(file) && !coreFiles.includes(file))
  const line = `${forChange ? 'affected ' : ''}${what}\t${file}\n`
  appendFileSync(join(folder, String(process.pid)), line)
}

/** Whether a test of another run has started this one. */
export const isInner = process.env.VITEST_WORKER_ID !== undefined

/** Vitest's global set-up: forgets the run before. */
export function setup(): void {
  if (isInner) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

/** By what was counted: how often, by file. */
export type Counts = Record<string, Record<string, number>>

export function countsNow(): Counts {
  const all: Counts = {}
  const lines = readdirSync(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
  for (const line of lines.filter(Boolean)) {
    const [what, file] = line.split('\t') as [string, string]
    all[what] ??= {}
    all[what][file] = (all[what][file] ?? 0) + 1
  }
  return all
}

/** Keeps the counts of a whole run that passed, for the next one to be compared with. */
export const keepGreen = (counts: Counts): void => writeFileSync(greenFile, JSON.stringify(counts))

export const greenCounts = (): Counts =>
  existsSync(greenFile) ? (JSON.parse(readFileSync(greenFile, 'utf8')) as Counts) : {}
