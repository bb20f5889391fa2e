import type { Page } from 'playwright'

/** The names of the controls of the page's bar that the message covers; null: there is no message. */
export const coveredByToast = (page: Page): Promise<(string | null)[] | null> =>
  page.evaluate(() => {
    const toast = document.querySelector('[data-toast]')?.getBoundingClientRect()
    if (!toast) return null
    return [...document.querySelectorAll('header :is(a, button)')]
      .filter(control => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top
      })
      .map(control => control.getAttribute('aria-label') ?? control.textContent)
  })
