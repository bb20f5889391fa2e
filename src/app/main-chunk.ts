import { consoleTexts } from '../../languages/languages.ts'
import { addMessages } from '../i18n/text.ts'

/** Loads the console and its messages; called early, it is there when the answer of the server comes. */
export async function loadMainScreens() {
  const [screens] = await Promise.all([import('./main-screens.tsx'), addMessages(consoleTexts)])
  return screens
}
