import { expect } from 'vitest'
import type { signInMachine } from '../../machines/sign-in/machine.ts'
import { passwordScreen, screenOf, seesConsole, typePin } from './support/entry-play.ts'
import { type Play, t } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

const passwordChange = (state: SeenForm['state']) =>
  screenOf(t('auth.changeFirstTitle'), t('auth.changePassword'), state)
const pinSetUp = (state: SeenForm['state']) =>
  screenOf(t('auth.pinSetUpTitle'), t('auth.setPin'), state, { [t('auth.pin')]: t('issue.pin-too-short') })

export const signInPlay: Play<typeof signInMachine> = {
  acts: {
    async 'submit password change'({ fill, press }, { currentPassword, newPassword }) {
      await fill(t('auth.currentPassword'), currentPassword)
      await fill(t('auth.newPassword'), newPassword)
      await fill(t('auth.confirmPassword'), newPassword)
      await press(t('auth.changePassword'))
    },
    'submit pin': (person, { pin }) => typePin(person, pin),
    'sign out': ({ press }) => press(t('auth.otherAccount')),
  },
  states: {
    // Whether a sign-out is still to be confirmed the session knows.
    authenticating(snapshot) {
      const { screen } = passwordScreen('ready')(snapshot)
      return { screen: { ...screen, messages: expect.arrayContaining(screen.messages ?? []) } }
    },
    'passwordChange.editing': passwordChange('ready'),
    'passwordChange.submitting': passwordChange('busy'),
    'passwordChange.locked': passwordChange('disabled'),
    'pinSetUp.editing': pinSetUp('ready'),
    'pinSetUp.submitting': pinSetUp('busy'),
    signingOut: () => ({ screen: { state: 'busy' } }),
    done: seesConsole,
  },
}
