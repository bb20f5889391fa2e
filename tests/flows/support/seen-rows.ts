/** What a person sees of a file in the upload panel. */
export type SeenRow = { name: string; status: string; buttons: string[] }

/** Reads the rows of the panel. It runs in Chromium too, by `page.evaluate(seenRows)`: so it uses nothing from outside of itself. */
export function seenRows(): SeenRow[] {
  return [...document.querySelectorAll('section [data-status]')].map(row => ({
    name: row.querySelector('[title]')?.getAttribute('title') ?? '',
    status: row.children[1]?.lastElementChild?.textContent ?? '',
    buttons: [...row.querySelectorAll('button')].map(button => button.getAttribute('aria-label') ?? ''),
  }))
}
