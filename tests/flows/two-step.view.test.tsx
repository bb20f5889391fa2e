// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { type TwoStepTask, twoStepMachine } from '../../machines/two-step/machine.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import TwoStepDialog from '../../src/security/two-step/two-step-dialog.tsx'
import { owner } from '../machines/support/users.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import type { SeenForm } from './support/seen-form.ts'
import { anotherCode, fill, press, show, shows, signInAs, t, toast, told } from './support/view-stage.tsx'
import { twoStepFlow } from './two-step.flow.ts'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const dialog = '[role=dialog]'

type Words = Record<'title' | 'field' | 'button' | 'toast', MessageId>
function wordsOf(task: TwoStepTask): Words {
  const code = { field: 'security.code' } as const
  switch (task.name) {
    case 'switch on':
      return {
        ...code,
        title: 'security.switchOnTitle',
        button: 'security.switchOn',
        toast: 'security.toast.switchedOn',
      }
    case 'switch off':
      return {
        ...code,
        title: 'security.switchOffTitle',
        button: 'security.switchOff',
        toast: 'security.toast.switchedOff',
      }
    case 'renew codes':
      return {
        ...code,
        title: 'security.renewTitle',
        button: 'security.renewCodes',
        toast: 'security.toast.renewed',
      }
    case 'change method':
      return {
        ...(task.method === 'pin'
          ? { ...code, title: 'security.usePinTitle', button: 'security.usePinDo' }
          : { title: 'security.useCodeTitle', field: 'auth.pin', button: 'security.useCodeDo' }),
        toast: 'security.toast.methodChanged',
      }
  }
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof twoStepFlow.states>[string]>>[0]

/** The form of a step is in this state, and says of the snapshot's context what is to be read. */
const form =
  (state: SeenForm['state'], step: 'password' | 'proof or code') =>
  (task: TwoStepTask, { context: { failure } }: Snapshot) => {
    const words = wordsOf(task)
    const field = t(step === 'password' ? 'auth.password' : words.field)
    shows(dialog, {
      title: t(words.title),
      field,
      button: t(step === 'password' ? 'security.next' : words.button),
      state,
      ...told(failure, { CURRENT_PASSWORD_INCORRECT: field, AUTH_CODE_INVALID: field, PIN_INCORRECT: field }),
    })
  }

const recoveryCodes =
  (kept: boolean) =>
  (_: TwoStepTask, { context }: Snapshot) => {
    const list = screen.getByRole('list', { name: t('security.recoveryCodes') })
    expect([...list.children].map(item => item.textContent)).toEqual(context.recoveryCodes)
    shows(dialog, {
      title: t('security.codesTitle'),
      buttons: {
        [t('security.copyCodes')]: 'ready',
        [t('security.downloadCodes')]: 'ready',
        [t('security.printCodes')]: 'ready',
        [t('security.finish')]: kept ? 'ready' : 'disabled',
      },
    })
  }

await describeFlowInView('two-step', twoStepMachine, twoStepFlow, {
  async open(start) {
    await signInAs(owner)
    const { task } = twoStepFlow.starts[start]!
    show(<TwoStepDialog task={task} onClose={() => undefined} />)
    return task
  },
  events: {
    'submit password'() {
      fill(t('auth.password'), 'Example#1')
      press(t('security.next'))
    },
    'submit code': () => fill(t('security.code'), anotherCode()),
    'start over': () => press(t('security.beginAgain')),
    'submit proof'(task) {
      const { field, button } = wordsOf(task)
      const byPin = field === 'auth.pin'
      fill(t(field), byPin ? '2580' : anotherCode())
      if (byPin) press(t(button))
    },
    'acknowledge codes'(_, event) {
      const { acknowledged } = event as typeof event & { acknowledged: boolean }
      const box = screen.getByLabelText<HTMLInputElement>(t('security.codesKept'))
      if (box.checked !== acknowledged) fireEvent.click(box)
    },
    finish: () => press(t('security.finish')),
  },
  states: {
    'password.editing': form('ready', 'password'),
    'password.submitting': form('busy', 'password'),
    'password.locked': form('disabled', 'password'),
    'code.editing'(task, snapshot) {
      form('ready', 'proof or code')(task, snapshot)
      screen.getByRole('img', { name: t('security.qr') })
      const key = screen.getByRole('group', { name: t('security.keyLabel') })
      expect(key.textContent).toBe(snapshot.context.setUp?.secret)
    },
    'code.submitting': form('busy', 'proof or code'),
    'code.locked': form('disabled', 'proof or code'),
    timedOut: () =>
      shows(dialog, {
        title: t('security.timedOut'),
        messages: [t('security.timedOutLead')],
        field: null,
        buttons: {
          [t('common.close')]: 'ready',
          [t('common.cancel')]: 'ready',
          [t('security.beginAgain')]: 'ready',
        },
      }),
    'proving.editing': form('ready', 'proof or code'),
    'proving.submitting': form('busy', 'proof or code'),
    'proving.locked': form('disabled', 'proof or code'),
    'showingRecoveryCodes.unacknowledged': recoveryCodes(false),
    'showingRecoveryCodes.acknowledged': recoveryCodes(true),
    done(task) {
      shows(dialog, null)
      expect(toast()).toBe(t(wordsOf(task).toast))
    },
    signedOut() {
      shows(dialog, null)
      expect(toast()).toBe('')
    },
  },
})
