import type { Page } from 'playwright'

/** What a person has in front of them on one of the screens before the console. */
export type Seen = {
  heading: string
  /** Errors, notices and waiting times at the top of the form. */
  messages: string[]
  /** Fields that are marked as wrong, with what is said about them. */
  wrong: Record<string, string>
  /** The main button, and whether it can be used. */
  button: string
  state: 'ready' | 'busy' | 'disabled'
}

/** Reads the screen as it is now; null while there is no heading. */
export async function seenOn(page: Page): Promise<Seen | null> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const heading = main?.querySelector('h1')
    if (!main || !heading) return null
    const text = (element: Element | null) => element?.textContent?.trim() ?? ''
    const button = main.querySelector<HTMLButtonElement>('button[type=submit]')
    const wrong = [...main.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')].map(input => [
      text(input.labels?.item(0) ?? null),
      text(document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')),
    ])
    return {
      heading: text(heading),
      messages: [...main.querySelectorAll('[role=alert], [role=status], [role=timer]')].map(text),
      wrong: Object.fromEntries(wrong),
      button: text(button),
      state: button?.ariaBusy === 'true' ? 'busy' : button?.disabled ? 'disabled' : 'ready',
    } as const
  })
}
