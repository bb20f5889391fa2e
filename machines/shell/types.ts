import type { Locale } from '../../languages/languages.ts'

export type Theme = 'light' | 'dark'
export type Severity = 'success' | 'info' | 'warning' | 'error'

/** `message` is an id of the catalogues, `values` its arguments. */
export type Toast = {
  message: string
  values: Record<string, string | number>
  /** The name of the object, shown below the message. */
  about: string | null
  severity: Severity
  durationMs: number
}

/** Choices of the last visit, or the defaults; `small`: the screen's width now. */
export type ShellInput = { theme: Theme; locale: Locale; small: boolean }

export type ShellEvent =
  | { type: 'toggle theme' }
  | { type: 'choose locale'; locale: Locale }
  | { type: 'toggle drawer' }
  /** A tap outside, or Escape. */
  | { type: 'close drawer' }
  | { type: 'navigated' }
  /** The window crossed the breakpoint between small and wide. */
  | { type: 'screen changed'; small: boolean }
  /** Replaces the open message. Defaults: severity `success`, duration 6,000 ms. */
  | ({ type: 'show toast' } & Pick<Toast, 'message'> & Partial<Toast>)
  /** Pointer or focus entered or left the message. */
  | { type: 'hold toast' }
  | { type: 'release toast' }
  | { type: 'dismiss toast' }

export type ShellContext = {
  /** Of the last visit; later choices are states. */
  rememberedTheme: Theme
  locale: Locale
  /** Whether the drawer covers the page, and so closes after navigation. */
  small: boolean
  toast: Toast | null
}
