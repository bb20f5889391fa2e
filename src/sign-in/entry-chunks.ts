import { lazyScreen } from '../ui/lazy.tsx'

export const TwoStepStep = lazyScreen(() => import('./second-factor-screen.tsx'))
export const ChangePasswordFirst = lazyScreen(() => import('./change-password-first.tsx'))
export const PinSetUp = lazyScreen(() => import('./pin-set-up.tsx'))
export const PasswordReset = lazyScreen(() => import('../password-reset/password-reset.tsx'))
