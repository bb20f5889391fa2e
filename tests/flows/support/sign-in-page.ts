import type { Page } from 'playwright'
import { type SeenForm, seenForm } from './seen-form.ts'

/** What a person has in front of them on one of the screens before the console. */
export type Seen = { heading: string } & Pick<SeenForm, 'messages' | 'wrong' | 'button' | 'state'>

/** Reads the screen as it is now; null while there is no heading. */
export async function seenOn(page: Page): Promise<Seen | null> {
  const seen = await page.evaluate(seenForm, 'main')
  if (!seen) return null
  const { title, messages, wrong, button, state } = seen
  return { heading: title, messages, wrong, button, state }
}
