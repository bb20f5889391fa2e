// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { authenticateMachine, type CodeKind } from '../../machines/authenticate/machine.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import {
  openAfterReset,
  openApp,
  passwordScreen,
  seeConsole,
  typeCredentials,
} from './support/entry-view.tsx'
import type { SeenForm } from './support/seen-form.ts'
import { anotherCode, answer, fill, press, shows, t, toast, told } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))

const labelOf = { app: t('auth.code'), recovery: t('auth.recoveryCode') }

type Snapshot = Parameters<NonNullable<NonNullable<typeof authenticateFlow.states>[string]>>[0]

/** The code form, which asks for the kind of code that is chosen. */
const codeScreen =
  (state: SeenForm['state']) =>
  (_: unknown, { context: { failure, codeKind } }: Snapshot) => {
    const field = labelOf[codeKind]
    const { messages, wrong } = told(failure, { AUTH_CODE_INVALID: field })
    const sentence = codeKind === 'recovery' ? t('auth.recoveryInvalid') : t('error.AUTH_CODE_INVALID')
    shows('main', {
      title: t('auth.twoStepTitle'),
      button: t('auth.verify'),
      state,
      field,
      messages,
      wrong: field in wrong ? { [field]: sentence } : {},
    })
  }

let usedRecoveryCode = false

/** The form offers only the other kind of code. */
const inView: typeof authenticateFlow = {
  ...authenticateFlow,
  possible: ({ context }, event) =>
    event.type !== 'choose code kind' || (event as unknown as { kind: CodeKind }).kind !== context.codeKind,
}

await describeFlowInView('authenticate', authenticateMachine, inView, {
  async open(start) {
    const { notice } = authenticateFlow.starts[start]!
    answer('GET /api/user/method-security', { recovery_codes_left: 7 })
    if (notice === 'password reset') await openAfterReset()
    else await openApp('/', null)
  },
  events: {
    'submit credentials'() {
      usedRecoveryCode = false
      return typeCredentials()
    },
    'choose code kind'(_, event) {
      const { kind } = event as unknown as { kind: CodeKind }
      press(t(kind === 'app' ? 'auth.useAppCode' : 'auth.useRecoveryCode'))
    },
    'submit code'() {
      usedRecoveryCode = false
      if (screen.queryByLabelText(labelOf.app, { exact: true })) return fill(labelOf.app, anotherCode())
      usedRecoveryCode = true
      fill(labelOf.recovery, 'k3m9x20vtq')
      press(t('auth.verify'))
    },
    'start over': () => press(t('auth.backToSignIn')),
  },
  states: {
    'password.editing': passwordScreen('ready'),
    'password.submitting': passwordScreen('busy'),
    'password.locked': passwordScreen('disabled'),
    'code.editing': codeScreen('ready'),
    'code.submitting': codeScreen('busy'),
    'code.locked': codeScreen('disabled'),
    done() {
      seeConsole()
      if (usedRecoveryCode) expect(toast()).toContain(t('auth.recoveryCodesLeft', { left: 7 }))
    },
  },
})
