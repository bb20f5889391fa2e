import type { SnapshotFrom } from 'xstate'
import type { TwoStepTask, twoStepMachine } from '../../machines/two-step/machine.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

type Snapshot = SnapshotFrom<typeof twoStepMachine>
type Words = Record<'title' | 'field' | 'button' | 'toast', MessageId>

const code = { field: 'security.code' } as const
const words: Record<Exclude<TwoStepTask['name'], 'change method'>, Words> = {
  'switch on': {
    ...{ ...code, title: 'security.switchOnTitle', button: 'security.switchOn' },
    toast: 'security.toast.switchedOn',
  },
  'switch off': {
    ...{ ...code, title: 'security.switchOffTitle', button: 'security.switchOff' },
    toast: 'security.toast.switchedOff',
  },
  'renew codes': {
    ...{ ...code, title: 'security.renewTitle', button: 'security.renewCodes' },
    toast: 'security.toast.renewed',
  },
}

/** What a task is called on the screen. */
function wordsOf(task: TwoStepTask): Words {
  if (task.name !== 'change method') return words[task.name]
  const toast = 'security.toast.methodChanged'
  return task.method === 'pin'
    ? { ...code, title: 'security.usePinTitle', button: 'security.usePinDo', toast }
    : { field: 'auth.pin', title: 'security.useCodeTitle', button: 'security.useCodeDo', toast }
}

/** Whether the pin proves who asks; a code is sent by itself. */
export const confirmedByPin = (task: TwoStepTask) =>
  task.name === 'change method' && task.method === 'two-step'

/** The form of a step is in this state, and says of the snapshot's context what is to be read. */
const form =
  (state: SeenForm['state'], step: 'password' | 'proof or code' = 'proof or code') =>
  ({ context: { task, failure } }: Snapshot): Sight => {
    const words = wordsOf(task)
    const field = t(step === 'password' ? 'auth.password' : words.field)
    const fields = { CURRENT_PASSWORD_INCORRECT: field, AUTH_CODE_INVALID: field, PIN_INCORRECT: field }
    const button = t(step === 'password' ? 'security.next' : words.button)
    return { dialog: { title: t(words.title), field, button, state, ...told(failure, fields) } }
  }

const recoveryCodes = (finish: SeenForm['state']) => (): Sight => ({
  dialog: {
    title: t('security.codesTitle'),
    buttons: {
      [t('security.copyCodes')]: 'ready',
      [t('security.downloadCodes')]: 'ready',
      [t('security.printCodes')]: 'ready',
      [t('security.finish')]: finish,
    },
  },
})

export const twoStepPlay: Play<typeof twoStepMachine> = {
  acts: {
    async 'submit password'({ fill, press }, { password }) {
      await fill(t('auth.password'), password)
      await press(t('security.next'))
    },
    'submit code': ({ fill }, event) => fill(t('security.code'), event.code),
    'start over': ({ press }) => press(t('security.beginAgain')),
    async 'submit proof'({ fill, press }, { proof }, _, { context: { task } }) {
      const { field, button } = wordsOf(task)
      await fill(t(field), proof)
      if (confirmedByPin(task)) await press(t(button))
    },
    'acknowledge codes': ({ check }, { acknowledged }) => check(t('security.codesKept'), acknowledged),
    finish: ({ press }) => press(t('security.finish')),
  },
  states: {
    'password.editing': form('ready', 'password'),
    'password.submitting': form('busy', 'password'),
    'password.locked': form('disabled', 'password'),
    'code.editing': form('ready'),
    'code.submitting': form('busy'),
    'code.locked': form('disabled'),
    timedOut: () => ({
      dialog: {
        title: t('security.timedOut'),
        messages: [t('security.timedOutLead')],
        field: null,
        buttons: {
          [t('common.close')]: 'ready',
          [t('common.cancel')]: 'ready',
          [t('security.beginAgain')]: 'ready',
        },
      },
    }),
    'proving.editing': form('ready'),
    'proving.submitting': form('busy'),
    'proving.locked': form('disabled'),
    'showingRecoveryCodes.unacknowledged': recoveryCodes('disabled'),
    'showingRecoveryCodes.acknowledged': recoveryCodes('ready'),
    done: ({ context: { task } }) => ({ dialog: null, toast: t(wordsOf(task).toast) }),
    signedOut: () => ({ dialog: null, toast: '' }),
  },
}
