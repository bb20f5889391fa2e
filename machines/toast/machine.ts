import { assign, type SnapshotFrom, setup } from 'xstate'

export type Severity = 'success' | 'info' | 'warning' | 'error'

/** `message` is an id of the catalogues, `values` its arguments. */
type Toast = {
  message: string
  values: Record<string, string | number>
  /** The name of the object, shown below the message. */
  about: string | null
  severity: Severity
  durationMs: number
  /** Its button. `label`: an id of the catalogues. */
  action: { label: string; run: () => void } | null
}

/** Defaults: a success that is shown for 6,000 ms. */
type ToastRequest = Pick<Toast, 'message'> & Partial<Toast>

type ToastEvent =
  /** Replaces the open message. */
  | ({ type: 'show' } & ToastRequest)
  /** Pointer or focus entered or left the message. */
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'dismiss' }

/** The message at the top of the page, which disappears on its own. */
export const toastMachine = setup({
  types: {
    context: {} as { toast: Toast | null },
    events: {} as ToastEvent,
  },
  actions: {
    'keep toast': assign((_, asked: ToastRequest) => ({
      toast: {
        message: asked.message,
        values: asked.values ?? {},
        about: asked.about ?? null,
        severity: asked.severity ?? 'success',
        durationMs: asked.durationMs ?? 6000,
        action: asked.action ?? null,
      },
    })),
    'drop toast': assign({ toast: null }),
  },
  delays: {
    'toast duration': ({ context }) => context.toast?.durationMs ?? 0,
  },
}).createMachine({
  id: 'toast',
  description: 'The message at the top of the page, which disappears on its own.',
  context: { toast: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No message is shown.',
      entry: 'drop toast',
      on: { show: { target: 'open', actions: { type: 'keep toast', params: ({ event }) => event } } },
    },
    open: {
      description: 'A message is shown; a newer one replaces it and starts its own time.',
      initial: 'passing',
      on: {
        show: {
          target: 'open',
          reenter: true,
          actions: { type: 'keep toast', params: ({ event }) => event },
        },
        dismiss: 'closed',
      },
      states: {
        passing: {
          description: 'The message disappears when its time is up.',
          on: { hold: 'held' },
          after: { 'toast duration': '#toast.closed' },
        },
        held: {
          description:
            'The pointer or the focus is on the message: it stays, and its time then starts again.',
          on: { release: 'passing' },
        },
      },
    },
  },
})

export function selectToast(snapshot: SnapshotFrom<typeof toastMachine>): Toast | null {
  return snapshot.context.toast
}
