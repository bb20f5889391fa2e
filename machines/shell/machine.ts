import { assign, setup } from 'xstate'
import { isLocale, type Locale } from '../../languages/languages.ts'

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

/** Choices of the last visit, or the defaults; `collapsed`: the drawer of a wide screen; `small`: the screen's width now. */
export type ShellInput = { theme: Theme; locale: Locale; collapsed: boolean; small: boolean }

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

type ShellContext = {
  /** Of the last visit; later choices are states. */
  rememberedTheme: Theme
  locale: Locale
  /** Whether the user has closed the drawer of a wide screen. */
  collapsed: boolean
  /** Whether the drawer covers the page, and so closes after navigation. */
  small: boolean
  toast: Toast | null
}

/**
 * The frame around every page: colours, language, drawer and toast, in parallel.
 *
 * Provide: actions `remember theme`, `remember locale` (cookies) and `remember drawer`. They run when the user chooses, not
 * on start.
 */
export const shellMachine = setup({
  types: {
    context: {} as ShellContext,
    events: {} as ShellEvent,
    input: {} as ShellInput,
  },
  actions: {
    'remember theme': (_, _params: { theme: Theme }) => undefined,
    'remember locale': (_, _params: { locale: Locale }) => undefined,
    'remember drawer': (_, _params: { collapsed: boolean }) => undefined,
    'keep drawer': assign((_, params: { collapsed: boolean }) => params),
    'keep locale': assign((_, params: { locale: Locale }) => ({ locale: params.locale })),
    'keep screen size': assign((_, params: { small: boolean }) => ({ small: params.small })),
    'keep toast': assign((_, asked: Pick<Toast, 'message'> & Partial<Toast>) => ({
      toast: {
        message: asked.message,
        values: asked.values ?? {},
        about: asked.about ?? null,
        severity: asked.severity ?? 'success',
        durationMs: asked.durationMs ?? 6000,
      },
    })),
    'drop toast': assign({ toast: null }),
  },
  guards: {
    'it was dark': ({ context }) => context.rememberedTheme === 'dark',
    'screen is small': ({ context }) => context.small,
    'drawer begins closed': ({ context }) => context.small || context.collapsed,
    small: (_, params: { small: boolean }) => params.small,
    'another language': ({ context }, params: { locale: string }) =>
      isLocale(params.locale) && params.locale !== context.locale,
  },
  delays: {
    'toast duration': ({ context }) => context.toast?.durationMs ?? 0,
  },
}).createMachine({
  id: 'shell',
  description: 'The frame around every page: colours, language, drawer and toast.',
  context: ({ input }) => ({
    rememberedTheme: input.theme,
    locale: input.locale,
    collapsed: input.collapsed,
    small: input.small,
    toast: null,
  }),
  type: 'parallel',
  states: {
    theme: {
      description: 'The colours of the console.',
      initial: 'restoring',
      states: {
        restoring: {
          description: 'Reading the colours of the last visit. Transient.',
          always: [{ guard: 'it was dark', target: 'dark' }, { target: 'light' }],
        },
        light: {
          description: 'Dark text on a white page.',
          on: {
            'toggle theme': {
              target: 'dark',
              actions: { type: 'remember theme', params: { theme: 'dark' } },
            },
          },
        },
        dark: {
          description: 'Light text on a dark page.',
          on: {
            'toggle theme': {
              target: 'light',
              actions: { type: 'remember theme', params: { theme: 'light' } },
            },
          },
        },
      },
    },
    locale: {
      description: 'The language of the console; it is in the context.',
      on: {
        'choose locale': {
          guard: { type: 'another language', params: ({ event }) => ({ locale: event.locale }) },
          actions: [
            { type: 'keep locale', params: ({ event }) => ({ locale: event.locale }) },
            { type: 'remember locale', params: ({ event }) => ({ locale: event.locale }) },
          ],
        },
      },
    },
    drawer: {
      description: 'The navigation: beside the page on a wide screen, over it on a small one.',
      initial: 'deciding',
      on: {
        'screen changed': [
          {
            guard: { type: 'small', params: ({ event }) => ({ small: event.small }) },
            target: '.closed',
            actions: { type: 'keep screen size', params: ({ event }) => ({ small: event.small }) },
          },
          {
            target: '.deciding',
            actions: { type: 'keep screen size', params: ({ event }) => ({ small: event.small }) },
          },
        ],
      },
      states: {
        deciding: {
          description: 'Reading the width of the screen, and what the user has closed. Transient.',
          always: [{ guard: 'drawer begins closed', target: 'closed' }, { target: 'open' }],
        },
        open: {
          description: 'The drawer is shown. On a small screen it covers the button that toggles it.',
          on: {
            'toggle drawer': {
              target: 'closed',
              actions: [
                { type: 'keep drawer', params: { collapsed: true } },
                { type: 'remember drawer', params: { collapsed: true } },
              ],
            },
            'close drawer': { target: 'closed' },
            navigated: { guard: 'screen is small', target: 'closed' },
          },
        },
        closed: {
          description: 'The drawer is closed; its button opens it.',
          on: {
            'toggle drawer': [
              { guard: 'screen is small', target: 'open' },
              {
                target: 'open',
                actions: [
                  { type: 'keep drawer', params: { collapsed: false } },
                  { type: 'remember drawer', params: { collapsed: false } },
                ],
              },
            ],
          },
        },
      },
    },
    toast: {
      description: 'The message at the top, which disappears on its own.',
      initial: 'closed',
      states: {
        closed: {
          description: 'No message is shown.',
          entry: 'drop toast',
          on: {
            'show toast': {
              target: 'open',
              actions: { type: 'keep toast', params: ({ event }) => event },
            },
          },
        },
        open: {
          description: 'A message is shown; a newer one replaces it and starts its own time.',
          initial: 'passing',
          on: {
            'show toast': {
              target: 'open',
              reenter: true,
              actions: { type: 'keep toast', params: ({ event }) => event },
            },
            'dismiss toast': { target: 'closed' },
          },
          states: {
            passing: {
              description: 'The message disappears when its time is up.',
              on: { 'hold toast': { target: 'held' } },
              after: { 'toast duration': { target: '#shell.toast.closed' } },
            },
            held: {
              description:
                'The pointer or the focus is on the message: it stays, and its time then starts again.',
              on: { 'release toast': { target: 'passing' } },
            },
          },
        },
      },
    },
  },
})
