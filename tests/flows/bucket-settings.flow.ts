import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import type { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'

const unexpected = [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }] as const
const first = { value: 'first', revision: 'r1' }
const theirs = { value: 'theirs', revision: 'r2' }
/** What an earlier attempt has saved, whose answer was lost. */
const own = { value: 'yours', revision: 'r3' }
const lost = { ok: false, code: 'NETWORK' } as const

export const isOwn = ({ output }: FlowEvent) => (output as { stored: unknown }).stored === own

/** What can happen while a setting of a bucket is edited. */
export const bucketSettingsFlow: Flow<typeof bucketSettingsMachine> = {
  starts: { 'of a setting that was read': { stored: first } },
  events: {
    save: [{ type: 'save', value: 'yours' }],
    'save yours': [{ type: 'save yours' }],
    'keep theirs': [{ type: 'keep theirs' }],
    retry: [{ type: 'retry' }],
  },
  outcomes: {
    saveSetting: {
      ok: [{ ok: true }],
      SETTING_CHANGED: [{ ok: false, code: 'SETTING_CHANGED' }],
      NETWORK: [lost],
      unexpected,
    },
    readSetting: {
      ok: [
        { ok: true, stored: theirs },
        { ok: true, stored: own },
      ],
      NETWORK: [lost],
      unexpected,
    },
  },
  leads: {
    save: 'saving',
    'save yours': 'saving',
    'keep theirs': 'editing',
    retry: 'refreshing',
    saveSetting: 'editing',
    'saveSetting: ok': 'refreshing',
    'saveSetting: SETTING_CHANGED': 'comparing',
    readSetting: before => (before.matches('refreshing') ? 'stale' : 'editing'),
    'readSetting: ok': (before, event) =>
      before.matches('refreshing') || isOwn(event) ? 'editing' : 'conflict',
  },
  // That the setting has changed is told by both values.
  failures: { except: ['SETTING_CHANGED'] },
  states: {
    saving: ({ context }) => expect([context.yours, context.failure]).toEqual([{ value: 'yours' }, null]),
    refreshing: ({ context }) => expect(context.failure).toBeNull(),
    stale: ({ context }) => expect(context.failure).not.toBeNull(),
    comparing: ({ context }) => expect([context.yours, context.theirs]).toEqual([{ value: 'yours' }, null]),
    conflict: ({ context }) => expect([context.yours, context.theirs]).toEqual([{ value: 'yours' }, theirs]),
  },
}
