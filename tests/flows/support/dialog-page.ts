import type { Page } from 'playwright'

/** What a person has in front of them in a dialog with a form. */
export type SeenDialog = {
  title: string
  /** Errors, notices and waiting times. */
  messages: string[]
  /** Fields that are marked as wrong, with what is said about them. */
  wrong: Record<string, string>
  /** The button that sends the form, and whether it can be used. */
  button: string
  state: 'ready' | 'busy' | 'disabled'
}

/** Reads the dialog as it is now; null while there is none. */
export async function seenDialog(page: Page): Promise<SeenDialog | null> {
  return page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog]')
    if (!dialog) return null
    const text = (element: Element | null) => element?.textContent?.trim() ?? ''
    const button = dialog.querySelector<HTMLButtonElement>('button[type=submit]')
    const wrong = [...dialog.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')].map(input => [
      text(input.labels?.item(0) ?? null),
      text(document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')),
    ])
    return {
      title: text(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')),
      messages: [...dialog.querySelectorAll('[role=alert], [role=status], [role=timer]')].map(text),
      wrong: Object.fromEntries(wrong),
      button: text(button),
      state: button?.ariaBusy === 'true' ? 'busy' : button?.disabled ? 'disabled' : 'ready',
    } as const
  })
}
