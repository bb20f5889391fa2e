import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A path that is walked again: the labels of its steps (as of `labelOf`) from one of the flow's starts. `sentence`: what does
 * not hold on it, of `<machine>.properties.test.ts`. `seed`: of the walk that found it; `revision`: the commit.
 */
export type PathFile = {
  machine: string
  start: string
  steps: string[]
  seed: number
  revision: string
  sentence: string
}

const folder = 'test-results/paths'

/** Writes the file, and returns its path. `number`: from 1, of those that this seed finds. */
export function writePathFile(path: Omit<PathFile, 'revision'>, number: number): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
  const file = join(folder, `${path.machine}-${path.seed}${number > 1 ? `-${number}` : ''}.json`)
  mkdirSync(dirname(file), { recursive: true })
  const { machine, start, steps, seed, sentence } = path
  const written: PathFile = { machine, start, steps, seed, revision: stdout.trim(), sentence }
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
  return file
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** @throws in one sentence, if it is no such file, or its machine has no properties test and no flow any more */
export function readPathFile(file: string): PathFile {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  let read: Partial<PathFile>
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${file} is no JSON.`)
  }
  const { machine, start, steps, seed = 0, revision = '', sentence = '' } = read
  if (!isText(machine) || !isText(start) || !Array.isArray(steps) || !steps.every(isText)) {
    throw new Error(`${file} does not have a machine, a start and steps.`)
  }
  if (
    !existsSync(`tests/flows/${machine}.test.ts`) &&
    !existsSync(`tests/flows/${machine}.properties.test.ts`)
  ) {
    throw new Error(`${file} names the machine "${machine}", which does not exist.`)
  }
  return { machine, start, steps, seed, revision, sentence }
}
