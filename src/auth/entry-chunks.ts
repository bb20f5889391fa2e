import { lazyScreen } from '../app/lazy.tsx'

export const TwoStepStep = lazyScreen(() => import('./two-step-step.tsx'))
export const ChangePasswordFirst = lazyScreen(() => import('./change-password-first.tsx'))
export const PinSetUp = lazyScreen(() => import('./pin-set-up.tsx'))
export const PasswordReset = lazyScreen(() => import('./password-reset.tsx'))
