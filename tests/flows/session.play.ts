import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { sessionMachine } from '../../machines/session/machine.ts'
import { selectSignOutUnconfirmed } from '../../machines/session/selectors.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { typePin } from './support/entry-play.ts'
import { type Play, type Sight, t } from './support/play.ts'

type Snapshot = SnapshotFrom<typeof sessionMachine>
/** The e-mail address of one of the model's users. */
type Scene = { emailOf(user: CurrentUser): string }

export function userOf({ context: { user } }: Snapshot): CurrentUser {
  if (!user) throw new Error('The model has no user')
  return user
}

const unconfirmed = t('auth.signOutUnconfirmed')
const signInPage = (snapshot: Snapshot): Sight => ({
  screen: { title: t('auth.signInTitle'), state: 'ready' },
  dialog: null,
  says: { [unconfirmed]: selectSignOutUnconfirmed(snapshot) },
})

/** The page is the console of the model's user, or the screen where that user sets a PIN. */
const console = (snapshot: Snapshot): Sight => ({
  screen: { title: t(userOf(snapshot).pin_exists ? 'buckets.title' : 'auth.pinSetUpTitle') },
  dialog: null,
})

const dialog = (snapshot: Snapshot, { emailOf }: Scene): Sight => {
  const account = t('auth.account', { email: emailOf(userOf(snapshot)) })
  return { dialog: { title: t('auth.expiredTitle'), state: 'ready', text: expect.stringContaining(account) } }
}

export const sessionPlay: Play<typeof sessionMachine, Scene> = {
  acts: {
    'user changed': person => typePin(person, '2580'),
    retry: ({ press }) => press(t('common.retry')),
  },
  states: {
    restoring: () => ({ screen: null }),
    unreachable: () => ({ screen: { title: t('app.userFailed') } }),
    signedOut: signInPage,
    'signedIn.active': console,
    'signedIn.expired': dialog,
    'signedIn.signingOut': console,
  },
}
