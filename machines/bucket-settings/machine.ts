import { assertEvent, assign, setup } from 'xstate'
import { isSame } from '../../domain/is-same.ts'
import { type Failure, hasChanged, outcome, unknownFailure } from '../failure.ts'
import { placeholder } from '../placeholder.ts'

/** A setting as stored. `revision` identifies this state of it. */
export type Stored<Value = unknown> = { value: Value; revision: string }

type BucketSettingsInput = { stored: Stored }

type BucketSettingsEvent =
  | { type: 'save'; value: unknown }
  /** Keep this user's value. */
  | { type: 'save yours' }
  /** Keep the saved value. */
  | { type: 'keep theirs' }
  /** Read the saved value again. */
  | { type: 'retry' }

type BucketSettingsContext = {
  /** The value that the editor was opened with. */
  stored: Stored
  /** What the user wants to save; null before the first attempt. */
  yours: { value: unknown } | null
  /** The value that another user or tab saved meanwhile. */
  theirs: Stored | null
  /** Why the last call failed; cleared by the next one. */
  failure: Failure | null
}

/** Saves the value if the stored setting still has this `revision`. */
export type SettingSave = {
  input: { value: unknown; revision: string }
  output: { ok: true } | Failure
}

export type SettingRead = { output: { ok: true; stored: Stored } | Failure }

/**
 * Saves one setting of a bucket, and shows both values if another user or tab saved one meanwhile.
 *
 * Provide: actors `saveSetting` and `readSetting`, and the action `tell saved`.
 */
export const bucketSettingsMachine = setup({
  types: {
    context: {} as BucketSettingsContext,
    events: {} as BucketSettingsEvent,
    input: {} as BucketSettingsInput,
    tags: {} as 'busy',
  },
  actors: {
    saveSetting: placeholder<SettingSave['output'], SettingSave['input']>('saveSetting'),
    readSetting: placeholder<SettingRead['output']>('readSetting'),
  },
  actions: {
    'tell saved': () => undefined,
    'keep value': assign(({ event }) => {
      assertEvent(event, 'save')
      return { yours: { value: event.value } }
    }),
    'start over': assign((_, outcome: SettingRead['output']) =>
      outcome.ok ? { stored: outcome.stored, yours: null, theirs: null } : {},
    ),
    'keep theirs to compare': assign((_, outcome: SettingRead['output']) =>
      outcome.ok ? { theirs: outcome.stored } : {},
    ),
    'begin with theirs': assign(({ context }) => ({
      stored: context.theirs ?? context.stored,
      yours: null,
      theirs: null,
    })),
    'save on top of theirs': assign(({ context }) => ({
      stored: context.theirs ?? context.stored,
      theirs: null,
    })),
    'keep failure': assign((_, outcome: SettingSave['output'] | SettingRead['output']) =>
      outcome.ok ? {} : { failure: outcome },
    ),
    'clear failure': assign({ failure: null }),
  },
  guards: {
    succeeded: (_, outcome: { ok: boolean }) => outcome.ok,
    'saved already': ({ context }, outcome: SettingRead['output']) =>
      outcome.ok && isSame(outcome.stored.value, context.yours?.value),
    'setting has changed': (_, outcome: SettingSave['output']) => hasChanged(outcome),
  },
}).createMachine({
  id: 'bucket-settings',
  description:
    'Saves one setting of a bucket without overwriting what another user or tab has saved meanwhile.',
  context: ({ input }) => ({ stored: input.stored, yours: null, theirs: null, failure: null }),
  initial: 'editing',
  states: {
    editing: {
      description: 'The setting is shown and may be changed; why the last attempt failed, if it did.',
      on: { save: { target: 'saving', actions: ['clear failure', 'keep value'] } },
    },
    saving: {
      description: 'The value is being saved.',
      tags: 'busy',
      invoke: {
        id: 'saveSetting',
        src: 'saveSetting',
        input: ({ context }) => ({ value: context.yours?.value, revision: context.stored.revision }),
        onDone: [
          { guard: { type: 'succeeded', params: outcome }, target: 'refreshing' },
          { guard: { type: 'setting has changed', params: outcome }, target: 'comparing' },
          { target: 'editing', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'editing', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    refreshing: {
      description: 'The value is saved; it is read again as the storage keeps it.',
      tags: 'busy',
      invoke: {
        id: 'readSetting',
        src: 'readSetting',
        onDone: [
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'editing',
            actions: [{ type: 'start over', params: outcome }, 'tell saved'],
          },
          { target: 'stale', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'stale', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    stale: {
      description: 'The value is saved, but could not be read again: the screen offers to try that again.',
      on: { retry: { target: 'refreshing', actions: 'clear failure' } },
    },
    comparing: {
      description:
        'Another user or tab has saved a value, or the answer to an earlier attempt was lost; reading what is saved.',
      tags: 'busy',
      invoke: {
        id: 'readSetting',
        src: 'readSetting',
        onDone: [
          {
            guard: { type: 'saved already', params: outcome },
            target: 'editing',
            actions: [{ type: 'start over', params: outcome }, 'tell saved'],
          },
          {
            guard: { type: 'succeeded', params: outcome },
            target: 'conflict',
            actions: { type: 'keep theirs to compare', params: outcome },
          },
          { target: 'editing', actions: { type: 'keep failure', params: outcome } },
        ],
        onError: { target: 'editing', actions: { type: 'keep failure', params: unknownFailure } },
      },
    },
    conflict: {
      description: 'Both values are shown: which one stays?',
      on: {
        'save yours': { target: 'saving', actions: 'save on top of theirs' },
        'keep theirs': { target: 'editing', actions: 'begin with theirs' },
      },
    },
  },
})
