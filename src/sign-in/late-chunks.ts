import { passwordResetTexts, ssoTexts } from '../../languages/screen-texts.ts'
import { withMessages } from '../i18n/text.ts'

// One chunk before those of the screens: the sign-in page then names a single one.

export const passwordReset = () =>
  withMessages(import('../password-reset/password-reset.tsx'), passwordResetTexts)
export const providerButtons = () => withMessages(import('../sso/provider-buttons.tsx'), ssoTexts)
export const providerReturn = () => withMessages(import('../sso/provider-return.tsx'), ssoTexts)
