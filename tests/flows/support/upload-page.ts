import type { Page } from 'playwright'
import { seenRows as read } from './seen-rows.ts'

/** What a person sees of the one file in the upload panel. */
export type SeenRow = { status: string; buttons: string[] }

/** Reads the row as it is now; null while there is none. */
export async function seenRow(page: Page): Promise<SeenRow | null> {
  const [row] = await page.evaluate(read)
  return row ? { status: row.status, buttons: row.buttons } : null
}

/** What the rows of the panel say, by file name. */
export async function seenRows(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries((await page.evaluate(read)).map(row => [row.name, row.status]))
}
