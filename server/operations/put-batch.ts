import { batchLimit, MiB } from '../../domain/limits.ts'
import type { StoredFile } from '../../openapi/schema.ts'
import type { FollowingBytes, Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { type NewObject, putObject, type Read } from '../storage/put-object.ts'
import type { Services } from './services.ts'

/** How many files, and bytes of them, the storage has not confirmed yet. A larger file is stored alone. */
type Window = { files: number; bytes: number }
/** The engine commits together what is there at once; elsewhere each file takes a connection. */
const windows = { here: { files: 64, bytes: MiB }, elsewhere: { files: 8, bytes: MiB } }

export function putBatchOperation({ access, putHere, log }: Pick<Services, 'access' | 'putHere' | 'log'>) {
  return {
    /**
     * Stores the files as their bytes arrive, each with its own outcome, signed with the user's own key. Nothing is
     * stored if the sizes do not add up; if the body ends early, files that have arrived whole stay.
     */
    async putBatch({ query: { bucket }, body: { files }, bytes, by: { user, visitor } }) {
      const total = files.reduce((sum, { size }) => sum + size, 0)
      if (total > batchLimit) throw invalid('files', 'too large')
      if (total !== bytes.length) throw invalid('files', 'must have as many bytes as follow')
      const { client, keys } = await access.clientForUser(user)
      const objects = files.map(({ key, size, content_type, crc32 }) => {
        return { bucket, key, size, contentType: content_type, crc32 }
      })
      const put = (object: NewObject, read: Read) =>
        putHere ? putHere(keys, visitor, object, read) : putObject(client, object, read)
      const failed = (error: unknown): StoredFile => {
        if (error instanceof Problem) return { code: error.code }
        log.error({ err: error, bucket }, 'A file of a batch was not stored.')
        return { code: 'UNKNOWN_ERROR' }
      }
      const stored = await storeEach<StoredFile>(
        objects,
        bytes,
        putHere ? windows.here : windows.elsewhere,
        (object, read) => put(object, read).then(etag => ({ etag }), failed),
      )
      return { files: stored }
    },
  } satisfies Partial<Handlers>
}

/** Begins each file when the bytes of the one before have been taken or skipped, and the window has room for it. `store` never rejects. */
export async function storeEach<Outcome>(
  objects: readonly NewObject[],
  bytes: Pick<FollowingBytes, 'next'>,
  window: Window,
  store: (object: NewObject, read: Read) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = []
  const underWay = new Set<Promise<Outcome>>()
  let unconfirmed = 0
  try {
    for (const object of objects) {
      while (underWay.size === window.files || (unconfirmed > 0 && unconfirmed + object.size > window.bytes))
        await Promise.race(underWay)
      const section = sectionOf(bytes, object.size)
      const outcome = store(object, section.read)
      outcomes.push(outcome)
      underWay.add(outcome)
      unconfirmed += object.size
      void outcome.then(() => {
        underWay.delete(outcome)
        unconfirmed -= object.size
      })
      await Promise.race([section.taken, outcome])
      await section.skip()
    }
  } finally {
    await Promise.all(outcomes)
  }
  return Promise.all(outcomes)
}

/** The next `size` bytes. A concurrent reader sees the end of the section as well. */
function sectionOf(bytes: Pick<FollowingBytes, 'next'>, size: number) {
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  let left = size
  let coming: Promise<Buffer> | null = null
  function next(): Promise<Buffer> {
    coming ??= bytes.next(left).then(piece => {
      left -= piece.length
      coming = null
      return piece
    })
    return coming
  }
  return {
    taken,
    async read(take: Parameters<Read>[0]): Promise<void> {
      while (left > 0) await take(await next())
      resolve()
    },
    async skip(): Promise<void> {
      while (left > 0) await next()
    },
  }
}
