import { lazyScreen } from '../ui/lazy.tsx'

export const TwoStepStep = lazyScreen(() => import('./second-factor-screen.tsx'))
export const PasswordReset = lazyScreen(() => import('../password-reset/password-reset.tsx'))
