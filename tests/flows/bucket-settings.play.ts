import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import { containing, type Play, type Sight, t } from './support/play.ts'

/** The setting is a bucket's one tag. `saved`: its value on the server; `entered`: the last one that was typed. */
type Scene = { saved: string; entered: string }

export const field = t('bucket.tags.valueOf', { number: 1 })

/** The tab says why the last call failed, and its button is in this state; without a change it may be disabled. */
const tab =
  (save: 'idle' | 'busy') =>
  ({ context: { failure } }: SnapshotFrom<typeof bucketSettingsMachine>): Sight => ({
    buttons: { [t('bucket.save')]: save === 'busy' ? 'busy' : expect.stringMatching(/ready|disabled/) },
    alerts: failure ? [expect.stringContaining(t(`error.${failure.code}`))] : [],
    dialog: null,
  })

export const bucketSettingsPlay: Play<typeof bucketSettingsMachine, Scene> = {
  acts: {
    async save({ fill, press }, _, { entered }) {
      await fill(field, entered)
      await press(t('bucket.save'))
    },
    'save yours': ({ press }) => press(t('conflict.keep')),
    'keep theirs': ({ press }) => press(t('conflict.take')),
    retry: ({ press }) => press(t('common.retry')),
  },
  states: {
    editing: tab('idle'),
    saving: tab('busy'),
    refreshing: tab('busy'),
    stale: tab('busy'),
    comparing: tab('busy'),
    conflict: (_, { saved, entered }) => ({
      dialog: { title: t('conflict.title'), text: containing(saved, entered) },
    }),
  },
}
