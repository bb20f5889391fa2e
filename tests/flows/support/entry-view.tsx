import { expect } from 'vitest'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { App } from '../../../src/app/app.tsx'
import { stepScreens } from '../../../src/app/step-screens.ts'
import { sessionEvents } from '../../../src/session/flow.ts'
import { forgetMailedToken } from '../../../src/session/mailed-token.ts'
import { PasswordReset, TwoStepStep } from '../../../src/sign-in/entry-chunks.ts'
import { typeCredentials } from './entry-play.ts'
import { end } from './held-actors.ts'
import { person } from './person-in-view.ts'
import { places } from './play.ts'
import { seenForm } from './seen-form.ts'
import { restartSession, settle, show, signInAs, until } from './view-stage.tsx'

/** Loaded before they are shown: a test waits for no module. */
const chunks = [PasswordReset, TwoStepStep, ...Object.values(stepScreens)]

/**
 * Opens the whole page at `address` as `user`; null: nobody is signed in; undefined: who is signed in is not answered
 * yet. `before`: what the page does before it is shown.
 */
export async function openApp(
  address: string,
  user?: CurrentUser | null,
  before?: () => void,
): Promise<void> {
  forgetMailedToken()
  await Promise.all(chunks.map(chunk => chunk.preload()))
  if (user === undefined) await restartSession()
  else await signInAs(user)
  history.replaceState(null, '', address)
  before?.()
  show(<App />, { toasts: false })
}

/** Opens the sign-in page after a password reset, which has said so. */
export async function openAfterReset(): Promise<void> {
  await openApp('/forgot-password', null)
  await settle()
  sessionEvents.passwordReset()
  history.pushState(null, '', '/')
}

/** Somebody signs in with the form, as this user. */
export async function signInOnPage(user: CurrentUser): Promise<void> {
  await until(() => expect(seenForm(places.screen)?.state).toBe('ready'))
  await typeCredentials(person, 'owner@example.com', 'Vuon-tao#1')
  await until(() => end({ actorId: 'signIn', output: { ok: true, user } }))
}
