import { assign, type SnapshotFrom, setup } from 'xstate'

/** `collapsed`: the user has closed the drawer of a wide screen; `small`: the screen's width now. */
export type DrawerInput = { collapsed: boolean; small: boolean }

export type DrawerEvent =
  | { type: 'toggle drawer' }
  /** A tap outside, or Escape. */
  | { type: 'close drawer' }
  | { type: 'navigated' }
  /** The window crossed the breakpoint between small and wide. */
  | { type: 'screen changed'; small: boolean }

/**
 * The navigation: beside the page on a wide screen, over it on a small one, where it closes after navigation.
 *
 * Provide: action `remember drawer`, which runs when the user toggles the drawer of a wide screen.
 */
export const drawerMachine = setup({
  types: {
    context: {} as DrawerInput,
    events: {} as DrawerEvent,
    input: {} as DrawerInput,
  },
  actions: {
    'remember drawer': (_, _params: { collapsed: boolean }) => undefined,
    'keep choice': assign((_, params: { collapsed: boolean }) => params),
    'keep screen size': assign((_, params: { small: boolean }) => params),
  },
  guards: {
    'screen is small': ({ context }) => context.small,
    'drawer begins closed': ({ context }) => context.small || context.collapsed,
    small: (_, params: { small: boolean }) => params.small,
  },
}).createMachine({
  id: 'drawer',
  description: 'The navigation: beside the page on a wide screen, over it on a small one.',
  context: ({ input }) => input,
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
            { type: 'keep choice', params: { collapsed: true } },
            { type: 'remember drawer', params: { collapsed: true } },
          ],
        },
        'close drawer': 'closed',
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
              { type: 'keep choice', params: { collapsed: false } },
              { type: 'remember drawer', params: { collapsed: false } },
            ],
          },
        ],
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof drawerMachine>

export function selectDrawerOpen(snapshot: Snapshot): boolean {
  return snapshot.matches('open')
}

/** Whether the drawer covers the page. */
export function selectSmall(snapshot: Snapshot): boolean {
  return snapshot.context.small
}
