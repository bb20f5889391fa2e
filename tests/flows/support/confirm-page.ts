import type { Page } from 'playwright'
import { type SeenForm, seenForm } from './seen-form.ts'

/** What a person has in front of them in the dialog that asks for pin or code. `field`: its label; null while there is none. */
export type SeenConfirmation = Pick<SeenForm, 'field' | 'messages' | 'wrong' | 'state'> & { retry: boolean }

/** Reads the dialog as it is now; null while there is none. `retry` is the button's word. */
export async function seenConfirmation(page: Page, retry: string): Promise<SeenConfirmation | null> {
  const seen = await page.evaluate(seenForm, '[role=dialog], [role=alertdialog]')
  if (!seen) return null
  const { field, messages, wrong, state, buttons } = seen
  return { field, messages, wrong, retry: retry in buttons, state }
}
