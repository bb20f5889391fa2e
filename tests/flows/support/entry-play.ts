import { expect } from 'vitest'
import type { SignInNotice } from '../../../machines/authenticate/machine.ts'
import type { Failure } from '../../../machines/failure.ts'
import { type Person, type Sight, t, told } from './play.ts'
import type { SeenForm } from './seen-form.ts'

const noticeOf: Record<SignInNotice, string> = {
  'session ended': t('error.UNAUTHORIZED'),
  'timed out': t('error.TWO_STEP_TIMED_OUT'),
  'password reset': t('auth.passwordReset'),
}
const fields = {
  CURRENT_PASSWORD_INCORRECT: t('auth.currentPassword'),
  PASSWORD_REUSED: t('auth.newPassword'),
}

/** What the server says is wrong with a new password. */
export const passwordIssues = { [t('auth.newPassword')]: t('issue.password-rule') }

type Shown = { context: { failure: Failure | null; notice?: SignInNotice | null } }

/**
 * The screen shows this heading and button in this state, and of the machine's context what is to be read. `issues`: what the
 * server says is wrong with fields.
 */
export const screenOf =
  (title: string, button: string, state: SeenForm['state'], issues?: Record<string, string>) =>
  ({ context: { failure, notice } }: Shown): Sight & { screen: Partial<SeenForm> } => {
    const { messages, wrong } = told(failure, fields, issues)
    return {
      screen: { title, button, state, wrong, messages: [...(notice ? [noticeOf[notice]] : []), ...messages] },
    }
  }

export const passwordScreen = (state: SeenForm['state']) =>
  screenOf(t('auth.signInTitle'), t('auth.signIn'), state)

/** The console has taken the place of the screens before it, where the user was or at the buckets. */
export const seesConsole = (): Sight => ({
  screen: { title: t('buckets.title') },
  path: expect.stringMatching(/^\/(bucket-management|change-password-first|security)$/),
})

export async function typeCredentials({ fill, press }: Person, email: string, password: string) {
  await fill(t('auth.email'), email)
  await fill(t('auth.password'), password)
  await press(t('auth.signIn'))
}

export async function typeNewPassword({ fill, press }: Person, password: string) {
  await fill(t('auth.newPassword'), password)
  await fill(t('auth.confirmPassword'), password)
  await press(t('auth.setPassword'))
}

export async function typePin({ fill, press }: Person, pin: string) {
  await fill(t('auth.pin'), pin)
  await fill(t('auth.confirmPin'), pin)
  await press(t('auth.setPin'))
}
