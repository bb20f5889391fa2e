import { deleteDB, openDB } from 'idb'
import type { UploadTable } from '../../../machines/upload-queue/table.ts'
import type { RestoredRow, Selection, UnreadSelection } from '../../../machines/upload-queue/types.ts'
import { nextTask } from '../../site/slice.ts'
import { itemsOfHandles } from '../picking/selection.ts'
import { retryAborts } from './aborts.ts'
import {
  earlierName,
  hasEarlierUploads,
  type Schema,
  type StoredSelection,
  type UploadDatabase,
  uploadDatabase,
} from './database.ts'
import { permissionOf } from './open-file.ts'
import { restoreQueue } from './restore.ts'
import { StoredQueue } from './stored-queue.ts'
import { takeOverQueues } from './take-over.ts'

/** `reason` null: it may be read again at once. */
type Unread = { selection: Selection; reason: UnreadSelection['reason'] | null }

type Options = {
  /** The id of this tab's queue. */
  queue: string
  user: string
  /** Earlier versions kept the rows under it. */
  email: string
  /** Resolves when other tabs know of this queue. */
  ready: Promise<void>
  /** The queue now; `held`: all rows are paused; `unread`: what is still being read, or was not read to its end. */
  snapshot: () => { table: UploadTable; held: boolean; unread: readonly Selection[] }
  /** Adds rows of earlier visits and closed tabs to the queue. */
  onRows: (rows: RestoredRow[]) => void
  /** Earlier visits and closed tabs have not read these to their end. */
  onUnread: (selections: Unread[]) => void
  /** What `works` or `restoring` returns has changed. */
  onStored: () => void
}

/** Restored rows that are added to the queue in one task. */
const sliceLength = 250

export type StoredUploads = ReturnType<typeof keepStored>

/** Stores the rows of a queue from now on, and adds what earlier visits and closed tabs have left. */
export function keepStored({ queue, user, email, ready, snapshot, onRows, onUnread, onStored }: Options) {
  const stopped = new AbortController()
  let store: StoredQueue | null = null
  let selections: ReturnType<typeof keepSelections> | null = null
  let works = true
  let restoring = 0

  function setWorks(value: boolean) {
    if (works === value) return
    works = value
    onStored()
  }

  function follow() {
    const { table, held, unread } = snapshot()
    store?.follow(table, held)
    selections?.follow(unread)
  }

  async function restore(database: UploadDatabase, opened: StoredQueue, other: string) {
    const { rows, forget } = await restoreQueue(database, other)
    // All at once, so that nothing counts as finished while more rows are to come.
    for (let from = 0; from < rows.length && !stopped.signal.aborted; from += sliceLength) {
      onRows(rows.slice(from, from + sliceLength))
      await nextTask()
    }
    follow()
    await opened.write()
    if (stopped.signal.aborted) return
    if (rows.length > 0 && !works) throw new Error('Restored uploads could not be stored')
    await forget()
    const left = await database.getAllFromIndex('selections', 'queue', other)
    if (left.length === 0) return
    // Earlier versions have kept only names, of which nothing can be read again.
    onUnread(await Promise.all(left.filter(({ selection }) => selection).map(unreadOf)))
    follow()
    await selections?.stored()
    for (const { id } of left) await database.delete('selections', id)
  }

  async function open() {
    const database = await uploadDatabase()
    if (!database) return setWorks(false)
    await ready
    if (stopped.signal.aborted) return
    const opened = new StoredQueue({ database, queue, user, onStored: setWorks })
    store = opened
    selections = keepSelections({ database, queue, user, write: () => opened.write() })
    follow()
    if (await hasEarlierUploads()) await takeOverRecords(database, email, user).catch(ignore)
    // A failure of these must not keep the rest from being restored.
    await retryAborts(user).catch(ignore)
    await takeOverQueues({
      user,
      own: queue,
      signal: stopped.signal,
      async restore(other) {
        restoring++
        onStored()
        try {
          await restore(database, opened, other)
        } finally {
          restoring--
          onStored()
        }
      },
    })
  }
  open().catch(ignore)

  return {
    follow,
    /** Whether the browser stores the rows. */
    works: () => works,
    /** Whether rows of earlier visits and closed tabs are being read. */
    restoring: () => restoring > 0,
    /** Resolves when the row `id` is stored, so that a later visit knows that it may have been sent. */
    beforeSending: async (id: number) => {
      follow()
      await store?.beforeSending(id)
    },
    /** Stores nothing any more; what is stored stays for the next visit. */
    stop() {
      stopped.abort()
      store?.stop()
    },
  }
}

function ignore(error: unknown): void {
  console.warn('What earlier visits have left could not be read', error)
}

type KeepSelections = {
  database: UploadDatabase
  queue: string
  user: string
  /** Stores the rows that were found. */
  write: () => Promise<void>
}

/** Remembers the selections that are not read to their end. */
function keepSelections({ database, queue, user, write }: KeepSelections) {
  const kept = new Map<Selection, Promise<number | null>>()
  const forgo = (error: unknown) => {
    console.warn('What is being read will not be remembered', error)
    return null
  }

  async function forget(stored: Promise<number | null>) {
    await write()
    const id = await stored
    if (id !== null) await database.delete('selections', id).catch(forgo)
  }

  async function keep({ items, found: _, ...selection }: Selection): Promise<number | null> {
    const handles = await handlesOf(items)
    const put = (handles: FileSystemHandle[]) =>
      database.put('selections', { queue, user, selection, handles } as never)
    // Not every browser can store a handle.
    return put(handles)
      .catch(error => (isNotCloned(error) ? put([]) : Promise.reject(error)))
      .catch(forgo)
  }

  return {
    follow(unread: readonly Selection[]) {
      for (const selection of unread) if (!kept.has(selection)) kept.set(selection, keep(selection))
      for (const [selection, stored] of kept) {
        if (unread.includes(selection)) continue
        kept.delete(selection)
        void forget(stored)
      }
    },
    /** Resolves when all are stored. */
    stored: () => Promise.all(kept.values()),
  }
}

const isNotCloned = (error: unknown) => error instanceof DOMException && error.name === 'DataCloneError'

/** The handles of what was chosen; none unless each item has one. */
async function handlesOf(items: Selection['items']): Promise<FileSystemHandle[]> {
  const handles = await Promise.all(items.map(item => (item.kind === 'handle' ? item.handle : null)))
  return handles.every(handle => handle !== null) ? handles : []
}

async function unreadOf({ selection, handles }: StoredSelection): Promise<Unread> {
  const permissions = await Promise.all(handles.map(handle => permissionOf(handle).catch(() => 'prompt')))
  const readable = permissions.every(permission => permission === 'granted')
  const reason = handles.length === 0 ? 'INTERRUPTED' : readable ? null : 'PERMISSION_NEEDED'
  return { selection: { ...selection, items: itemsOfHandles(handles) }, reason }
}

/** Gives the user with this id what earlier versions have kept of theirs, in a database of all installations. */
async function takeOverRecords(to: UploadDatabase, email: string, id: string): Promise<void> {
  const from = await openDB<Schema>(earlierName)
  if (!from.objectStoreNames.contains('batches')) return close(from)
  for (const user of [email, id]) {
    const sources = new Map<number, number>()
    for (const { id: key, rows, ...batch } of await from.getAllFromIndex('batches', 'user', user)) {
      for (const { id: source, ...kept } of await from.getAllFromIndex('sources', 'queue', batch.queue)) {
        if (!sources.has(source)) sources.set(source, await to.put('sources', kept as never))
      }
      const moved = rows.map(row => ({ ...row, source: sources.get(row.source ?? -1) ?? null }))
      await to.put('batches', { ...batch, user: id, rows: moved } as never)
      await from.delete('batches', key)
    }
    for (const abort of await from.getAllFromIndex('aborts', 'user', user)) {
      await to.put('aborts', { ...abort, user: id })
      await from.delete('aborts', abort.uploadId)
    }
  }
  if ((await from.count('batches')) + (await from.count('aborts')) > 0) return from.close()
  await close(from)
}

async function close(from: UploadDatabase): Promise<void> {
  from.close()
  await deleteDB(earlierName)
}
