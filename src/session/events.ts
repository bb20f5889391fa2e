import type { CurrentUser } from '../../openapi/schema.ts'
import { session } from './provider.ts'

export const sessionEvents = {
  signOut: () => session.send({ type: 'sign out' }),
  retry: () => session.send({ type: 'retry' }),
  reloadUser: () => session.send({ type: 'reload user' }),
  passwordReset: () => session.send({ type: 'password reset' }),
  noticeTaken: () => session.send({ type: 'notice taken' }),
  signedIn: (user: CurrentUser) => session.send({ type: 'signed in', user }),
  userChanged: (change: Partial<CurrentUser>) => session.send({ type: 'user changed', change }),
  signedOut: () => session.send({ type: 'signed out' }),
}
