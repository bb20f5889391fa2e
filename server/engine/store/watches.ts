/** The names of one folder that changed, until they are taken. */
export type Watched = {
  waits(): boolean
  /** Keys of objects, and prefixes of folders, directly below the folder's prefix; null: too many. */
  take(): string[] | null
  close(): void
}

/**
 * Who watches folders, and which keys changed last: in memory, for a process. A change costs one lookup for each folder that
 * its key is in, and only in a bucket that is watched.
 */
export type Watches = {
  /** Notes a change of the key, once it is committed. */
  note(bucket: number, key: string): void
  /** `since`: unix ms; changes from then on are among the first names. */
  watch(bucket: number, prefix: string, since: number): Watched
}

/** Names of a folder that wait to be taken: reading one costs as much as reading ten of a page. */
const MOST_NAMES = 50
/** Changes that are kept for watches to come. */
const MOST_CHANGES = 4096

/** What a listing of `prefix` with the delimiter `/` shows of a key below it. */
export const nameBelow = (prefix: string, key: string): string => {
  const slash = key.indexOf('/', prefix.length)
  return slash < 0 ? key : key.slice(0, slash + 1)
}

export const openWatches = (now: () => number): Watches => {
  const began = now()
  const folders = new Map<number, Map<string, Set<(name: string) => void>>>()
  const changes: { bucket: number; key: string; at: number }[] = []
  let noted = 0

  /** The changes from `since` on, in no order; null if not all of them are kept. */
  const changesSince = (since: number) => {
    if (since < began) return null
    const isWhole = noted <= MOST_CHANGES || changes[noted % MOST_CHANGES]!.at < since
    return isWhole ? changes.filter(({ at }) => at >= since) : null
  }

  return {
    note: (bucket, key) => {
      changes[noted % MOST_CHANGES] = { bucket, key, at: now() }
      noted += 1
      const watched = folders.get(bucket)
      if (!watched) return
      for (let end = 0; ; end += 1) {
        const prefix = key.slice(0, end)
        for (const tell of watched.get(prefix) ?? []) tell(nameBelow(prefix, key))
        end = key.indexOf('/', end)
        if (end < 0) return
      }
    },
    watch: (bucket, prefix, since) => {
      const names = new Set<string>()
      let many = false
      const tell = (name: string): void => {
        if (many) return
        names.add(name)
        many = names.size > MOST_NAMES
        if (many) names.clear()
      }
      const before = changesSince(since)
      many = before === null
      for (const change of before ?? [])
        if (change.bucket === bucket && change.key.startsWith(prefix)) tell(nameBelow(prefix, change.key))

      const ofBucket = folders.get(bucket) ?? new Map<string, Set<typeof tell>>()
      folders.set(bucket, ofBucket)
      const ofFolder = ofBucket.get(prefix) ?? new Set()
      ofBucket.set(prefix, ofFolder)
      ofFolder.add(tell)
      return {
        waits: () => many || names.size > 0,
        take: () => {
          const taken = many ? null : [...names]
          names.clear()
          many = false
          return taken
        },
        close: () => {
          ofFolder.delete(tell)
          if (ofFolder.size === 0 && ofBucket.get(prefix) === ofFolder) ofBucket.delete(prefix)
          if (ofBucket.size === 0 && folders.get(bucket) === ofBucket) folders.delete(bucket)
        },
      }
    },
  }
}
