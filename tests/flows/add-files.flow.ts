import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { addFilesMachine } from '../../machines/add-files/machine.ts'
import { selectConflicts } from '../../machines/add-files/selectors.ts'
import type { Fit } from '../../machines/add-files/types.ts'
import type { FoundFile } from '../../machines/upload-queue/types.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

const file = { name: 'a.txt', folder: false }

/** A file of one byte, which counts 1 KiB more. */
const found = (name: string): FoundFile => ({
  key: `biển/${name}`,
  file: { name, size: 1, lastModified: 1, type: '' },
  path: 'x',
  readable: true,
})

/** How the files that are left to upload may fit: all, none, or the first of two. */
function fitsOf({ context: { selection, duplicates } }: Snapshot): Fit[] {
  const [first, second] = [found('a.txt'), found('a (1).txt')]
  const files =
    selection!.names.get('a.txt') === null
      ? []
      : duplicates.length > 0 && selection!.duplicates !== 'skip'
        ? [first, second]
        : [first]
  const all = { needed: files.length * 1025, underWay: 0, leftOut: 0 }
  return [
    { ...all, fitting: files, others: [], free: 5000 },
    ...(files.length > 0 ? [{ ...all, fitting: [], others: files, free: 1024 }] : []),
    ...(files.length > 1 ? [{ ...all, fitting: [first], others: [second], free: 2000, underWay: 3000 }] : []),
  ]
}

/** On to the files that wait. */
const onward = ({ context }: Snapshot) => (context.pending.length > 1 ? 'reading' : 'idle')
/** Who has agreed once for a bucket is not asked again. */
const hidden = ({ context }: Snapshot) =>
  context.agreedBucket === context.pending[0]!.bucket ? 'measuring' : 'confirming'

/** What can happen while files are added to the uploads. */
export const addFilesFlow: Flow<typeof addFilesMachine> = {
  starts: { 'with nothing to add': undefined },
  events: {
    'add files': ({ context }) =>
      context.pending.length < 2 ? [{ type: 'add files', bucket: 'anh', prefix: 'biển/', items: [] }] : [],
    choose: snapshot => [
      { type: 'choose', choice: 'replace' },
      { type: 'choose', choice: 'keep-both' },
      { type: 'choose', choice: 'skip' },
      ...(selectConflicts(snapshot).length > 0 ? [{ type: 'choose', choice: 'compare' } as const] : []),
    ],
    'upload anyway': [{ type: 'upload anyway' }],
    'upload what fits': [{ type: 'upload what fits' }],
    retry: [{ type: 'retry' }],
    cancel: [{ type: 'cancel' }],
    forget: [{ type: 'forget' }],
  },
  outcomes: {
    readNames: {
      done: [
        { names: [file], duplicates: [] },
        { names: [file], duplicates: [file] },
        { names: [], duplicates: [] },
        { names: [], duplicates: [], left: [] },
      ],
      unexpected: [new Error('a bug')],
    },
    lookUpNames: {
      ok: [
        { ok: true, taken: new Set() },
        { ok: true, taken: new Set(['a.txt']) },
      ],
      TOO_MANY_NAMES: [{ ok: false, code: 'TOO_MANY_NAMES' }],
      PERMISSION_DENIED: [{ ok: false, code: 'PERMISSION_DENIED' }],
      ACCESS_DENIED: [{ ok: false, code: 'ACCESS_DENIED' }],
      BUCKET_NOT_FOUND: [{ ok: false, code: 'BUCKET_NOT_FOUND' }],
      STORAGE_UNAVAILABLE: [{ ok: false, code: 'STORAGE_UNAVAILABLE' }],
      NETWORK: [{ ok: false, code: 'NETWORK' }],
      unexpected: [{ ok: false, code: 'UNKNOWN_ERROR', requestId: 'req-1' }],
    },
    measure: {
      done: snapshot => [null, ...fitsOf(snapshot)],
      unexpected: [new Error('a bug')],
    },
  },
  observe: ({ value, context }: Snapshot) => ({
    ...{ value, ...context, taken: [...context.taken] },
    selection: context.selection && [
      [...context.selection.names],
      context.selection.duplicates,
      context.selection.present,
    ],
  }),
  leads: {
    'add files': before => (before.matches('idle') ? 'reading' : String(before.value)),
    choose: 'measuring',
    'upload anyway': 'measuring',
    'upload what fits': onward,
    retry: 'lookingUp',
    cancel: onward,
    forget: 'idle',
    'readNames: unexpected': onward,
    'lookUpNames: BUCKET_NOT_FOUND': 'unavailable',
    'lookUpNames: STORAGE_UNAVAILABLE': 'unavailable',
    'lookUpNames: NETWORK': 'unavailable',
    'lookUpNames: unexpected': 'unavailable',
    'lookUpNames: bug': 'unavailable',
    'lookUpNames: TOO_MANY_NAMES': 'confirming',
    'lookUpNames: PERMISSION_DENIED': hidden,
    'lookUpNames: ACCESS_DENIED': hidden,
    'measure: unexpected': onward,
  },
  states: {
    idle: ({ context: { pending, names, failure, selection, fit } }) =>
      expect([pending, names, failure, selection, fit]).toEqual([[], [], null, null, null]),
    reading: ({ context }) => expect([context.names, context.failure]).toEqual([[], null]),
    lookingUp: ({ context }) => expect([context.names, context.failure]).toEqual([[file], null]),
    asking: ({ context }) => expect(context.taken.size + context.duplicates.length).toBeGreaterThan(0),
    confirming: ({ context }) => expect(context.failure).not.toBeNull(),
    unavailable: ({ context }) => expect(context.failure).not.toBeNull(),
    measuring: ({ context }) => expect([context.selection !== null, context.fit]).toEqual([true, null]),
    exceeding: ({ context }) => expect(context.fit?.others).not.toEqual([]),
  },
}
