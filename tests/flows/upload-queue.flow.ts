import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { Flow } from '../../flows/kit/flow.ts'
import type { uploadQueueMachine } from '../../machines/upload-queue/machine.ts'
import { traits } from '../../machines/upload-queue/row-state.ts'
import { activeRows, slotsTaken } from '../../machines/upload-queue/rules.ts'
import { countQueued, rowsOf } from '../../machines/upload-queue/table.ts'
import type { FoundFile, Selection, UploadRow } from '../../machines/upload-queue/types.ts'

type Snapshot = SnapshotFrom<typeof uploadQueueMachine>

const file = { name: 'ghi chú.txt', size: 512_000, lastModified: 1, type: 'text/plain' }
const another = { ...file, lastModified: 2 }
const multipart = { uploadId: 'upload-1', partSize: 256 }
const found = (key: string): FoundFile => ({ key, path: key, file, readable: true })
const selection: Selection = {
  ...{ bucket: 'anh', prefix: '', items: [], tops: ['tết/'] },
  ...{ names: new Map(), duplicates: 'keep-both', avoid: new Set() },
}

const rows = ({ context }: Snapshot) => [...rowsOf(context.table)]
const first = (snapshot: Snapshot) =>
  rows(snapshot)
    .slice(0, 1)
    .map(row => row.id)
const unread = ({ context }: Snapshot) => context.unread.map(({ id }) => id)
const live = (snapshot: Snapshot) =>
  activeRows(snapshot.context).filter(({ state }) => !traits[state].hasEnded)

/** The only row, if it has an upload actor: with more rows, what differs in nothing else would be thousands of paths. */
const alone = (snapshot: Snapshot) => (rows(snapshot).length === 1 ? live(snapshot) : [])

/** With another row only the step that also changes that one. */
const stepsOfFolder = ({ length }: UploadRow[]) =>
  length === 1
    ? (['pause', 'continue', 'cancel', 'retry', 'remove'] as const)
    : length > 1
      ? (['continue'] as const)
      : []

const when = <Event>(possible: boolean, ...events: Event[]): Event[] => (possible ? events : [])

/** What can happen to all uploads. */
export const uploadQueueFlow: Flow<typeof uploadQueueMachine> = {
  starts: { 'with one place': { concurrency: 1 } },
  events: {
    'add files': snapshot =>
      when(snapshot.context.pendingSelections.length < 2, { type: 'add files', selection } as const),
    'files found': snapshot =>
      when(snapshot.matches({ selections: 'reading' }) && snapshot.context.nextId < 3, {
        type: 'files found',
        bucket: 'anh',
        files: [found('tết/a'), found('b')].slice(snapshot.context.nextId - 1),
      } as const),
    restore: snapshot =>
      when(snapshot.context.nextId === 1, {
        type: 'restore',
        rows: [
          {
            ...{ bucket: 'anh', key: 'c', path: 'c', file, multipart, sent: 0 },
            ...{ state: 'interrupted', reason: 'INTERRUPTED' },
          },
        ],
      } as const),
    'restore unread': snapshot =>
      when(snapshot.context.nextId === 1 && unread(snapshot).length === 0, {
        type: 'restore unread',
        selections: [{ selection, reason: 'INTERRUPTED' }],
      } as const),
    'read again': snapshot =>
      (snapshot.context.pendingSelections.length < 2 ? unread(snapshot) : []).flatMap(
        id =>
          [
            { type: 'read again', id },
            { type: 'read again', id, chosen: { items: [], tops: selection.tops } },
          ] as const,
      ),
    'give up unread': snapshot => unread(snapshot).map(id => ({ type: 'give up unread', id }) as const),
    pause: snapshot => first(snapshot).map(id => ({ type: 'pause', id }) as const),
    continue: snapshot =>
      first(snapshot).flatMap(
        id =>
          [
            { type: 'continue', id },
            { type: 'continue', id, file },
            { type: 'continue', id, file: another },
          ] as const,
      ),
    'files chosen': snapshot =>
      first(snapshot).map(id => ({ type: 'files chosen', files: new Map([[id, file]]) }) as const),
    cancel: snapshot => first(snapshot).map(id => ({ type: 'cancel', id }) as const),
    retry: snapshot => first(snapshot).map(id => ({ type: 'retry', id }) as const),
    remove: snapshot => first(snapshot).map(id => ({ type: 'remove', id }) as const),
    'step folder': snapshot =>
      stepsOfFolder(rows(snapshot)).map(step => ({ type: 'step folder', folder: 'anh/tết', step }) as const),
    'pause all': [{ type: 'pause all' }],
    'continue all': [{ type: 'continue all' }],
    'cancel all': [{ type: 'cancel all' }],
    'retry all': [{ type: 'retry all' }],
    clear: [
      { type: 'clear', failed: false },
      { type: 'clear', failed: true },
    ],
    'upload progressed': snapshot =>
      live(snapshot).map(({ id }) => ({ type: 'upload progressed', id, sent: 100 }) as const),
    'upload begun': snapshot =>
      alone(snapshot).map(({ id }) => ({ type: 'upload begun', id, multipart }) as const),
    'upload changed': snapshot => [
      ...alone(snapshot).map(
        ({ id }) => ({ type: 'upload changed', id, state: 'pausing', reason: null }) as const,
      ),
      ...live(snapshot).flatMap(
        ({ id }) =>
          [
            { type: 'upload changed', id, state: 'uploading', reason: null },
            { type: 'upload changed', id, state: 'paused', reason: null },
            { type: 'upload changed', id, state: 'stalled', reason: 'STORAGE_UNAVAILABLE' },
            { type: 'upload changed', id, state: 'cancelling', reason: null },
          ] as const,
      ),
    ],
    'upload ended': snapshot => [
      ...alone(snapshot).map(
        ({ id }) =>
          ({
            type: 'upload ended',
            id,
            state: 'interrupted',
            reason: 'PERMISSION_NEEDED',
            multipart,
          }) as const,
      ),
      ...snapshot.context.activeIds.flatMap(
        id =>
          [
            { type: 'upload ended', id, state: 'completed', reason: null, multipart: null },
            { type: 'upload ended', id, state: 'cancelled', reason: null, multipart: null },
            { type: 'upload ended', id, state: 'failed', reason: 'NOT_ENOUGH_STORAGE', multipart },
          ] as const,
      ),
    ],
  },
  outcomes: { readSelection: { done: [undefined], unexpected: [new Error('a bug')] } },
  observe: snapshot => ({
    value: snapshot.value,
    pending: snapshot.context.pendingSelections.length,
    unread: snapshot.context.unread.map(({ id, reason }) => [id, reason]),
    active: snapshot.context.activeIds,
    actors: Object.keys(snapshot.children)
      .filter(id => id.startsWith('upload-'))
      .sort(),
    rows: rows(snapshot).map(({ id, state, reason, multipart }: UploadRow) => [id, state, reason, multipart]),
  }),
  possible: (snapshot, event) => {
    const { nextId, unread } = snapshot.context
    if (event.type === 'xstate.error.actor.readSelection') return nextId + unread.length === 1
    // What was not read changes nothing of what happens to the other rows.
    if (unread.length > 0) return nextId === 1 && /unread|again|cancel all|add files|xstate/.test(event.type)
    const comesIn = snapshot.matches({ selections: 'reading' }) && snapshot.context.nextId > 2
    return !comesIn || event.type.startsWith('xstate.') || event.type === 'cancel all'
  },
  leads: {
    'add files': 'selections.reading',
    'cancel all': 'selections.idle',
    'read again': (_, event) => ('chosen' in event ? 'selections.reading' : 'selections'),
    readSelection: ({ context }) =>
      context.pendingSelections.length > 1 ? 'selections.reading' : 'selections.idle',
    'pause all': before => (before.matches({ work: 'running' }) ? 'work.paused' : 'work'),
    'continue all': before => (before.matches({ work: 'paused' }) ? 'work.running' : 'work'),
  },
  states: {
    'selections.idle': ({ context }) => expect(context.pendingSelections).toEqual([]),
    'selections.reading': ({ context }) => expect(context.pendingSelections).not.toEqual([]),
    'work.idle': snapshot => {
      expect(slotsTaken(snapshot.context)).toBe(0)
      expect(countQueued(snapshot.context.table)).toBe(0)
    },
    'work.running': snapshot => {
      const { context } = snapshot
      expect(countQueued(context.table) === 0 || slotsTaken(context) >= context.concurrency).toBe(true)
    },
    selections: snapshot =>
      expect(
        Object.keys(snapshot.children)
          .filter(id => id.startsWith('upload-'))
          .sort(),
      ).toEqual(snapshot.context.activeIds.map(id => `upload-${id}`).sort()),
  },
}
