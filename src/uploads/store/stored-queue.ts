import type { Multipart } from '../../../machines/upload/types.ts'
import type { RowState } from '../../../machines/upload-queue/row-state.ts'
import { rowAt, rowOf, type UploadTable } from '../../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../../machines/upload-queue/types.ts'
import { serverSeconds } from '../../api/server-clock.ts'
import { Slice } from '../../site/slice.ts'
import { sourceOf } from '../picking/file-sources.ts'
import { Copies } from './copies.ts'
import type { StoredBatch, StoredRow, UploadDatabase } from './database.ts'

/** Rows per batch. */
const batchLength = 250
/** Changes are written this long after the first of them, in ms. */
const writeAfterMs = 250
/** An upload waits at most this long, in ms, until its row is stored. */
const longestWaitMs = 2000

/** Rows of ascending ids from `first` to `last`. `id`: its key in the database, while it is there. */
type Batch = {
  first: number
  last: number
  id: number | null
  begunAt: number | null
  begunIsStored: boolean
}

type Options = {
  database: UploadDatabase
  /** The id of this queue. */
  queue: string
  user: string
  /** Whether the browser stores the rows; false, for example, when its disk is full. */
  onStored: (stored: boolean) => void
}

/**
 * Mirrors the rows of a queue in the database, so that they outlive the page. It follows the queue's table: whatever
 * changes a row is stored.
 */
export class StoredQueue {
  readonly #options: Options
  readonly #copies: Copies
  readonly #sources = new Map<FileSystemHandle, number | null>()
  #batches: Batch[] = []
  #table: UploadTable | null = null
  #held = false
  #written: { table: UploadTable | null; held: boolean } = { table: null, held: false }
  #dirty = new Set<Batch>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #writing: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(options: Options) {
    this.#options = options
    this.#copies = new Copies({ ...options, onCopied: id => this.#rewrite(this.#batchOf(id)) })
  }

  /** Stores `table` soon. `held`: all rows are paused. */
  follow(table: UploadTable, held: boolean): void {
    if (table === this.#table && held === this.#held) return
    this.#table = table
    this.#held = held
    this.#timer ??= setTimeout(() => void this.write(), writeAfterMs)
    this.#copies.follow(table)
  }

  /** Resolves when the row is stored as it is, and that it may have been sent. Not later than after `longestWaitMs`. */
  async beforeSending(id: number): Promise<void> {
    const batch = this.#batchOf(id)
    if (!batch) return
    // The next one too, so that its first file need not wait.
    for (const begun of [batch, this.#batches[this.#batches.indexOf(batch) + 1]])
      if (begun) this.#begin(begun)
    const [now, before] = [this.#table, this.#written.table].map(
      table => table && rowOf(table, id)?.multipart,
    )
    if (batch.begunIsStored && sameMultipart(now, before)) return
    await Promise.race([this.write(), new Promise(resolve => setTimeout(resolve, longestWaitMs))])
  }

  #begin(batch: Batch): void {
    if (batch.begunAt !== null) return
    batch.begunAt = serverSeconds()
    this.#rewrite(batch)
  }

  #rewrite(batch: Batch | undefined): void {
    if (!batch || this.#stopped) return
    this.#dirty.add(batch)
    this.#timer ??= setTimeout(() => void this.write(), writeAfterMs)
  }

  /** Writes what has changed; earlier writes end first. */
  write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Writes nothing any more: the rows stay for the next visit, but for the bytes of files. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    void this.#copies.forget().catch(error => console.warn('Copies of files are left', error))
  }

  async #write(): Promise<void> {
    const table = this.#table
    if (this.#stopped || !table) return
    try {
      const held = this.#held
      this.#addBatches(table)
      await this.#findChanges(table)
      const dirty = [...this.#dirty]
      this.#dirty = new Set()
      const slice = new Slice()
      for (const batch of dirty) {
        if (this.#stopped) return
        await this.#put(batch)
        if (slice.isOver) await slice.next()
      }
      this.#written = { table, held }
      await this.#dropSources()
      this.#options.onStored(true)
    } catch (error) {
      // A database of a browser can fail at any time: full, or deleted by the user.
      console.warn('Uploads will not outlive this page', error)
      for (const batch of this.#batches) this.#dirty.add(batch)
      this.#options.onStored(false)
    }
  }

  #addBatches(table: UploadTable): void {
    const known = this.#batches.at(-1)?.last ?? 0
    let first = table.length
    while (first > 0 && rowAt(table, first - 1)!.id > known) first--
    for (let from = first; from < table.length; from += batchLength) {
      const last = rowAt(table, Math.min(from + batchLength, table.length) - 1)!.id
      const batch = { first: rowAt(table, from)!.id, last, id: null, begunAt: null, begunIsStored: false }
      this.#batches.push(batch)
      this.#dirty.add(batch)
    }
  }

  /** Finds the batches of which a row would be stored otherwise now. */
  async #findChanges(table: UploadTable): Promise<void> {
    const { table: before, held } = this.#written
    if (!before) return
    if (held !== this.#held) for (const batch of this.#batches) this.#dirty.add(batch)
    const slice = new Slice()
    const most = Math.max(before.chunks.length, table.chunks.length)
    for (let at = 0; at < most; at++) {
      if (before.chunks[at] === table.chunks[at]) continue
      for (const old of before.chunks[at] ?? []) {
        const now = rowOf(table, old.id)
        if (now !== old && storedDiffers(old, now)) {
          const batch = this.#batchOf(old.id)
          if (batch) this.#dirty.add(batch)
        }
      }
      if (slice.isOver) await slice.next()
    }
  }

  #batchOf(id: number): Batch | undefined {
    if (this.#table) this.#addBatches(this.#table)
    let low = 0
    let high = this.#batches.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const batch = this.#batches[middle]!
      if (id < batch.first) high = middle - 1
      else if (id > batch.last) low = middle + 1
      else return batch
    }
    return undefined
  }

  /** Writes the rows as they are now, which may be later than what was compared. */
  async #put(batch: Batch): Promise<void> {
    const { database, queue, user } = this.#options
    const table = this.#table!
    const { begunAt } = batch
    const rows: StoredRow[] = []
    const gone: number[] = []
    for (let id = batch.first; id <= batch.last; id++) {
      const row = rowOf(table, id)
      const stored = row && storedRow(row, this.#held)
      if (!stored) gone.push(id)
      else {
        const source = await this.#sourceId(sourceOf(row.file))
        rows.push({ ...stored, source, copy: this.#copies.idOf(row) })
      }
    }
    // Before the rows: what is no row's copy would never be deleted.
    for (const id of gone) await this.#copies.drop(id)
    if (rows.length === 0) {
      if (batch.id !== null) await database.delete('batches', batch.id)
      batch.id = null
    } else {
      const value: Omit<StoredBatch, 'id'> = { queue, user, begunAt, rows }
      const id = batch.id === null ? {} : { id: batch.id }
      batch.id = await database.put('batches', { ...value, ...id } as StoredBatch)
      batch.begunIsStored = begunAt !== null
    }
  }

  /** When no row is left, no file is opened again. */
  async #dropSources(): Promise<void> {
    if (this.#sources.size === 0 || this.#batches.some(({ id }) => id !== null)) return
    this.#sources.clear()
    const { database, queue } = this.#options
    const { store } = database.transaction('sources', 'readwrite')
    for (const id of await store.index('queue').getAllKeys(queue)) await store.delete(id)
  }

  async #sourceId(handle: FileSystemHandle | null): Promise<number | null> {
    if (!handle) return null
    const known = this.#sources.get(handle)
    if (known !== undefined) return known
    let id: number | null = null
    try {
      const source = { queue: this.#options.queue, handle }
      id = await this.#options.database.put('sources', source as never)
    } catch (error) {
      // Not every browser can store a handle.
      if (!(error instanceof DOMException) || error.name !== 'DataCloneError') throw error
    }
    this.#sources.set(handle, id)
    return id
  }
}

/** As what a later visit begins with the row: it finds out by itself whether it needs the file. Null: nothing is left to do. */
const storedStatus: Record<RowState, StoredRow['status'] | null> = {
  queued: 'queued',
  'active.uploading': 'queued',
  'active.pausing': 'paused',
  'active.paused': 'paused',
  'active.waiting': 'queued',
  'active.stalled': 'queued',
  'active.cancelling': null,
  paused: 'paused',
  interrupted: 'queued',
  completed: null,
  cancelled: null,
  failed: 'failed',
  refused: 'failed',
}

type Stored = Omit<StoredRow, 'source' | 'copy'>

/** Null if nothing is left to do for a later visit. */
function storedRow(row: UploadRow, held: boolean): Stored | null {
  const status = storedStatus[row.state]
  if (status === null) return null
  const { bucket, key, path, multipart } = row
  const { name, size, lastModified, type } = row.file
  const isHeld = held && status === 'queued' && row.state !== 'interrupted'
  const reason = status === 'failed' ? row.reason : null
  return {
    ...{ bucket, key, path, name, size, lastModified, type, multipart },
    ...{ status: isHeld ? 'paused' : status, reason },
  }
}

function storedDiffers(before: UploadRow, now: UploadRow | undefined): boolean {
  const was = storedStatus[before.state]
  const is = now ? storedStatus[now.state] : null
  if (was !== is) return true
  if (is === null) return false
  return (
    (is === 'failed' && before.reason !== now?.reason) || !sameMultipart(before.multipart, now?.multipart)
  )
}

function sameMultipart(one: Multipart | null | undefined, other: Multipart | null | undefined): boolean {
  return (one?.uploadId ?? null) === (other?.uploadId ?? null)
}
