import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type RowEvent, rowMachine } from '../../machines/upload-queue/row-machine.ts'
import { type RowState, stateOf, stepOf } from '../../machines/upload-queue/row-steps.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'

const row = (status: UploadRow['status'], reason: UploadRow['reason'] = null): UploadRow => ({
  ...{ id: 1, bucket: 'anh', key: 'a.txt', path: 'a.txt', sent: 0, multipart: null, status, reason },
  file: { name: 'a.txt', size: 1, lastModified: 1, type: '' },
})

test.each<[UploadRow, active: boolean, RowState]>([
  [row('queued'), false, 'queued'],
  [row('uploading'), true, 'active.uploading'],
  [row('pausing'), true, 'active.pausing'],
  [row('paused', 'PERMISSION_NEEDED'), false, 'interrupted'],
  [row('uploading', 'RETRYING'), true, 'active.uploading'],
  [row('paused'), true, 'active.paused'],
  [row('paused', 'STORAGE_UNAVAILABLE'), true, 'active.stalled'],
  [row('paused'), false, 'paused'],
  [row('paused', 'INTERRUPTED'), false, 'interrupted'],
  [row('paused', 'ANOTHER_FILE'), false, 'interrupted'],
  [row('completed'), false, 'completed'],
  [row('cancelled'), true, 'active.cancelling'],
  [row('cancelled'), false, 'cancelled'],
  [row('failed', 'NOT_ENOUGH_STORAGE'), false, 'failed'],
  [row('failed', 'FILE_CHANGED'), false, 'refused'],
])('a row is found in the chart: %#', (of, active, state) => {
  expect(stateOf(of, active)).toBe(state)
})

test.each(['queued', 'refused', 'paused', 'interrupted', 'failed'] as const)('a row begins as %s', as => {
  expect(createActor(rowMachine, { input: { as } }).start().getSnapshot().value).toBe(as)
})

test.each<[RowState, RowEvent['type'][]]>([
  ['active.uploading', ['pause', 'cancel']],
  ['active.pausing', ['pause', 'continue', 'cancel']],
  ['active.paused', ['cancel']],
  ['active.waiting', ['cancel']],
  ['active.stalled', ['pause', 'continue', 'cancel']],
])('the upload of a row that is %s is told, and says what comes of it: %j', (state, types) => {
  for (const type of types) {
    const event = { type, file: 'none', keyIsFree: true, holdsParts: true } as RowEvent
    expect([type, stepOf(state, event)]).toEqual([type, { to: state, effects: ['tell upload'] }])
  }
})

test.each<[RowState, 'cancel' | 'remove', to: string, withParts: string]>([
  ['queued', 'cancel', 'cancelled', 'active.cancelling'],
  ['paused', 'cancel', 'cancelled', 'active.cancelling'],
  ['interrupted', 'cancel', 'cancelled', 'active.cancelling'],
  ['failed', 'remove', 'removed', 'removed'],
  ['refused', 'remove', 'removed', 'removed'],
])('%s, %s: stored parts are discarded', (state, type, to, withParts) => {
  expect(stepOf(state, { type, holdsParts: false })).toEqual({ to, effects: [] })
  expect(stepOf(state, { type, holdsParts: true })).toEqual({ to: withParts, effects: ['discard parts'] })
})

test.each<[RowState, RowEvent, ReturnType<typeof stepOf>]>([
  ['queued', { type: 'start' }, { to: 'active.uploading', effects: ['start upload'] }],
  ['queued', { type: 'pause' }, { to: 'paused', effects: [] }],
  ['paused', { type: 'continue', file: 'none', keyIsFree: true }, { to: 'queued', effects: [] }],
  [
    'active.paused',
    { type: 'continue', file: 'none', keyIsFree: true },
    { to: 'active.uploading', effects: ['tell upload'] },
  ],
  [
    'active.paused',
    { type: 'continue', file: 'none', keyIsFree: false },
    { to: 'active.waiting', effects: [] },
  ],
  ['active.waiting', { type: 'start' }, { to: 'active.uploading', effects: ['tell upload'] }],
  ['active.waiting', { type: 'pause' }, { to: 'active.paused', effects: [] }],
  ['active.waiting', { type: 'paused' }, null],
  ['active.uploading', { type: 'paused' }, { to: 'active.paused', effects: [] }],
  ['active.paused', { type: 'failed' }, { to: 'failed', effects: [] }],
  ['active.uploading', { type: 'missing' }, { to: 'interrupted', effects: [] }],
  ['interrupted', { type: 'continue', file: 'none', keyIsFree: true }, null],
  ['interrupted', { type: 'continue', file: 'another', keyIsFree: true }, { to: 'interrupted', effects: [] }],
  ['interrupted', { type: 'continue', file: 'same', keyIsFree: true }, { to: 'queued', effects: [] }],
  ['failed', { type: 'retry' }, { to: 'queued', effects: [] }],
  ['refused', { type: 'retry' }, null],
  ['completed', { type: 'remove', holdsParts: false }, { to: 'removed', effects: [] }],
  ['completed', { type: 'cancel', holdsParts: false }, null],
])('%s: %j', (state, event, step) => {
  expect(stepOf(state, event)).toEqual(step)
})
