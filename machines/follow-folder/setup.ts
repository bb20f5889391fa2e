import { assign, setup } from 'xstate'
import type { FailureCode } from '../failure.ts'
import { placeholder, placeholderCallback } from '../placeholder.ts'
import type {
  ChangesFollowed,
  FirstPageRead,
  FollowFolderContext,
  FollowFolderEvent,
  FollowFolderInput,
  FollowFolderReport,
  UploadsLook,
  Waiting,
} from './types.ts'

/** After these the folder is not followed until the page is shown again. */
const refusals: ReadonlySet<string> = new Set<FailureCode>([
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
  'BUCKET_NOT_FOUND',
])

/** Actors, actions, guards and delays of the machine. */
export const followFolderSetup = setup({
  types: {
    context: {} as FollowFolderContext,
    events: {} as FollowFolderEvent,
    input: {} as FollowFolderInput,
  },
  actors: {
    watchPage: placeholderCallback<FollowFolderReport>('watchPage'),
    lookForUploads: placeholder<UploadsLook['output']>('lookForUploads'),
    readFirstPage: placeholder<FirstPageRead['output']>('readFirstPage'),
    followChanges: placeholderCallback<FollowFolderReport, ChangesFollowed['input']>('followChanges'),
  },
  actions: {
    settle: () => undefined,
    'show changes': () => undefined,
    'keep age': assign((_, outcome: FirstPageRead['output']) => (outcome.ok ? { asOf: outcome.asOf } : {})),
    'forget age': assign({ asOf: null }),
    'count failure': assign(({ context }) => ({ failures: context.failures + 1 })),
    'clear failures': assign({ failures: 0 }),
    'note that more is due': assign({ due: true }),
    'note that nothing is due': assign({ due: false }),
    'keep count': assign((_, { waiting }: { waiting: Waiting }) => ({ waiting })),
    'keep first count': assign((_, { waiting }: { waiting: Waiting }) => ({ waiting, announced: waiting })),
  },
  guards: {
    'uploads need the connection': (_, isNeeded: UploadsLook['output']) => isNeeded,
    'age is known, and reports come': ({ context }) => context.asOf !== null && context.live,
    'age is known': ({ context }) => context.asOf !== null,
    'reports come': (_, outcome: FirstPageRead['output']) => outcome.ok && outcome.live,
    succeeded: (_, outcome: FirstPageRead['output']) => outcome.ok,
    'is refused': (_, outcome: FirstPageRead['output']) => !outcome.ok && refusals.has(outcome.code),
    'more is due': ({ context }) => context.due,
    'none wait': (_, { waiting }: { waiting: Waiting }) => waiting === 0,
  },
  delays: {
    'between reads': 20_000,
    'after a read': 5_000,
    'before a retry': ({ context }) => Math.min(120_000, 5_000 * 2 ** (context.failures - 1)),
    'between looks': 1_000,
    'time for own uploads': 1_500,
  },
})
