// @vitest-environment happy-dom
import { vi } from 'vitest'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import { owner } from '../machines/support/users.ts'
import { signInFlow } from './sign-in.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import {
  openAfterReset,
  openApp,
  passwordScreen,
  screenOf,
  seeConsole,
  signInOnPage,
} from './support/entry-view.tsx'
import type { SeenForm } from './support/seen-form.ts'
import { fill, press, shows, signOutElsewhere, t } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))

const passwordChange = (state: SeenForm['state']) =>
  screenOf(t('auth.changeFirstTitle'), t('auth.changePassword'), state)
const pinSetUp = (state: SeenForm['state']) => screenOf(t('auth.pinSetUpTitle'), t('auth.setPin'), state)

await describeFlowInView('sign-in', signInMachine, signInFlow, {
  async open(start) {
    const { user, notice } = signInFlow.starts[start]!
    if (notice === 'password reset') await openAfterReset()
    else await openApp(user === owner ? '/bucket-management' : '/', user)
  },
  events: {
    'authenticate: done': (_, { output }) => signInOnPage((output as AuthenticateOutput).user),
    'submit password change'() {
      fill(t('auth.currentPassword'), 'Example#1')
      fill(t('auth.newPassword'), 'Example#2')
      fill(t('auth.confirmPassword'), 'Example#2')
      press(t('auth.changePassword'))
    },
    'submit pin'() {
      fill(t('auth.pin'), '2580')
      fill(t('auth.confirmPin'), '2580')
      press(t('auth.setPin'))
    },
    'sign out': () => press(t('auth.otherAccount')),
    'signed out': signOutElsewhere,
  },
  states: {
    authenticating: passwordScreen('ready'),
    'passwordChange.editing': passwordChange('ready'),
    'passwordChange.submitting': passwordChange('busy'),
    'passwordChange.locked': passwordChange('disabled'),
    'pinSetUp.editing': pinSetUp('ready'),
    'pinSetUp.submitting': pinSetUp('busy'),
    signingOut: () => shows('main', { state: 'busy' }),
    done: seeConsole,
  },
})
