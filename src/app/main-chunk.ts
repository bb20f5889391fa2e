import { consoleTexts } from '../../languages/languages.ts'
import { withMessages } from '../i18n/text.ts'

/** Loads the console and its messages; called early, it is there when the answer of the server comes. */
export const loadMainScreens = () => withMessages(import('./main-screens.tsx'), consoleTexts)
