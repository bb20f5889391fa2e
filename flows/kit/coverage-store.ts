import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Coverage } from './coverage.ts'
import type { PairRecorder } from './pairs.ts'

export type Level = 'machine' | 'view' | 'browser'
/** Walked of total. */
export type Count = [walked: number, total: number]
/** A walk in Chromium: what happens, and the innermost states after it. */
export type WalkInBrowser = { start: string; steps: { label: string; states: string[] }[] }
/** `unwalked`: the names of states and transitions. */
export type Row = {
  flow: string
  level: Level
  paths: number
  counts: Record<keyof Coverage, Count>
  unwalked: string[]
  walks: WalkInBrowser[]
}

const folder = join(import.meta.dirname, '../../node_modules/.cache/flows')

/** Drops the rows of earlier runs. */
export function clearRows() {
  rmSync(folder, { recursive: true, force: true })
}

/** Keeps a row for the table at the end of the run. */
export function saveRow(
  flow: string,
  level: Level,
  paths: number,
  coverage: Coverage,
  walks: WalkInBrowser[] = [],
) {
  const count = (walked: Map<string, boolean>): Count => [
    [...walked.values()].filter(Boolean).length,
    walked.size,
  ]
  const counts = {
    states: count(coverage.states),
    events: count(coverage.events),
    transitions: count(coverage.transitions),
    outcomes: count(coverage.outcomes),
  }
  const unwalked = [...coverage.states, ...coverage.transitions].flatMap(([name, seen]) =>
    seen ? [] : [name],
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, `${flow}.${level}.json`),
    JSON.stringify({ flow, level, paths, counts, unwalked, walks } satisfies Row),
  )
}

const pairsFolder = 'test-results/flow-pairs'

/** Keeps which pairs of transitions no walk of the flow can take. */
export function savePairs(flow: string, { walkedPairs, missing: { pairs } }: PairRecorder) {
  mkdirSync(pairsFolder, { recursive: true })
  writeFileSync(
    join(pairsFolder, `${flow}.json`),
    `${JSON.stringify({ walked: walkedPairs, impossible: pairs }, null, 1)}\n`,
  )
}

/** The rows of this run. */
export function loadRows(): Row[] {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder).map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
