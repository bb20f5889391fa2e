import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Segment, segmentsOf } from './contents.ts'
import { DamagedBlob, readBlobs } from './read-blobs.ts'
import type { Readable } from './store.ts'

/** The result of a check: bodies and parts read, their bytes, and how many are damaged or missing. */
export type Checked = { bodies: number; bytes: number; damaged: number }

export type VerifyOptions = {
  /** Receives a sentence for each body that is damaged or missing. */
  say(finding: string): void
  /** Starts after this content; 0 by default. */
  from?: number
  /** Called after each body with its content and bytes; a promise is awaited. */
  after?(content: number, bytes: number): Promise<void> | undefined
  signal?: AbortSignal
}

const ROWS = 100
const ROWS_SCANNED = 5000
const MOST_NAMES = 3

/** The first objects with this content. No database index leads from a content to its objects: only damage needs it. */
const namesOf = async (store: Readable, content: number): Promise<string> => {
  const names: string[] = []
  const last = store.db.get<{ seq: number }>('SELECT max(seq) AS seq FROM version')?.seq ?? 0
  for (let seq = 0; seq < last && names.length < MOST_NAMES; seq += ROWS_SCANNED) {
    const rows = store.db.all<{ name: string; key: string }>(
      `SELECT bucket.name, version.key FROM version JOIN bucket ON bucket.id = version.bucket
       WHERE version.seq > ? AND version.seq <= ? AND version.content = ?`,
      seq,
      seq + ROWS_SCANNED,
      content,
    )
    for (const { name, key } of rows) names.push(JSON.stringify(`${name}/${key}`))
    await nextTurn()
  }
  return names.slice(0, MOST_NAMES).join(', ') || `content ${content}`
}

/** Reads the bytes as stored: the checksums are of the encrypted ones. */
const readAll = async (store: Readable, segment: Omit<Segment, 'dataKey'>): Promise<void> => {
  const { start, size } = segment
  const segments = [{ ...segment, dataKey: null }]
  const { rest } = await readBlobs(store, { name: '', segments, from: start, to: start + size })
  for await (const _ of rest);
}

const damageOf = async (reading: Promise<void>): Promise<DamagedBlob | undefined> => {
  try {
    await reading
    return undefined
  } catch (error) {
    if (error instanceof DamagedBlob) return error
    throw error
  }
}

const verifyContents = async (store: Readable, checked: Checked, options: VerifyOptions): Promise<void> => {
  let content = options.from ?? 0
  for (;;) {
    const rows = store.db.all<{ id: number; size: number }>(
      'SELECT id, size FROM content WHERE id > ? ORDER BY id LIMIT ?',
      content,
      ROWS,
    )
    if (rows.length === 0) return
    for (const { id, size } of rows) {
      {
        using _lease = store.blobs.lease(id)
        for (const segment of segmentsOf(store, id, 0, size)) {
          if (options.signal?.aborted) return
          const damage = await damageOf(readAll(store, segment))
          checked.bodies += 1
          checked.bytes += segment.size
          if (damage === undefined) continue
          checked.damaged += 1
          options.say(damage.sentence(await namesOf(store, id)))
        }
      }
      content = id
      await options.after?.(id, size)
    }
  }
}

const verifyParts = async (store: Readable, checked: Checked, options: VerifyOptions): Promise<void> => {
  type Part = { upload: string; number: number; blob: string; size: number }
  let last: Pick<Part, 'upload' | 'number'> = { upload: '', number: 0 }
  for (;;) {
    const rows = store.db.all<Part>(
      `SELECT upload, number, blob, size FROM part
       WHERE (upload, number) > (?, ?) AND blob IS NOT NULL ORDER BY upload, number LIMIT ?`,
      last.upload,
      last.number,
      ROWS,
    )
    if (rows.length === 0) return
    for (const part of rows) {
      if (options.signal?.aborted) return
      last = part
      const { upload, number, blob, size } = part
      const damage = await damageOf(readAll(store, { number, start: 0, size, blob, checksum: null }))
      // A part that was replaced meanwhile, or whose upload ended, is not damage.
      if (damage && !store.db.get('SELECT 1 FROM part WHERE blob = ?', blob)) continue
      checked.bodies += 1
      checked.bytes += size
      if (damage === undefined) continue
      checked.damaged += 1
      options.say(damage.sentence(`part ${number} of upload ${upload}`))
    }
  }
}

const verifyVersions = async (store: Readable, checked: Checked, options: VerifyOptions): Promise<void> => {
  const last = store.db.get<{ seq: number }>('SELECT max(seq) AS seq FROM version')?.seq ?? 0
  for (let seq = 0; seq < last; seq += ROWS_SCANNED) {
    if (options.signal?.aborted) return
    const rows = store.db.all<{ name: string; key: string }>(
      `SELECT bucket.name, version.key FROM version JOIN bucket ON bucket.id = version.bucket
       WHERE version.seq > ? AND version.seq <= ? AND version.marker = 0
         AND NOT EXISTS (SELECT 1 FROM content WHERE content.id = version.content)`,
      seq,
      seq + ROWS_SCANNED,
    )
    for (const { name, key } of rows) {
      checked.damaged += 1
      options.say(`The index has no content for ${JSON.stringify(`${name}/${key}`)}.`)
    }
    await nextTurn()
  }
}

/** Verifies every byte that the index names against its checksum, while the engine keeps running. */
export const verify = async (store: Readable, options: VerifyOptions): Promise<Checked> => {
  const checked: Checked = { bodies: 0, bytes: 0, damaged: 0 }
  await verifyContents(store, checked, options)
  await verifyParts(store, checked, options)
  await verifyVersions(store, checked, options)
  return checked
}
