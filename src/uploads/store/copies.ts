import { MiB } from '../../../domain/limits.ts'
import { traits } from '../../../machines/upload-queue/row-state.ts'
import { rowAt, rowOf, type UploadTable } from '../../../machines/upload-queue/table.ts'
import type { UploadRow } from '../../../machines/upload-queue/types.ts'
import { copyOf, sourceOf } from '../picking/file-sources.ts'
import type { UploadDatabase } from './database.ts'

/** Bytes of the largest file that is copied, and of all copies of a tab. */
const largestCopied = 8 * MiB
const mostCopied = 256 * MiB
/** Files are copied this long, in ms, after they came: on a fast line they have left by then. */
const copyAfterMs = 2000
/** A turn copies so much at most. */
const turnBytes = 16 * MiB
const turnFiles = 100
/** Copying takes at most a tenth of the time: it competes with the uploads for the browser and its disk. */
const restMs = (turnMs: number) => Math.max(500, 9 * turnMs)

type Options = {
  database: UploadDatabase
  /** The id of this queue. */
  queue: string
  /** The row `id` has a copy. */
  onCopied: (id: number) => void
}

/**
 * Copies small files that the browser gave no handle of into its database, so that a later visit can send them: first
 * those that leave last. A copy is deleted once its row has left.
 */
export class Copies {
  readonly #options: Options
  /** By row. */
  readonly #copies = new Map<number, { copy: number; size: number }>()
  #bytes = 0
  #table: UploadTable | null = null
  /** The ids of rows that were not looked at yet, both included. */
  #open: { first: number; last: number }[] = []
  #lastId = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(options: Options) {
    this.#options = options
  }

  follow(table: UploadTable): void {
    this.#table = table
    const last = rowAt(table, table.length - 1)?.id ?? 0
    if (last > this.#lastId) this.#open.push({ first: this.#lastId + 1, last })
    this.#lastId = Math.max(this.#lastId, last)
    if (this.#hasMore()) this.#timer ??= setTimeout(() => void this.#turn(), copyAfterMs)
  }

  /** The id of the row's copy; null if it has none. */
  idOf({ id, file }: UploadRow): number | null {
    const copy = this.#copies.get(id)?.copy ?? copyOf(file)
    if (copy !== null && !this.#copies.has(id)) this.#remember(id, copy, file.size)
    return copy
  }

  /** Deletes the copy of a row that has left. */
  async drop(row: number): Promise<void> {
    const known = this.#copies.get(row)
    if (!known) return
    this.#copies.delete(row)
    this.#bytes -= known.size
    await this.#options.database.delete('copies', known.copy)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** After a sign-out the browser has nothing of a file, whoever uses it next. */
  async forget(): Promise<void> {
    this.stop()
    await this.#options.database.clear('copies')
  }

  #remember(row: number, copy: number, size: number): void {
    this.#copies.set(row, { copy, size })
    this.#bytes += size
  }

  #hasMore(): boolean {
    return !this.#stopped && this.#open.length > 0
  }

  async #turn(): Promise<void> {
    const begun = performance.now()
    let [bytes, files] = [0, 0]
    while (this.#hasMore() && bytes < turnBytes && files < turnFiles) {
      const open = this.#open.at(-1)!
      const row = rowOf(this.#table!, open.last)
      if (row && isWanted(row) && this.idOf(row) === null) {
        if (this.#bytes + row.file.size > mostCopied) break
        await this.#copy(row.id, row.file)
        bytes += row.file.size
        files++
      }
      open.last--
      if (open.last < open.first) this.#open = this.#open.filter(other => other !== open)
    }
    const rest = restMs(performance.now() - begun)
    this.#timer = this.#hasMore() ? setTimeout(() => void this.#turn(), rest) : undefined
  }

  async #copy(row: number, file: File): Promise<void> {
    const { database, queue, onCopied } = this.#options
    try {
      this.#remember(row, await database.put('copies', { queue, file } as never), file.size)
      onCopied(row)
    } catch (error) {
      // The file cannot be read, or the browser's disk is full: it must be chosen again, as larger ones.
      console.warn('A file will not outlive this page', error)
      if (error instanceof DOMException && error.name === 'QuotaExceededError') this.stop()
    }
  }
}

function isWanted(row: UploadRow): row is UploadRow & { file: File } {
  const { file, path, state } = row
  const mayBeSent = !traits[state].hasEnded && !path.endsWith('/')
  return mayBeSent && file instanceof File && file.size <= largestCopied && sourceOf(file) === null
}
