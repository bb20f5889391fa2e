import { expect } from 'vitest'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { CurrentUser } from '../../../openapi/schema.ts'
import { App } from '../../../src/app/app.tsx'
import { sessionEvents } from '../../../src/session/flow.ts'
import { forgetMailedToken } from '../../../src/session/mailed-token.ts'
import { PasswordReset, stepScreens, TwoStepStep } from '../../../src/sign-in/entry-chunks.ts'
import { end } from './held-actors.ts'
import type { SeenForm } from './seen-form.ts'
import { fill, press, restartSession, settle, show, shows, signInAs, t, told, until } from './view-stage.tsx'

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
  if (user === undefined) restartSession()
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

export function typeCredentials(password = 'Example#1'): void {
  fill(t('auth.email'), 'owner@example.com')
  fill(t('auth.password'), password)
  press(t('auth.signIn'))
}

/** Somebody signs in with the form, as this user. */
export async function signInOnPage(user: CurrentUser): Promise<void> {
  await until(() => typeCredentials())
  await until(() => end({ actorId: 'signIn', output: { ok: true, user } }))
}

const noticeOf: Record<SignInNotice, string> = {
  'session ended': t('error.UNAUTHORIZED'),
  'timed out': t('error.TWO_STEP_TIMED_OUT'),
  'password reset': t('auth.passwordReset'),
}
const fields = {
  CURRENT_PASSWORD_INCORRECT: t('auth.currentPassword'),
  PASSWORD_REUSED: t('auth.newPassword'),
}

type Shown = { context: { failure: Failure | null; notice?: SignInNotice | null } }

/** The screen shows this heading and button in this state, and of the machine's context what is to be read. */
export const screenOf =
  (title: string, button: string, state: SeenForm['state']) =>
  (_: unknown, { context: { failure, notice } }: Shown) => {
    const { messages, wrong } = told(failure, fields)
    shows('main', {
      title,
      button,
      state,
      wrong,
      messages: [...(notice ? [noticeOf[notice]] : []), ...messages],
    })
  }

export const passwordScreen = (state: SeenForm['state']) =>
  screenOf(t('auth.signInTitle'), t('auth.signIn'), state)

/** The console has taken the place of the screens before it, where the user was or at the buckets. */
export function seeConsole(): void {
  shows('main', { title: t('buckets.title') })
  expect(location.pathname).toMatch(/^\/(bucket-management|change-password-first|security)$/)
}
