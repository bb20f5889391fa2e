import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { pinMachine } from '../../machines/pin/machine.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

type Snapshot = SnapshotFrom<typeof pinMachine>

const about = ({ context: { failure } }: Snapshot) =>
  told(failure, {
    PIN_MISMATCH: t('security.currentPin'),
    PIN_REUSED: t('security.newPin'),
    INVALID_TOKEN: t('security.mailedCode'),
    MAIL_CODE_EXPIRED: t('security.mailedCode'),
  })

const change =
  (state: SeenForm['state']) =>
  (snapshot: Snapshot): Sight => ({
    dialog: { title: t('security.changePin'), button: t('security.changePin'), state, ...about(snapshot) },
  })

const offer =
  (state: SeenForm['state']) =>
  (snapshot: Snapshot): Sight => ({
    dialog: { title: t('security.recoverTitle'), button: t('security.sendCode'), state, ...about(snapshot) },
  })

/** The form for the mailed code; three regions of the chart speak in it. */
function recovery(snapshot: Snapshot): Sight {
  const inForm = (form: 'editing' | 'submitting' | 'locked') =>
    snapshot.matches({ recovering: { entering: { form } } })
  const inResend = (resend: 'waiting' | 'sending') =>
    snapshot.matches({ recovering: { entering: { resend } } })
  const expired = snapshot.matches({ recovering: { entering: { code: 'expired' } } })
  const { messages, wrong } = about(snapshot)
  const ready = inForm('editing') && !expired && !inResend('sending')
  const resend = inResend('sending') ? 'busy' : inForm('editing') ? 'ready' : 'disabled'
  return {
    dialog: {
      title: t('security.recoverTitle'),
      button: t('security.setNewPin'),
      state: inForm('submitting') ? 'busy' : ready ? 'ready' : 'disabled',
      messages: expired && !snapshot.context.failure ? [t('security.codeExpired')] : messages,
      wrong,
      ...(inResend('waiting')
        ? {
            text: expect.stringContaining('Send another code in'),
            buttons: expect.not.objectContaining({ [t('security.resend')]: expect.anything() }),
          }
        : {
            text: expect.not.stringContaining('Send another code in'),
            buttons: expect.objectContaining({ [t('security.resend')]: resend }),
          }),
    },
  }
}

export const pinPlay: Play<typeof pinMachine> = {
  acts: {
    async 'submit change'({ fill, press }, { pin, newPin }) {
      await fill(t('security.currentPin'), pin)
      await fill(t('security.newPin'), newPin)
      await fill(t('security.confirmNewPin'), newPin)
      await press(t('security.changePin'))
    },
    'forgot pin': ({ press }) => press(t('security.forgotPin')),
    'remember pin': ({ press }) => press(t('security.rememberPin')),
    'request code': ({ press }, _, __, before) =>
      press(t(before.matches({ recovering: 'entering' }) ? 'security.resend' : 'security.sendCode')),
    async 'submit reset'({ fill, press }, { code, newPin }) {
      await fill(t('security.mailedCode'), code)
      await fill(t('security.newPin'), newPin)
      await fill(t('security.confirmNewPin'), newPin)
      await press(t('security.setNewPin'))
    },
  },
  states: {
    'changing.editing': change('ready'),
    'changing.submitting': change('busy'),
    'changing.locked': change('disabled'),
    'changing.blocked': change('disabled'),
    'recovering.offering': offer('ready'),
    'recovering.requesting': offer('busy'),
    'recovering.entering': recovery,
    done: () => ({ dialog: null, toast: t('security.toast.pinChanged') }),
    signedOut: () => ({ dialog: null, toast: '' }),
  },
}
