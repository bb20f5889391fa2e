import { expect, test } from 'vitest'
import type { RowEvent } from '../../machines/upload-queue/row-machine.ts'
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

test.each<[RowState, RowEvent, ReturnType<typeof stepOf>]>([
  ['queued', { type: 'start' }, { to: 'active.uploading', effects: ['start upload'] }],
  ['queued', { type: 'pause' }, { to: 'paused', effects: [] }],
  ['queued', { type: 'cancel', holdsParts: true }, { to: 'active.cancelling', effects: ['discard parts'] }],
  ['queued', { type: 'cancel', holdsParts: false }, { to: 'cancelled', effects: [] }],
  ['paused', { type: 'continue', file: 'none', keyIsFree: true }, { to: 'queued', effects: [] }],
  ['active.uploading', { type: 'pause' }, { to: 'active.uploading', effects: ['tell upload'] }],
  [
    'active.paused',
    { type: 'continue', file: 'none', keyIsFree: false },
    { to: 'active.waiting', effects: [] },
  ],
  ['active.waiting', { type: 'start' }, { to: 'active.uploading', effects: ['tell upload'] }],
  ['active.waiting', { type: 'paused' }, null],
  [
    'active.stalled',
    { type: 'continue', file: 'none', keyIsFree: true },
    { to: 'active.stalled', effects: ['tell upload'] },
  ],
  ['active.uploading', { type: 'paused' }, { to: 'active.paused', effects: [] }],
  ['active.paused', { type: 'failed' }, { to: 'failed', effects: [] }],
  ['active.uploading', { type: 'missing' }, { to: 'interrupted', effects: [] }],
  ['interrupted', { type: 'cancel', holdsParts: false }, { to: 'cancelled', effects: [] }],
  ['interrupted', { type: 'continue', file: 'none', keyIsFree: true }, null],
  ['interrupted', { type: 'continue', file: 'another', keyIsFree: true }, { to: 'interrupted', effects: [] }],
  ['interrupted', { type: 'continue', file: 'same', keyIsFree: true }, { to: 'queued', effects: [] }],
  ['failed', { type: 'retry' }, { to: 'queued', effects: [] }],
  ['failed', { type: 'remove', holdsParts: true }, { to: 'removed', effects: ['discard parts'] }],
  ['refused', { type: 'retry' }, null],
  ['completed', { type: 'remove', holdsParts: false }, { to: 'removed', effects: [] }],
  ['completed', { type: 'cancel', holdsParts: false }, null],
])('%s: %j', (state, event, step) => {
  expect(stepOf(state, event)).toEqual(step)
})
