import type { UploadTable } from '../../../machines/upload-queue/table.ts'
import type { RestoredRow, Selection } from '../../../machines/upload-queue/types.ts'
import { abortLeft } from './aborts.ts'
import { type UploadDatabase, uploadDatabase } from './database.ts'
import { moveOlderRecords } from './older-records.ts'
import { restoreQueue } from './restore.ts'
import { StoredQueue } from './stored-queue.ts'
import { takeOverQueues } from './take-over.ts'

type Options = {
  /** The id of this tab's queue. */
  queue: string
  user: string
  /** Resolves when other tabs know of this queue. */
  ready: Promise<void>
  /** The queue now; `held`: all rows are paused. */
  snapshot: () => { table: UploadTable; held: boolean; pendingSelections: readonly Selection[] }
  /** Adds rows of earlier visits and closed tabs to the queue. */
  onRows: (rows: RestoredRow[]) => void
  /** An earlier visit has not read these files and folders to their end. */
  onUnread: (names: string[]) => void
  /** What `works` returns has changed. */
  onStored: () => void
}

export type StoredUploads = ReturnType<typeof keepStored>

/** Stores the rows of a queue from now on, and adds what earlier visits and closed tabs have left. */
export function keepStored({ queue, user, ready, snapshot, onRows, onUnread, onStored }: Options) {
  const stopped = new AbortController()
  let store: StoredQueue | null = null
  let selections: ReturnType<typeof keepSelections> | null = null
  let works = true

  function setWorks(value: boolean) {
    if (works === value) return
    works = value
    onStored()
  }

  function follow() {
    const { table, held, pendingSelections } = snapshot()
    store?.follow(table, held)
    selections?.follow(pendingSelections)
  }

  async function open() {
    const database = await uploadDatabase()
    if (!database) return setWorks(false)
    await ready
    if (stopped.signal.aborted) return
    const opened = new StoredQueue({ database, queue, user, onStored: setWorks })
    store = opened
    selections = keepSelections(database, queue, () => opened.write())
    follow()
    await abortLeft(user)
    await moveOlderRecords(database, user, crypto.randomUUID())
    await takeOverQueues({
      user,
      own: queue,
      signal: stopped.signal,
      async restore(other) {
        await restoreQueue(database, other, async rows => {
          onRows(rows)
          follow()
          await opened.write()
        })
        const unread = await takeSelections(database, other)
        if (unread.length > 0) onUnread(unread)
      },
    })
  }
  open().catch(error => {
    console.warn('What earlier visits have left could not be read', error)
  })

  return {
    follow,
    /** Whether the browser stores the rows. */
    works: () => works,
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

/** Remembers which selections are still being read. `write`: stores the rows that were found. */
function keepSelections(database: UploadDatabase, queue: string, write: () => Promise<void>) {
  const kept = new Map<Selection, Promise<number | null>>()
  const ignore = (error: unknown) => {
    console.warn('What is being read will not be remembered', error)
    return null
  }

  async function forget(stored: Promise<number | null>) {
    await write()
    const id = await stored
    if (id !== null) await database.delete('selections', id).catch(ignore)
  }

  return {
    follow(pending: readonly Selection[]) {
      for (const selection of pending) {
        if (kept.has(selection)) continue
        const names = [...selection.tops]
        kept.set(selection, database.put('selections', { queue, names } as never).catch(ignore))
      }
      for (const [selection, stored] of kept) {
        if (pending.includes(selection)) continue
        kept.delete(selection)
        void forget(stored)
      }
    },
  }
}

/** Reads and deletes the names of the selections that a queue has not read to their end. */
async function takeSelections(database: UploadDatabase, queue: string): Promise<string[]> {
  const selections = await database.getAllFromIndex('selections', 'queue', queue)
  for (const { id } of selections) await database.delete('selections', id)
  return selections.flatMap(({ names }) => names)
}
