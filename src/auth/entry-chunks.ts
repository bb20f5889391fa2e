import { screen } from '../app/screen.tsx'

export const TwoStepStep = screen(() => import('./two-step-step.tsx'))
export const ChangePasswordFirst = screen(() => import('./change-password-first.tsx'))
export const PinSetUp = screen(() => import('./pin-set-up.tsx'))
export const PasswordReset = screen(() => import('./password-reset.tsx'))

/** Loads what may come after the password; called while that is checked, it is there when the answer comes. */
export function preloadSteps(): void {
  for (const step of [TwoStepStep, ChangePasswordFirst, PinSetUp]) void step.preload()
}
