import type { SignInStep } from '../../domain/roles.ts'
import { lazyScreen } from '../ui/lazy.tsx'

export const TwoStepStep = lazyScreen(() => import('./second-factor-screen.tsx'))
/** A screen for each step that must follow the sign-in. */
export const stepScreens = {
  passwordChange: lazyScreen(() => import('./change-password-first.tsx')),
  pinSetUp: lazyScreen(() => import('./pin-set-up.tsx')),
} satisfies Record<SignInStep, ReturnType<typeof lazyScreen>>
export const PasswordReset = lazyScreen(() => import('../password-reset/password-reset.tsx'))
