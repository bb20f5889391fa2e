import type { SignInStep } from '../../domain/roles.ts'
import { consoleTexts, securityTexts } from '../../languages/languages.ts'
import { withMessages } from '../i18n/text.ts'
import { lazyScreen } from '../ui/lazy.tsx'

/** A screen for each step that must follow the sign-in. */
export const stepScreens = {
  passwordChange: lazyScreen(() => import('../sign-in/change-password-first.tsx')),
  pinSetUp: lazyScreen(() => import('../sign-in/pin-set-up.tsx')),
  twoStepSetUp: lazyScreen(() =>
    withMessages(import('../security/two-step/required-set-up.tsx'), consoleTexts, securityTexts),
  ),
} satisfies Record<SignInStep, ReturnType<typeof lazyScreen>>
