import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import {
  selectScreen,
  selectSignOutUnconfirmed,
  type sessionMachine,
} from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { passwordIssues, passwordScreen, screenOf, typePin } from './support/entry-play.ts'
import { type Play, type Sight, t } from './support/play.ts'
import type { SeenForm } from './support/seen-form.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>
/** The e-mail address of one of the model's users. */
type Scene = { emailOf(user: CurrentUser): string }

export function userOf({ context: { user } }: Snapshot): CurrentUser {
  if (!user) throw new Error('The model has no user')
  return user
}

const unconfirmed = t('auth.signOutUnconfirmed')

/** The sign-in form, with what is said beside its own messages. */
function signInForm(snapshot: Snapshot): Sight {
  const { screen } = passwordScreen('ready')(snapshot)
  return { screen: { ...screen, messages: expect.arrayContaining(screen.messages ?? []) } }
}

const passwordChange = (state: SeenForm['state']) =>
  screenOf(t('auth.changeFirstTitle'), t('auth.changePassword'), state, passwordIssues)
const pinSetUp = (state: SeenForm['state']) =>
  screenOf(t('auth.pinSetUpTitle'), t('auth.setPin'), state, { [t('auth.pin')]: t('issue.pin-too-short') })

const twoStepSetUp = (): Sight => ({ screen: { title: t('security.requiredTitle') } })

/** The page stays as it is: the console, or a step that can no longer be sent. */
function leaving(snapshot: Snapshot): Sight {
  const screen = selectScreen(snapshot)
  if (screen === 'console') return { screen: { title: t('buckets.title') }, dialog: null }
  if (screen === 'twoStepSetUp') return { ...twoStepSetUp(), dialog: null }
  const title = t(screen === 'passwordChange' ? 'auth.changeFirstTitle' : 'auth.pinSetUpTitle')
  return { screen: { title, state: 'busy' }, dialog: null }
}

const dialog = (snapshot: Snapshot, { emailOf }: Scene): Sight => {
  const account = t('auth.account', { email: emailOf(userOf(snapshot)) })
  return { dialog: { title: t('auth.expiredTitle'), state: 'ready', text: expect.stringContaining(account) } }
}

export const sessionPlay: Play<typeof sessionMachine, Scene> = {
  acts: {
    async 'submit password change'({ fill, press }, { currentPassword, newPassword }) {
      await fill(t('auth.currentPassword'), currentPassword)
      await fill(t('auth.newPassword'), newPassword)
      await fill(t('auth.confirmPassword'), newPassword)
      await press(t('auth.changePassword'))
    },
    'submit pin': (person, { pin }) => typePin(person, pin),
    retry: ({ press }) => press(t('common.retry')),
  },
  states: {
    restoring: () => ({ screen: null }),
    unreachable: () => ({ screen: { title: t('app.userFailed') } }),
    'signedOut.form': signInForm,
    'signedOut.elsewhere': snapshot => ({
      dialog: null,
      says: { [unconfirmed]: selectSignOutUnconfirmed(snapshot) },
    }),
    'signedIn.open.validity.active': () => ({ dialog: null }),
    'signedIn.open.validity.expired': dialog,
    'signedIn.open.steps.console': () => ({ screen: { title: t('buckets.title') } }),
    'signedIn.open.steps.passwordChange.editing': passwordChange('ready'),
    'signedIn.open.steps.passwordChange.submitting': passwordChange('busy'),
    'signedIn.open.steps.passwordChange.locked': passwordChange('disabled'),
    'signedIn.open.steps.pinSetUp.editing': pinSetUp('ready'),
    'signedIn.open.steps.pinSetUp.submitting': pinSetUp('busy'),
    'signedIn.open.steps.twoStepSetUp': twoStepSetUp,
    'signedIn.signingOut': leaving,
  },
}
