import { transition } from 'xstate'
import { isUnchanged } from '../upload/rules.ts'
import type { UploadFile } from '../upload/types.ts'
import { folderOf } from './folders.ts'
import { type RowEffect, type RowEvent, rowMachine } from './row-machine.ts'
import { type RowState, traits } from './row-state.ts'
import { afterRemoving, isKeyFree, nextAfterQueueing, nextAfterStarting } from './rules.ts'
import { changeRow, changeRows, removeRows, rowOf, type UploadTable } from './table.ts'
import type { QueueContext, QueueEvent, UploadRow } from './types.ts'

/** A row's next state, and what the queue does. */
type RowStep = { to: RowState | 'removed'; effects: readonly RowEffect[] }

type EventOfRow =
  | Extract<
      QueueEvent,
      { type: 'pause' | 'continue' | 'cancel' | 'retry' | 'remove' | 'upload changed' | 'upload ended' }
    >
  | { type: 'start'; id: number }
export type ContinueRow = Extract<QueueEvent, { type: 'continue' }>
type EventOfAll =
  | { type: 'pause' | 'continue' | 'cancel' | 'retry' | 'remove' }
  | Extract<QueueEvent, { type: 'files chosen' }>

/** Rows that make a step. `only`, `folder` and `outside` (the id of a folder): for an event of every row. */
export type RowSteps = {
  event: EventOfRow | EventOfAll
  only?: 'all' | 'active' | 'queued' | 'not failed'
  folder?: string
  outside?: string
}

/** Caches the chart's steps: a queue has very many rows, but few states. */
const steps = new Map<string, RowStep | null>()

/** The step of a row in this state at this event; null if it does not accept the event. */
export function stepOf(state: RowState, event: RowEvent): RowStep | null {
  const key = `${state} ${Object.values(event).join(' ')}`
  const known = steps.get(key)
  if (known !== undefined) return known
  const step = computeStep(state, event)
  steps.set(key, step)
  return step
}

function computeStep(state: RowState, event: RowEvent): RowStep | null {
  const [outer, inner] = state.split('.') as ['active', 'uploading']
  const snapshot = rowMachine.resolveState({
    value: inner ? { [outer]: inner } : outer,
    context: { as: 'queued' },
  })
  if (!snapshot.can(event)) return null
  const [next, actions] = transition(rowMachine, snapshot, event)
  const to = typeof next.value === 'string' ? next.value : `active.${next.value.active}`
  return { to: to as RowStep['to'], effects: actions.map(({ type }) => type as RowEffect) }
}

/** Whether the row accepts the event; an interrupted one continues with its file. */
export function canTake(row: UploadRow, type: 'pause' | 'continue' | 'cancel' | 'retry' | 'remove'): boolean {
  return stepOf(row.state, rowEvent(row, { type, id: row.id, file: row.file }, true)) !== null
}

/** Whether the row is queued, or will be once it continues, and may be sent now. */
export function canStartBy(context: QueueContext, event: ContinueRow): boolean {
  const row = rowOf(context.table, event.id)
  if (!row || !isKeyFree(context, row)) return false
  const waits = traits[row.state].status === 'queued'
  return waits || stepOf(row.state, rowEvent(row, event, true))?.to === 'queued'
}

/** The chart's event for an event of the queue. */
function rowEvent(row: UploadRow, event: EventOfRow | EventOfAll, keyIsFree: boolean): RowEvent {
  switch (event.type) {
    case 'continue':
    case 'files chosen':
      return { type: 'continue', file: compared(row.file, fileFor(row, event)), keyIsFree }
    case 'cancel':
    case 'remove':
      return { type: event.type, holdsParts: row.multipart !== null }
    case 'upload changed':
    case 'upload ended':
      return { type: event.state }
    default:
      return { type: event.type }
  }
}

const isSameKey = (row: UploadRow) => (other: UploadRow) =>
  row.key === other.key && row.bucket === other.bucket

/** The file that the event gives the row, if any. */
function fileFor(row: UploadRow, event: EventOfRow | EventOfAll): UploadFile | undefined {
  if (event.type === 'files chosen') return event.files.get(row.id)
  return event.type === 'continue' && 'file' in event ? event.file : undefined
}

/** Compares name, size and modification time. */
function compared(known: UploadFile, given: UploadFile | undefined): 'none' | 'same' | 'another' {
  if (!given) return 'none'
  return known.name === given.name && isUnchanged(known, given) ? 'same' : 'another'
}

/** The event for the upload of a row. */
export function uploadEventFor({ event }: RowSteps): { type: 'pause' | 'continue' | 'cancel' } {
  if (event.type === 'start') return { type: 'continue' }
  if (event.type === 'pause' || event.type === 'continue' || event.type === 'cancel')
    return { type: event.type }
  throw new Error(`An upload has no event for "${event.type}"`)
}

/** The changes that the step makes to the row. */
function changeBy(row: UploadRow, step: RowStep, event: RowSteps['event']): Partial<UploadRow> {
  if (step.to === 'removed') return {}
  const state = step.to
  if (event.type === 'upload changed') return { state, reason: event.reason }
  if (event.type === 'upload ended') {
    const { reason, multipart } = event
    return { state, reason, multipart, ...(state === 'completed' && { sent: row.file.size }) }
  }
  if (step.effects.includes('forward to upload')) return { state }
  if (state === 'interrupted') return { reason: 'ANOTHER_FILE' }
  const file = fileFor(row, event)
  return { state, reason: null, ...(file && { file }) }
}

/** The steps of the event's row, or of every row: the changed rows, and the effects for the queue. */
export function takeSteps(
  context: QueueContext,
  { event, only = 'all', folder, outside }: RowSteps,
): { change: Partial<QueueContext>; effects: { row: UploadRow; effect: RowEffect }[] } {
  const effects: { row: UploadRow; effect: RowEffect }[] = []
  const withActor: number[] = []
  const resumed: UploadRow[] = []
  const removed = new Set<number>()
  let { nextQueuedIndex } = context

  function change(row: UploadRow): Partial<UploadRow> | null {
    const { state } = row
    if (only === 'active' && !state.startsWith('active.')) return null
    if (only === 'queued' && traits[state].status !== 'queued') return null
    if (only === 'not failed' && traits[state].status === 'failed') return null
    if (folder !== undefined && folderOf(row) !== folder) return null
    if (outside !== undefined && folderOf(row) === outside) return null
    if (event.type === 'files chosen' && !(state === 'interrupted' && event.files.has(row.id))) return null
    // Only these ask for it, and they are few.
    const keyIsFree = state !== 'active.paused' || (isKeyFree(context, row) && !resumed.some(isSameKey(row)))
    const step = stepOf(state, rowEvent(row, event, keyIsFree))
    if (!step) return null
    for (const effect of step.effects) {
      effects.push({ row, effect })
      if (effect !== 'forward to upload') withActor.push(row.id)
      else if (event.type === 'continue') resumed.push(row)
    }
    if (step.to === 'removed') removed.add(row.id)
    if (event.type === 'start') nextQueuedIndex = nextAfterStarting(context, row)
    else if (step.to === 'queued' || step.to === 'active.waiting')
      nextQueuedIndex = nextAfterQueueing({ ...context, nextQueuedIndex }, row.id)
    return changeBy(row, step, event)
  }

  let table: UploadTable
  if ('id' in event) {
    const row = rowOf(context.table, event.id)
    const changed = row && change(row)
    table = changed ? changeRow(context.table, event.id, changed) : context.table
  } else table = changeRows(context.table, change)
  const activeIds = withActor.length > 0 ? [...context.activeIds, ...withActor] : context.activeIds
  if (removed.size > 0) {
    const left = removeRows(table, row => removed.has(row.id))
    return { change: { activeIds, ...afterRemoving(context, left) }, effects }
  }
  return { change: { activeIds, table, nextQueuedIndex }, effects }
}
