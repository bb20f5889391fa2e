import type { User } from '../store/users.ts'

/**
 * Whether the account requires two-step verification or a passkey, and the user has neither; a second factor that a
 * provider has checked for the session counts too.
 */
export function lacksSecondStep({ twoStepRequired, twoStep, passkeys, secondFactor }: User): boolean {
  return twoStepRequired && !twoStep && passkeys === 0 && !secondFactor
}

/** Whether the password alone is not enough, and only a passkey is there to sign in with. */
export function needsPasskey({ twoStepRequired, twoStep, passkeys }: User): boolean {
  return twoStepRequired && !twoStep && passkeys > 0
}
