import type { SnapshotFrom } from 'xstate'
import type { Failure } from '../failure.ts'
import type { finderMachine } from './machine.ts'
import { isPath, rowsOf, withoutSearch } from './rules.ts'
import type { Found } from './types.ts'

type Snapshot = SnapshotFrom<typeof finderMachine>

export function selectIsOpen(snapshot: Snapshot): boolean {
  return snapshot.matches('open')
}

export function selectText({ context }: Snapshot): string {
  return context.text
}

/** The lines of the list. */
export function selectRows({ context }: Snapshot): readonly Found[] {
  return rowsOf(context)
}

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}

/** Whether Enter waits for the answer: of a path, the lines until then may be those of another. */
export function selectWaits(snapshot: Snapshot): boolean {
  const { text } = snapshot.context
  return selectBusy(snapshot) && (isPath(text) || withoutSearch(selectRows(snapshot)).length === 0)
}

/** Whether Enter was pressed, and goes there as soon as the text is known to name something. */
export function selectIsGoing({ context }: Snapshot): boolean {
  return context.entered
}

export function selectNoMatch(snapshot: Snapshot): boolean {
  return snapshot.matches({ open: 'noMatch' })
}

/** Whether there is more than the list has. */
export function selectIsCut(snapshot: Snapshot): boolean {
  const { text, answer } = snapshot.context
  return snapshot.matches({ open: 'shown' }) && answer?.text === text && answer.more
}

export function selectFailure({ context }: Snapshot): Failure | null {
  return context.failure
}
