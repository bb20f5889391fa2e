import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

type Snapshot = SnapshotFrom<typeof confirmIdentityMachine>
/** Before keys are shown, or before this bucket is deleted. */
type Scene = { bucket: string | null }

const fieldFor = ({ context: { method, provider } }: Snapshot) =>
  provider === null && method ? t(method === 'pin' ? 'confirm.pin' : 'confirm.code') : null
const again = t('sso.again', { name: 'corp' })
const buttonFor = ({ context: { provider, ticket } }: Snapshot, { bucket }: Scene) => {
  if (provider !== null && ticket === null) return again
  return t(bucket === null ? 'confirm.do' : 'buckets.deleteDo')
}

/** The dialog is in this state, and says of the snapshot's context what is to be read. */
const dialog =
  (state: SeenForm['state'], unavailable = false) =>
  (snapshot: Snapshot, scene: Scene): Sight => {
    const { bucket } = scene
    const field = fieldFor(snapshot)
    return {
      dialog: {
        title: bucket === null ? t('confirm.title') : t('buckets.deleteTitle', { name: bucket }),
        button: buttonFor(snapshot, scene),
        field,
        state,
        ...told(snapshot.context.failure, field ? { PIN_INCORRECT: field } : {}),
        buttons: unavailable
          ? expect.objectContaining({ [t('common.retry')]: 'ready' })
          : expect.not.objectContaining({ [t('common.retry')]: expect.anything() }),
      },
    }
  }

const closed = (): Sight => ({ dialog: null })

export const confirmIdentityPlay: Play<typeof confirmIdentityMachine, Scene> = {
  acts: {
    async submit({ fill, check, press }, { pin }, { bucket }, before) {
      const field = fieldFor(before)
      if (field) await fill(field, pin)
      if (bucket !== null) {
        await check(t('buckets.deleteConfirm', { name: bucket }))
        await press(t('buckets.deleteDo'))
        // A code is sent by itself.
      } else if (before.context.method === 'pin') await press(t('confirm.do'))
    },
    async 'use passkey'({ check, press }, _, { bucket }) {
      if (bucket !== null) await check(t('buckets.deleteConfirm', { name: bucket }))
      await press(t('confirm.passkey'))
    },
    async 'use provider'({ check, press }, _, { bucket }) {
      if (bucket !== null) await check(t('buckets.deleteConfirm', { name: bucket }))
      await press(again)
    },
    async 'page shown'() {
      dispatchEvent(new Event('pageshow'))
    },
    retry: ({ press }) => press(t('common.retry')),
    cancel: ({ press }) => press(t('common.cancel')),
  },
  states: {
    loading: dialog('disabled'),
    unavailable: dialog('disabled', true),
    editing: dialog('ready'),
    withPasskey: dialog('busy'),
    leaving: dialog('busy'),
    away: dialog('busy'),
    submitting: dialog('busy'),
    locked: dialog('disabled'),
    blocked: dialog('disabled'),
    confirmed: closed,
    cancelled: closed,
    signedOut: closed,
  },
}
