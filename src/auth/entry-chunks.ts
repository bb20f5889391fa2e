import { screen } from '../app/screen.tsx'

export const TwoStepStep = screen(() => import('./two-step-step.tsx'))
export const ChangePasswordFirst = screen(() => import('./change-password-first.tsx'))
export const PinSetUp = screen(() => import('./pin-set-up.tsx'))
export const PasswordReset = screen(() => import('./password-reset.tsx'))
