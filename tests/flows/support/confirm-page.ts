import type { Page } from 'playwright'

/** What a person has in front of them in the dialog that asks for pin or code. */
export type SeenConfirmation = {
  /** The label of the field; null while there is none. */
  field: string | null
  messages: string[]
  /** What is said about a wrong field, by its label. */
  wrong: Record<string, string>
  retry: boolean
  state: 'ready' | 'busy' | 'disabled'
}

/** Reads the dialog as it is now; null while there is none. `retry` is the button's word. */
export async function seenConfirmation(page: Page, retry: string): Promise<SeenConfirmation | null> {
  return page.evaluate(retryText => {
    const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
    if (!dialog) return null
    const text = (element: Element | null) => element?.textContent?.trim() ?? ''
    const field = dialog.querySelector<HTMLInputElement>('input:not([type=checkbox])')
    const button = dialog.querySelector<HTMLButtonElement>('button[type=submit]')
    const wrong = [...dialog.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')].map(input => [
      text(input.labels?.item(0) ?? null),
      text(document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')),
    ])
    return {
      field: field && text(field.labels?.item(0) ?? null),
      messages: [...dialog.querySelectorAll('[role=alert], [role=status], [role=timer]')].map(text),
      wrong: Object.fromEntries(wrong),
      retry: [...dialog.querySelectorAll('button')].some(each => text(each) === retryText),
      state: button?.ariaBusy === 'true' ? 'busy' : button?.disabled ? 'disabled' : 'ready',
    } as const
  }, retry)
}
