import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type RowEvent, rowMachine } from '../../machines/upload-queue/row-machine.ts'
import type { RowState } from '../../machines/upload-queue/row-state.ts'
import { stepOf } from '../../machines/upload-queue/row-steps.ts'

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
    expect([type, stepOf(state, event)]).toEqual([type, { to: state, effects: ['forward to upload'] }])
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
    { to: 'active.uploading', effects: ['forward to upload'] },
  ],
  [
    'active.paused',
    { type: 'continue', file: 'none', keyIsFree: false },
    { to: 'active.waiting', effects: [] },
  ],
  ['active.waiting', { type: 'start' }, { to: 'active.uploading', effects: ['forward to upload'] }],
  ['active.waiting', { type: 'pause' }, { to: 'active.paused', effects: [] }],
  ['active.waiting', { type: 'paused' }, null],
  ['active.uploading', { type: 'paused' }, { to: 'active.paused', effects: [] }],
  ['active.paused', { type: 'failed' }, { to: 'failed', effects: [] }],
  ['active.uploading', { type: 'interrupted' }, { to: 'interrupted', effects: [] }],
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
