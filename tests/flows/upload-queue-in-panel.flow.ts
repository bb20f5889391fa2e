import type { SnapshotFrom } from 'xstate'
import { MiB, uploadConcurrency } from '../../domain/limits.ts'
import type { Flow } from '../../flows/kit/flow.ts'
import type { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { traits } from '../../machines/upload-queue/row-state.ts'
import {
  actionsOf,
  selectAllPaused,
  selectCounts,
  selectForAll,
  selectHasEnded,
} from '../../machines/upload-queue/selectors.ts'
import { rowsOf } from '../../machines/upload-queue/table.ts'
import type { FoundFile, Selection, UploadRow } from '../../machines/upload-queue/types.ts'

export type QueueSnapshot = SnapshotFrom<typeof uploadQueueMachine>

/** Bytes of the files that a path is about, more than is sent in one request, and of their first part of two. */
export const fileSize = 5.5 * MiB
export const partSize = 3 * MiB
/** Files that take every place but one. */
export const fillers = Array.from({ length: uploadConcurrency - 1 }, (_, index) => `f${index + 1}.bin`)
/** The file of an earlier visit. */
export const earlier = 'c.bin'

const fileOf = (name: string) => ({ name, size: fileSize, lastModified: 1, type: '' })
const found = (key: string): FoundFile => ({ key, path: key, file: fileOf(key), readable: true })
const multipart = { uploadId: 'upload-1', partSize }
const selection: Selection = {
  ...{ bucket: 'anh', prefix: '', items: [{ kind: 'files', files: [] }], tops: ['first/'] },
  ...{ names: new Map(), duplicates: 'keep-both', avoid: new Set() },
}
/** Added while the first is being read. */
const second: Selection = { ...selection, tops: ['second/'] }
const unreadWhileIdle = (snapshot: QueueSnapshot) =>
  reading(snapshot) ? [] : snapshot.context.unread.map(({ id }) => id)
const readsSecond = ({ context }: QueueSnapshot) => context.pendingSelections[0]?.tops[0] === second.tops[0]
const when = <Event>(possible: boolean, ...events: Event[]): Event[] => (possible ? events : [])

/** The rows that are not there just to take places. */
export const subjects = ({ context }: QueueSnapshot): UploadRow[] =>
  [...rowsOf(context.table)].filter(row => !fillers.includes(row.key))
const last = (snapshot: QueueSnapshot) => subjects(snapshot).slice(-1)
const reading = (snapshot: QueueSnapshot) => snapshot.matches({ selections: 'reading' })

/** The last row, where the panel offers to do this with it. */
const offered = (snapshot: QueueSnapshot, action: 'pause' | 'continue' | 'cancel' | 'retry' | 'remove') =>
  last(snapshot).filter(row => actionsOf(row, selectAllPaused(snapshot))[action])

function namesToFind(snapshot: QueueSnapshot): string[][] {
  const { nextId, pendingSelections } = snapshot.context
  // What is left is for the second.
  if (nextId > 1 && pendingSelections.length > 1) return []
  if (nextId === 1) return [['a.bin'], [...fillers, 'a.bin']]
  return nextId === 2 || nextId === fillers.length + 2 ? [['b.bin']] : []
}

/** What can happen to all uploads, as far as the panel lets a person do it, with as many places as there are. */
export const uploadQueueInPanel: Flow<typeof uploadQueueMachine> = {
  starts: { 'with all places': { concurrency: uploadConcurrency } },
  events: {
    'add files': snapshot =>
      when(snapshot.context.pendingSelections.length < 2 && namesToFind(snapshot).length > 0, {
        type: 'add files',
        selection: snapshot.context.pendingSelections.length === 0 ? selection : second,
      } as const),
    'files found': snapshot =>
      namesToFind(snapshot)
        .filter(() => reading(snapshot))
        .map(names => ({ type: 'files found', bucket: 'anh', files: names.map(found) }) as const),
    restore: snapshot =>
      when(!reading(snapshot) && snapshot.context.nextId === 1, {
        type: 'restore',
        rows: [
          {
            ...{ bucket: 'anh', key: earlier, path: earlier, file: fileOf(earlier), multipart, sent: 0 },
            ...{ state: 'interrupted', reason: 'INTERRUPTED' },
          },
        ],
      } as const),
    // The folders of an earlier visit: tests/browser/uploads-kept.test.ts.
    'restore unread': () => [],
    'read again': snapshot => unreadWhileIdle(snapshot).map(id => ({ type: 'read again', id }) as const),
    'give up unread': snapshot =>
      unreadWhileIdle(snapshot).map(id => ({ type: 'give up unread', id }) as const),
    pause: snapshot => offered(snapshot, 'pause').map(({ id }) => ({ type: 'pause', id }) as const),
    continue: snapshot =>
      subjects(snapshot).flatMap(row => {
        if (!actionsOf(row, selectAllPaused(snapshot)).continue) return []
        const event = { type: 'continue', id: row.id } as const
        if (!actionsOf(row, false).needsFile) return [event]
        const another = { ...row.file, lastModified: 2 }
        return [event, { ...event, file: row.file }, { ...event, file: another }]
      }),
    'files chosen': snapshot =>
      subjects(snapshot)
        .filter(({ state }) => state === 'interrupted')
        .map(({ id, file }) => ({ type: 'files chosen', files: new Map([[id, file]]) }) as const),
    cancel: snapshot => offered(snapshot, 'cancel').map(({ id }) => ({ type: 'cancel', id }) as const),
    retry: snapshot => offered(snapshot, 'retry').map(({ id }) => ({ type: 'retry', id }) as const),
    remove: snapshot =>
      offered(snapshot, 'remove')
        .filter(row => row.state !== 'completed')
        .map(({ id }) => ({ type: 'remove', id }) as const),
    // Its files are added alone.
    'step folder': () => [],
    'pause all': snapshot => when(selectForAll(snapshot).pause, { type: 'pause all' } as const),
    'continue all': snapshot => when(selectForAll(snapshot).continue, { type: 'continue all' } as const),
    'cancel all': snapshot =>
      when(selectCounts(snapshot).unfinished > 0 || reading(snapshot), { type: 'cancel all' } as const),
    'retry all': snapshot => when(selectCounts(snapshot).failed > 0, { type: 'retry all' } as const),
    clear: snapshot => {
      const { unfinished } = selectCounts(snapshot)
      const ended = selectHasEnded(snapshot)
      return [
        ...when(ended, { type: 'clear', failed: false } as const),
        ...when(ended && unfinished === 0, { type: 'clear', failed: true } as const),
      ]
    },
    'upload progressed': snapshot =>
      underWay(snapshot).map(({ id }) => ({ type: 'upload progressed', id, sent: partSize }) as const),
    'upload begun': snapshot =>
      underWay(snapshot)
        .filter(row => row.multipart === null)
        .map(({ id }) => ({ type: 'upload begun', id, multipart }) as const),
    'upload changed': snapshot =>
      last(snapshot)
        .filter(row => snapshot.context.activeIds.includes(row.id) && !traits[row.state].hasEnded)
        .flatMap(({ id, state }) => {
          const change = (state: 'uploading' | 'paused' | 'stalled', reason: 'STORAGE_UNAVAILABLE' | null) =>
            ({ type: 'upload changed', id, state, reason }) as const
          return traits[state].status === 'paused'
            ? [change('uploading', null)]
            : [change('paused', null), change('stalled', 'STORAGE_UNAVAILABLE')]
        }),
    'upload ended': snapshot => [
      ...underWay(snapshot).flatMap(
        ({ id }) =>
          [
            { type: 'upload ended', id, state: 'completed', reason: null, multipart: null },
            { type: 'upload ended', id, state: 'failed', reason: 'NOT_ENOUGH_STORAGE', multipart },
          ] as const,
      ),
      ...last(snapshot)
        .filter(row => snapshot.context.activeIds.includes(row.id))
        .map(({ id }) => {
          return { type: 'upload ended', id, state: 'cancelled', reason: null, multipart: null } as const
        }),
    ],
  },
  outcomes: { readSelection: { done: [undefined], unexpected: [new Error('a bug')] } },
  observe: snapshot => ({
    value: snapshot.value,
    pending: snapshot.context.pendingSelections.map(({ tops }) => tops),
    active: snapshot.context.activeIds,
    nextId: snapshot.context.nextId,
    unread: snapshot.context.unread.length,
    rows: [...rowsOf(snapshot.context.table)].map(({ id, key, state, reason, multipart }) => [
      id,
      key,
      state,
      reason,
      multipart,
    ]),
  }),
  possible: (snapshot, event) => {
    const { unread } = snapshot.context
    if (unread.length > 0) return ['cancel all', 'read again', 'give up unread'].includes(event.type)
    if (!canHappenInPanel(snapshot, event.type)) return false
    // A folder in which nothing is found is a row of its own.
    if (event.type === 'xstate.done.actor.readSelection' && nothingFound(snapshot)) return false
    if (!reading(snapshot)) return true
    if (event.type.startsWith('xstate.') || event.type === 'files found') return true
    return snapshot.context.nextId === 1 && ['add files', 'cancel all'].includes(event.type)
  },
}

const nothingFound = (snapshot: QueueSnapshot) =>
  subjects(snapshot).every(row => row.key === earlier || (readsSecond(snapshot) && row.key !== 'b.bin'))

/**
 * With every place taken, the rows under way stay so: their requests are held. And of an active row that is cancelled
 * together with others the model hears only later, when the panel has gone on.
 */
function canHappenInPanel(snapshot: QueueSnapshot, type: string): boolean {
  const rows = [...rowsOf(snapshot.context.table)]
  if (type.startsWith('upload ')) return !rows.some(row => fillers.includes(row.key))
  if (type !== 'cancel all') return true
  const unfinished = rows.filter(({ state }) => !traits[state].hasEnded)
  return new Set(unfinished.map(({ id }) => snapshot.context.activeIds.includes(id))).size <= 1
}

function underWay(snapshot: QueueSnapshot): UploadRow[] {
  return last(snapshot).filter(({ state }) => state === 'active.uploading')
}
