import { ssoTexts } from '../../languages/screen-texts.ts'
import { withMessages } from '../i18n/text.ts'

// One chunk before those of the screens: the sign-in page then names a single one, also where there is no provider.

export const providerButtons = () => withMessages(import('./provider-buttons.tsx'), ssoTexts)
export const providerReturn = () => withMessages(import('./provider-return.tsx'), ssoTexts)
