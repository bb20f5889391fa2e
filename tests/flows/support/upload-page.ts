import type { Page } from 'playwright'

/** What a person sees of the one file in the upload panel. */
export type SeenRow = { status: string; buttons: string[] }

/** Reads the row as it is now; null while there is none. */
export async function seenRow(page: Page): Promise<SeenRow | null> {
  return page.evaluate(() => {
    const row = document.querySelector('section [data-status]')
    if (!row) return null
    return {
      status: row.children[1]?.lastElementChild?.textContent ?? '',
      buttons: [...row.querySelectorAll('button')].map(button => button.ariaLabel ?? ''),
    }
  })
}

/** What the rows of the panel say, by file name. */
export async function seenRows(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('section [data-status]')].map(row => [
      row.querySelector('[title]')?.getAttribute('title') ?? '',
      row.children[1]?.lastElementChild?.textContent ?? '',
    ])
    return Object.fromEntries(rows)
  })
}
