/** What a person has in front of them: a screen before the console, or a dialog. */
export type SeenForm = {
  title: string
  /** The label of the first field that is no checkbox; null without one. */
  field: string | null
  /** Errors, notices and waiting times. */
  messages: string[]
  /** Fields that are marked as wrong, with what is said about them. */
  wrong: Record<string, string>
  /** The button that sends the form, and whether it can be used. */
  button: string
  state: 'ready' | 'busy' | 'disabled'
  /** Every button by its name, that one too. */
  buttons: Record<string, SeenForm['state']>
  /** All that is said. */
  text: string
}

/**
 * Reads the form in the first element of `place` (a selector); null while there is none, or no title in it. It runs in
 * Chromium too, by `page.evaluate(seenForm, place)`: so it uses nothing from outside of itself.
 */
export function seenForm(place: string): SeenForm | null {
  const root = document.querySelector(place)
  const title = root?.hasAttribute('aria-labelledby')
    ? document.getElementById(root.getAttribute('aria-labelledby') ?? '')
    : root?.querySelector('h1')
  if (!root || !title) return null
  const text = (element: Element | null | undefined) => element?.textContent?.trim() ?? ''
  const stateOf = (button: HTMLButtonElement | null) =>
    button?.getAttribute('aria-busy') === 'true' ? 'busy' : button?.disabled ? 'disabled' : 'ready'
  const labelOf = (field: HTMLInputElement) => text(field.labels?.item(0))
  const field = root.querySelector<HTMLInputElement>('input:not([type=checkbox], [hidden])')
  const button = root.querySelector<HTMLButtonElement>('button[type=submit]')
  const wrong = [...root.querySelectorAll<HTMLInputElement>('input[aria-invalid=true]')].map(input => [
    labelOf(input),
    text(document.getElementById(input.getAttribute('aria-describedby')?.split(' ')[0] ?? '')),
  ])
  const buttons = [...root.querySelectorAll('button')].map(each => [
    each.getAttribute('aria-label') ?? text(each),
    stateOf(each),
  ])
  return {
    title: text(title),
    field: field && labelOf(field),
    messages: [...root.querySelectorAll('[role=alert], [role=status], [role=timer]')].map(text),
    wrong: Object.fromEntries(wrong),
    button: text(button),
    state: stateOf(button),
    buttons: Object.fromEntries(buttons),
    text: text(root),
  }
}

/** What alerts, states and buttons of the whole page say. As `seenForm` it runs in Chromium too. */
export function seenAround() {
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(element => element.textContent?.trim() ?? '')
  const buttons = [...document.querySelectorAll('button')].map(button => [
    button.getAttribute('aria-label') ?? button.textContent?.trim(),
    button.getAttribute('aria-busy') === 'true' ? 'busy' : button.disabled ? 'disabled' : 'ready',
  ])
  return {
    alerts: texts('[role=alert]'),
    statuses: texts('[role=status]'),
    buttons: Object.fromEntries(buttons) as Record<string, SeenForm['state']>,
  }
}
