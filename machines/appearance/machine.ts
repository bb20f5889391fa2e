import { assign, type SnapshotFrom, setup } from 'xstate'
import { isLocale, type Locale } from '../../languages/languages.ts'

export type Theme = 'light' | 'dark'

/** Choices of the last visit, or the defaults. */
export type AppearanceInput = { theme: Theme; locale: Locale }

export type AppearanceEvent = { type: 'toggle theme' } | { type: 'choose locale'; locale: Locale }

type AppearanceContext = {
  /** Of the last visit; later choices are states. */
  rememberedTheme: Theme
  locale: Locale
}

/**
 * Colours and language of the console.
 *
 * Provide: actions `remember theme` and `remember locale` (cookies), which run when the user chooses, not on start.
 */
export const appearanceMachine = setup({
  types: {
    context: {} as AppearanceContext,
    events: {} as AppearanceEvent,
    input: {} as AppearanceInput,
  },
  actions: {
    'remember theme': (_, _params: { theme: Theme }) => undefined,
    'remember locale': (_, _params: { locale: Locale }) => undefined,
    'keep locale': assign((_, params: { locale: Locale }) => params),
  },
  guards: {
    'it was dark': ({ context }) => context.rememberedTheme === 'dark',
    'another language': ({ context }, params: { locale: string }) =>
      isLocale(params.locale) && params.locale !== context.locale,
  },
}).createMachine({
  id: 'appearance',
  description: 'Colours and language of the console.',
  context: ({ input }) => ({ rememberedTheme: input.theme, locale: input.locale }),
  initial: 'restoring',
  on: {
    'choose locale': {
      guard: { type: 'another language', params: ({ event }) => ({ locale: event.locale }) },
      actions: [
        { type: 'keep locale', params: ({ event }) => ({ locale: event.locale }) },
        { type: 'remember locale', params: ({ event }) => ({ locale: event.locale }) },
      ],
    },
  },
  states: {
    restoring: {
      description: 'Reading the colours of the last visit. Transient.',
      always: [{ guard: 'it was dark', target: 'dark' }, { target: 'light' }],
    },
    light: {
      description: 'Dark text on a white page.',
      on: {
        'toggle theme': { target: 'dark', actions: { type: 'remember theme', params: { theme: 'dark' } } },
      },
    },
    dark: {
      description: 'Light text on a dark page.',
      on: {
        'toggle theme': { target: 'light', actions: { type: 'remember theme', params: { theme: 'light' } } },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof appearanceMachine>

export function selectTheme(snapshot: Snapshot): Theme {
  return snapshot.matches('dark') ? 'dark' : 'light'
}

export function selectLocale(snapshot: Snapshot): Locale {
  return snapshot.context.locale
}
