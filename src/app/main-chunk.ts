import { consoleTexts } from '../../languages/languages.ts'
import { withMessages } from '../i18n/text.ts'

/** Loads the console and its messages; call it early, so that they are loaded when the server responds. */
export const loadMainScreens = () => withMessages(import('./main-screens.tsx'), consoleTexts)
