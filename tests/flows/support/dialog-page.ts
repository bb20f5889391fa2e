import type { Page } from 'playwright'
import { type SeenForm, seenForm } from './seen-form.ts'

/** What a person has in front of them in a dialog with a form. */
export type SeenDialog = Pick<SeenForm, 'title' | 'messages' | 'wrong' | 'button' | 'state'>

/** Reads the dialog as it is now; null while there is none. */
export async function seenDialog(page: Page): Promise<SeenDialog | null> {
  const seen = await page.evaluate(seenForm, '[role=dialog]')
  if (!seen) return null
  const { title, messages, wrong, button, state } = seen
  return { title, messages, wrong, button, state }
}
