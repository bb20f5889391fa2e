import { expect } from 'vitest'
import { locales } from '../../languages/languages.ts'
import type { shellMachine } from '../../machines/shell/machine.ts'
import type { Flow } from './support/flow.ts'

/** What can happen in the frame around every page. */
export const shellFlow: Flow<typeof shellMachine> = {
  starts: {
    'light, English, on a wide screen': { theme: 'light', locale: 'en', collapsed: false, small: false },
    'dark, Vietnamese, on a small screen, closed on a wide one': {
      ...{ theme: 'dark', locale: 'vi', collapsed: true, small: true },
    },
  },
  events: {
    'toggle theme': [{ type: 'toggle theme' }],
    'choose locale': () => locales.map(locale => ({ type: 'choose locale' as const, locale })),
    'toggle drawer': [{ type: 'toggle drawer' }],
    'close drawer': [{ type: 'close drawer' }],
    navigated: [{ type: 'navigated' }],
    'screen changed': [
      { type: 'screen changed', small: true },
      { type: 'screen changed', small: false },
    ],
    'show toast': [
      { type: 'show toast', message: 'toast.copied' },
      { type: 'show toast', message: 'error.unknown', severity: 'error', durationMs: 10_000 },
    ],
    'hold toast': [{ type: 'hold toast' }],
    'release toast': [{ type: 'release toast' }],
    'dismiss toast': [{ type: 'dismiss toast' }],
  },
  outcomes: {},
  states: {
    'toast.closed': snapshot => expect(snapshot.context.toast).toBeNull(),
    'toast.open': snapshot => expect(snapshot.context.toast).not.toBeNull(),
    'toast.open.passing': snapshot => expect(snapshot.context.toast).not.toBeNull(),
    'toast.open.held': snapshot => expect(snapshot.context.toast).not.toBeNull(),
  },
}
