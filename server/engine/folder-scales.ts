import type { Database } from './store/database.ts'
import type { Segment } from './store/folder-rows.ts'
import { makeScale, type Scale } from './store/scale.ts'

/** Scales that are kept: of 10 million rows one has 20,000 keys or numbers. */
const MOST = 16
/** ms of counting up to which a scale is always that of now; one that takes longer answers while it is counted again. */
const QUICK = 20
/** How many times as long as it took to count a scale it rests. */
const REST = 20
/** ms after which it is also without a change of files: folders may have come or gone. */
const OLD = 10_000

type Kept = { scale: Scale; state: string; at: number; took: number }

/** The scales of the folders that are looked at, made when they are first needed. Nothing is kept on the disk. */
export const createFolderScales = (db: Database, now = () => performance.now()) => {
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<Kept>>()

  const make = (id: string, { sequence, hidden }: Segment, state: string): Promise<Kept> => {
    const running = making.get(id)
    if (running) return running
    const started = now()
    const made = makeScale(sequence, hidden)
      .then(scale => {
        const entry = { scale, state, at: now(), took: now() - started }
        kept.delete(id)
        kept.set(id, entry)
        for (const oldest of kept.keys()) if (kept.size > MOST) kept.delete(oldest)
        return entry
      })
      .finally(() => making.delete(id))
    making.set(id, made)
    return made
  }

  return async (bucket: number, prefix: string, segments: readonly Segment[]): Promise<Scale[]> => {
    const state = JSON.stringify(
      db.get(
        `SELECT objects, files, bytes, (SELECT max(modified) FROM version INDEXED BY version_by_date
         WHERE folder = folder.id AND latest = 1 AND marker = 0 AND folder IS NOT NULL) AS newest
         FROM folder WHERE bucket = ? AND path = ?`,
        bucket,
        prefix,
      ) ?? null,
    )
    return Promise.all(
      segments.map(async segment => {
        const id = `${bucket} ${segment.name} ${prefix}`
        const known = kept.get(id)
        if (!known) return (await make(id, segment, state)).scale
        const age = now() - known.at
        const isChanged = known.state !== state
        const isResting = age < known.took * REST
        if (known.took < QUICK)
          return isResting && !isChanged ? known.scale : (await make(id, segment, state)).scale
        if (!isResting && (isChanged || age > OLD)) void make(id, segment, state).catch(() => undefined)
        return known.scale
      }),
    )
  }
}
