// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { pinMachine } from '../../machines/pin/machine.ts'
import PinDialog from '../../src/security/pin/pin-dialog.tsx'
import { owner } from '../machines/support/users.ts'
import { pinFlow } from './pin.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { type SeenForm, seenForm } from './support/seen-form.ts'
import { fill, press, show, shows, signInAs, t, toast, told } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

type Snapshot = Parameters<NonNullable<NonNullable<typeof pinFlow.states>[string]>>[0]

const dialog = '[role=dialog]'
const about = ({ context: { failure } }: Snapshot) =>
  told(failure, {
    PIN_MISMATCH: t('security.currentPin'),
    PIN_REUSED: t('security.newPin'),
    INVALID_TOKEN: t('security.mailedCode'),
    MAIL_CODE_EXPIRED: t('security.mailedCode'),
  })

const change = (state: SeenForm['state']) => (_: unknown, snapshot: Snapshot) =>
  shows(dialog, {
    title: t('security.changePin'),
    button: t('security.changePin'),
    state,
    ...about(snapshot),
  })

const offer = (state: SeenForm['state']) => (_: unknown, snapshot: Snapshot) =>
  shows(dialog, {
    title: t('security.recoverTitle'),
    button: t('security.sendCode'),
    state,
    ...about(snapshot),
  })

/** The form for the mailed code; three regions of the chart speak in it. */
function recovery(_: unknown, snapshot: Snapshot) {
  const inForm = (form: 'editing' | 'submitting' | 'locked') =>
    snapshot.matches({ recovering: { entering: { form } } })
  const inResend = (resend: 'waiting' | 'allowed' | 'sending') =>
    snapshot.matches({ recovering: { entering: { resend } } })
  const expired = snapshot.matches({ recovering: { entering: { code: 'expired' } } })
  const { messages, wrong } = about(snapshot)
  const ready = inForm('editing') && !expired && !inResend('sending')
  shows(dialog, {
    title: t('security.recoverTitle'),
    button: t('security.setNewPin'),
    state: inForm('submitting') ? 'busy' : ready ? 'ready' : 'disabled',
    messages: expired && !snapshot.context.failure ? [t('security.codeExpired')] : messages,
    wrong,
  })
  const waiting = screen.queryByText(/^Send another code in/) !== null
  const again = inForm('editing') ? 'ready' : 'disabled'
  expect([waiting, seenForm(dialog)?.buttons[t('security.resend')]]).toEqual(
    inResend('waiting') ? [true, undefined] : [false, inResend('sending') ? 'busy' : again],
  )
}

await describeFlowInView('pin', pinMachine, pinFlow, {
  async open() {
    await signInAs(owner)
    show(<PinDialog onClose={() => undefined} />)
  },
  events: {
    'submit change'() {
      fill(t('security.currentPin'), '2580')
      fill(t('security.newPin'), '1470')
      fill(t('security.confirmNewPin'), '1470')
      press(t('security.changePin'))
    },
    'forgot pin': () => press(t('security.forgotPin')),
    'remember pin': () => press(t('security.rememberPin')),
    'request code'() {
      const offered = seenForm(dialog)?.button === t('security.sendCode')
      press(t(offered ? 'security.sendCode' : 'security.resend'))
    },
    'submit reset'() {
      fill(t('security.mailedCode'), '287082')
      fill(t('security.newPin'), '1470')
      fill(t('security.confirmNewPin'), '1470')
      press(t('security.setNewPin'))
    },
  },
  states: {
    'changing.editing': change('ready'),
    'changing.submitting': change('busy'),
    'changing.locked': change('disabled'),
    'changing.blocked': change('disabled'),
    'recovering.offering': offer('ready'),
    'recovering.requesting': offer('busy'),
    'recovering.entering.resend.waiting': recovery,
    'recovering.entering.resend.allowed': recovery,
    'recovering.entering.resend.sending': recovery,
    'recovering.entering.code.counting': recovery,
    'recovering.entering.code.expired': recovery,
    'recovering.entering.form.editing': recovery,
    'recovering.entering.form.submitting': recovery,
    'recovering.entering.form.locked': recovery,
    done() {
      shows(dialog, null)
      expect(toast()).toBe(t('security.toast.pinChanged'))
    },
    signedOut() {
      shows(dialog, null)
      expect(toast()).toBe('')
    },
  },
})
