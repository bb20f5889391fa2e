export type Theme = 'light' | 'dark'
export type Locale = 'en' | 'vi'
export type Severity = 'success' | 'info' | 'warning' | 'error'

/** A message that goes away by itself. `message` is an id of the catalogues, `values` fill its places. */
export type Toast = {
  message: string
  values: Record<string, string | number>
  /** What it is about, as the user called it: shown below the message. */
  about: string | null
  severity: Severity
  /** How long it stays, in ms. */
  durationMs: number
}

/** What was remembered from the last visit (or the defaults), and whether the screen is a small one now. */
export type ShellInput = { theme: Theme; locale: Locale; small: boolean }

export type ShellEvent =
  /** Switch between light and dark. */
  | { type: 'toggle theme' }
  /** Choose the language. */
  | { type: 'choose locale'; locale: Locale }
  /** The button that opens and closes the drawer. */
  | { type: 'toggle drawer' }
  /** The drawer was left: a tap outside, or Escape. */
  | { type: 'close drawer' }
  /** Another page was opened. */
  | { type: 'navigated' }
  /** The window went over the breakpoint between small and wide, one way or the other. */
  | { type: 'screen changed'; small: boolean }
  /** Show a message, in place of the one that is open. Severity: `success`, duration: 6,000 ms where none is given. */
  | ({ type: 'show toast' } & Pick<Toast, 'message'> & Partial<Toast>)
  /** The pointer or the keyboard came to the message, or left it. */
  | { type: 'hold toast' }
  | { type: 'release toast' }
  /** The message was closed by hand. */
  | { type: 'dismiss toast' }

export type ShellContext = {
  /** What the input gave; the choices since then are states. */
  remembered: { theme: Theme; locale: Locale }
  /** Whether the drawer lies over the page, and so closes after navigation. */
  small: boolean
  /** The message that is open, null for none. */
  toast: Toast | null
}
