import type { SnapshotFrom } from 'xstate'
import type { authenticateMachine } from '../../machines/authenticate/machine.ts'
import { passwordScreen, seesConsole, typeCredentials } from './support/entry-play.ts'
import { type Play, type Sight, t, told } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

const labelOf = { app: t('auth.code'), recovery: t('auth.recoveryCode') }

/** The code form, which asks for the kind of code that is chosen. */
const codeScreen =
  (state: SeenForm['state']) =>
  ({ context: { failure, codeKind } }: SnapshotFrom<typeof authenticateMachine>): Sight => {
    const field = labelOf[codeKind]
    const { messages, wrong } = told(failure, { AUTH_CODE_INVALID: field })
    const sentence = codeKind === 'recovery' ? t('auth.recoveryInvalid') : t('error.AUTH_CODE_INVALID')
    return {
      screen: {
        title: t('auth.twoStepTitle'),
        button: t('auth.verify'),
        state,
        field,
        messages,
        wrong: field in wrong ? { [field]: sentence } : {},
      },
    }
  }

export const authenticatePlay: Play<typeof authenticateMachine> = {
  acts: {
    'submit credentials': (person, { username, password }) => typeCredentials(person, username, password),
    'ask for passkey': ({ press }) => press(t('auth.passkey')),
    'passkey picked'() {
      throw new Error('The browser shows passkeys outside of the page')
    },
    'choose code kind': ({ press }, { kind }) =>
      press(t(kind === 'app' ? 'auth.useAppCode' : 'auth.useRecoveryCode')),
    async 'submit code'({ fill, press }, { code }, _, { context: { codeKind } }) {
      await fill(labelOf[codeKind], code)
      // A code of the app is sent by itself.
      if (codeKind === 'recovery') await press(t('auth.verify'))
    },
    'start over': ({ press }) => press(t('auth.backToSignIn')),
  },
  states: {
    'password.editing': passwordScreen('ready'),
    'password.submitting': passwordScreen('busy'),
    'password.withPasskey': passwordScreen('busy'),
    'password.locked': passwordScreen('disabled'),
    'code.editing': codeScreen('ready'),
    'code.submitting': codeScreen('busy'),
    'code.locked': codeScreen('disabled'),
    done: seesConsole,
  },
}
