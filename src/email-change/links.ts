import type { ComponentType } from 'react'
import { emailTexts } from '../../languages/languages.ts'
import { withMessages } from '../i18n/text.ts'

type Page = () => Promise<{ default: ComponentType<object> }>

/** The pages of mailed links, with their texts: one chunk leads to them, which the sign-in page does not need. */
export const links = {
  confirmEmail: () => withMessages(import('./confirm-email.tsx'), emailTexts),
  undoEmail: () => withMessages(import('./undo-email.tsx'), emailTexts),
  address: () => withMessages(import('./address-link.tsx'), emailTexts),
} satisfies Record<string, Page>
