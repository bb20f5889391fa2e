import { expect, test } from 'vitest'
import type { RowEvent } from '../../machines/upload-queue/row-machine.ts'
import { type RowState, stateOf, stepOf } from '../../machines/upload-queue/row-steps.ts'
import type { UploadRow } from '../../machines/upload-queue/types.ts'

const row = (status: UploadRow['status'], reason: UploadRow['reason'] = null): UploadRow => ({
  ...{ id: 1, bucket: 'anh', key: 'a.txt', sent: 0, multipart: null, status, reason },
  file: { name: 'a.txt', size: 1, lastModified: 1, type: '' },
})

test.each<[UploadRow, live: boolean, RowState]>([
  [row('queued'), false, 'queued'],
  [row('uploading'), true, 'live.uploading'],
  [row('uploading', 'RETRYING'), true, 'live.uploading'],
  [row('paused'), true, 'live.paused'],
  [row('paused', 'STORAGE_UNAVAILABLE'), true, 'live.stalled'],
  [row('paused'), false, 'paused'],
  [row('paused', 'INTERRUPTED'), false, 'interrupted'],
  [row('paused', 'ANOTHER_FILE'), false, 'interrupted'],
  [row('paused', 'NOT_ENOUGH_STORAGE'), false, 'interrupted'],
  [row('completed'), false, 'completed'],
  [row('cancelled'), true, 'live.cancelling'],
  [row('cancelled'), false, 'cancelled'],
  [row('failed', 'NOT_ENOUGH_STORAGE'), false, 'failed'],
  [row('failed', 'FILE_CHANGED'), false, 'refused'],
])('a row is found in the chart: %#', (of, live, state) => {
  expect(stateOf(of, live)).toBe(state)
})

test.each<[RowState, RowEvent, ReturnType<typeof stepOf>]>([
  ['queued', { type: 'start' }, { to: 'live.uploading', effects: ['start upload'] }],
  ['queued', { type: 'pause' }, { to: 'paused', effects: [] }],
  ['queued', { type: 'cancel', holdsParts: true }, { to: 'live.cancelling', effects: ['discard parts'] }],
  ['queued', { type: 'cancel', holdsParts: false }, { to: 'cancelled', effects: [] }],
  ['paused', { type: 'continue', file: 'none' }, { to: 'queued', effects: [] }],
  ['live.uploading', { type: 'pause' }, { to: 'live.uploading', effects: ['tell upload'] }],
  ['live.stalled', { type: 'continue', file: 'none' }, { to: 'live.stalled', effects: ['tell upload'] }],
  ['live.uploading', { type: 'upload changed', to: 'paused' }, { to: 'live.paused', effects: [] }],
  ['live.paused', { type: 'upload ended', to: 'failed' }, { to: 'failed', effects: [] }],
  ['interrupted', { type: 'continue', file: 'none' }, null],
  ['interrupted', { type: 'continue', file: 'another' }, { to: 'interrupted', effects: [] }],
  ['interrupted', { type: 'continue', file: 'same' }, { to: 'queued', effects: [] }],
  ['failed', { type: 'retry' }, { to: 'queued', effects: [] }],
  ['failed', { type: 'remove', holdsParts: true }, { to: 'removed', effects: ['discard parts'] }],
  ['refused', { type: 'retry' }, null],
  ['completed', { type: 'remove', holdsParts: false }, { to: 'removed', effects: [] }],
  ['completed', { type: 'cancel', holdsParts: false }, null],
])('%s: %j', (state, event, step) => {
  expect(stepOf(state, event)).toEqual(step)
})
