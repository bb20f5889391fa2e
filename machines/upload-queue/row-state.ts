import type { UploadChange, UploadEnd } from '../upload/types.ts'

/** Where a row is in its chart, `row-machine.ts`. `active`: an upload actor has its file. */
export type RowState =
  | 'queued'
  | 'paused'
  | `active.${UploadChange['state'] | 'waiting'}`
  | UploadEnd['state']

/** What the list shows. `pausing`: the requests in flight are finishing. */
export type RowStatus = 'queued' | 'uploading' | 'pausing' | 'paused' | 'cancelled' | 'completed' | 'failed'

/** `holdsSlot`: it occupies a slot, or a share of one. `hasEnded`: nothing is left to send. */
type Traits = { status: RowStatus; holdsSlot?: true; hasEnded?: true }

export const traits: Readonly<Record<RowState, Traits>> = {
  queued: { status: 'queued' },
  'active.uploading': { status: 'uploading', holdsSlot: true },
  'active.pausing': { status: 'pausing', holdsSlot: true },
  'active.paused': { status: 'paused' },
  'active.waiting': { status: 'queued' },
  'active.stalled': { status: 'paused', holdsSlot: true },
  'active.cancelling': { status: 'cancelled', hasEnded: true },
  paused: { status: 'paused' },
  interrupted: { status: 'paused' },
  completed: { status: 'completed', hasEnded: true },
  cancelled: { status: 'cancelled', hasEnded: true },
  failed: { status: 'failed', hasEnded: true },
  refused: { status: 'failed', hasEnded: true },
}

export const rowStates = Object.keys(traits) as RowState[]

/** Whether the bytes of rows in this state are part of the progress. */
export function countsBytes(state: RowState): boolean {
  const { status } = traits[state]
  return status !== 'cancelled' && status !== 'failed'
}

export type Counts = Record<RowState, number>

const none = Object.fromEntries(rowStates.map(state => [state, 0])) as Counts

export function noCounts(): Counts {
  return { ...none }
}

/** The counts by what the list shows. `unfinished`: of rows that have not ended; `total`: without the cancelled ones. */
export function byStatus(counts: Readonly<Counts>): Record<RowStatus | 'unfinished' | 'total', number> {
  const sums = { queued: 0, uploading: 0, pausing: 0, paused: 0, cancelled: 0, completed: 0, failed: 0 }
  for (const state of rowStates) sums[traits[state].status] += counts[state]
  const { queued, uploading, pausing, paused, completed, failed } = sums
  const unfinished = queued + uploading + pausing + paused
  return { ...sums, unfinished, total: unfinished + completed + failed }
}

/** What can be done with all of some rows: `pause` if one is sent or waits its turn, `continue` if the user has paused one. */
export function stepsForAll(counts: Readonly<Counts>, allPaused: boolean) {
  const { queued, uploading, pausing, paused } = byStatus(counts)
  const stalled = counts['active.stalled']
  return {
    pause: uploading + stalled > 0 || (queued > 0 && !allPaused),
    continue: pausing + paused - stalled > counts.interrupted || (queued > 0 && allPaused),
  }
}
