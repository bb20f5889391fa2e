import { expect } from 'vitest'
import type { Flow } from '../../flows/kit/flow.ts'
import { locales } from '../../languages/languages.ts'
import type { appearanceMachine } from '../../machines/appearance/machine.ts'
import type { drawerMachine } from '../../machines/drawer/machine.ts'
import type { toastMachine } from '../../machines/toast/machine.ts'

/** What can happen to the colours and the language of the console. */
export const appearanceFlow: Flow<typeof appearanceMachine> = {
  starts: {
    'light, English': { theme: 'light', locale: 'en' },
    'dark, Vietnamese': { theme: 'dark', locale: 'vi' },
  },
  events: {
    'toggle theme': [{ type: 'toggle theme' }],
    'choose locale': () => locales.map(locale => ({ type: 'choose locale' as const, locale })),
  },
  outcomes: {},
  leads: {
    'toggle theme': before => (before.matches('dark') ? 'light' : 'dark'),
    'choose locale': before => before.value,
  },
  states: {},
}

/** What can happen to the navigation. */
export const drawerFlow: Flow<typeof drawerMachine> = {
  starts: {
    'a wide screen': { collapsed: false, small: false },
    'a small screen, closed on a wide one': { collapsed: true, small: true },
  },
  events: {
    'toggle drawer': [{ type: 'toggle drawer' }],
    'close drawer': [{ type: 'close drawer' }],
    navigated: [{ type: 'navigated' }],
    'screen changed': [
      { type: 'screen changed', small: true },
      { type: 'screen changed', small: false },
    ],
  },
  outcomes: {},
  leads: {
    'toggle drawer': before => (before.matches('open') ? 'closed' : 'open'),
    'close drawer': 'closed',
    navigated: 'closed',
  },
  states: {
    open: ({ context }) => expect(context.small || !context.collapsed).toBe(true),
  },
}

/** What can happen to the message at the top. */
export const toastFlow: Flow<typeof toastMachine> = {
  starts: { 'no message': undefined },
  events: {
    show: [
      { type: 'show', message: 'toast.copied' },
      { type: 'show', message: 'error.unknown', severity: 'error', durationMs: 10_000 },
    ],
    hold: [{ type: 'hold' }],
    release: [{ type: 'release' }],
    dismiss: [{ type: 'dismiss' }],
  },
  outcomes: {},
  leads: {
    show: 'open.passing',
    hold: 'open.held',
    release: 'open.passing',
    dismiss: 'closed',
    'after toast duration': 'closed',
  },
  states: {
    closed: snapshot => expect(snapshot.context.toast).toBeNull(),
    open: snapshot => expect(snapshot.context.toast).not.toBeNull(),
    'open.passing': snapshot => expect(snapshot.context.toast).not.toBeNull(),
    'open.held': snapshot => expect(snapshot.context.toast).not.toBeNull(),
  },
}
