import type { AnyStateMachine } from 'xstate'
import type { AnyFlow } from './flow.ts'
import { type PathFile, readPathFile } from './path-file.ts'
import { type FlowPath, pathOf } from './paths.ts'

/**
 * What `npm run flows:test -- --replay FILE`, or `--machine NAME --path N`, has chosen: one path instead of all tests.
 * `N` counts from 1, as the tests of the flow stand in their file.
 */
export type Replay = { file: PathFile } | { machine: string; number: number }

export function chosenReplay(): Replay | null {
  const { FLOW_REPLAY, FLOW_MACHINE, FLOW_PATH } = process.env
  if (FLOW_REPLAY) return { file: readPathFile(FLOW_REPLAY) }
  return FLOW_MACHINE ? { machine: FLOW_MACHINE, number: Number(FLOW_PATH) } : null
}

/** The same, for the tests of one flow. @throws in one sentence, if the path is one of another flow */
export function replayOf(name: string): Replay | null {
  const replay = chosenReplay()
  const machine = replay && ('file' in replay ? replay.file.machine : replay.machine)
  if (machine && machine !== name) throw new Error(`The path is one of "${machine}", not of "${name}".`)
  return replay
}

/** The path of the file. @throws in one sentence, if its start or a step of it does not exist any more */
export function replayedPath(
  machine: AnyStateMachine,
  flow: AnyFlow,
  { machine: name, start, steps }: PathFile,
): FlowPath {
  if (!(start in flow.starts)) {
    const starts = Object.keys(flow.starts).join('", "')
    throw new Error(`The flow "${name}" has no start "${start}" here, but "${starts}".`)
  }
  try {
    return pathOf(machine, flow, flow.starts[start], steps)
  } catch (error) {
    throw new Error(`The flow "${name}" does not have this path here: ${(error as Error).message}.`)
  }
}

/** The one that was chosen by its number. @throws in one sentence, if there are fewer */
export function numbered<T>(name: string, list: readonly T[], number: number): T {
  const found = list[number - 1]
  if (!found) throw new Error(`The flow "${name}" has the paths 1 to ${list.length} here, and no ${number}.`)
  return found
}
