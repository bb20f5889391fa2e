import type { Page } from 'playwright'
import { seenRows as read } from './seen-rows.ts'

/** What the rows of the panel say, by file name. */
export async function seenRows(page: Page): Promise<Record<string, string>> {
  return Object.fromEntries((await page.evaluate(read)).map(row => [row.name, row.status]))
}
