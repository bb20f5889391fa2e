import type { User } from '../store/users.ts'

/** Whether the user has a passkey to sign in with: where a sign-in at a provider is required, none does. */
export function hasPasskey({ passkeys, ssoRequired }: Pick<User, 'passkeys' | 'ssoRequired'>): boolean {
  return passkeys > 0 && !ssoRequired
}

/**
 * Whether the account requires two-step verification or a passkey, and the user has neither; a second factor that a
 * provider has checked for the session counts too.
 */
export function lacksSecondStep(user: User): boolean {
  return user.twoStepRequired && !user.twoStep && !hasPasskey(user) && !user.secondFactor
}

/** Whether the password alone is not enough, and only a passkey is there to sign in with. */
export function needsPasskey(user: User): boolean {
  return user.twoStepRequired && !user.twoStep && hasPasskey(user)
}
