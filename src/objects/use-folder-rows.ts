import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectItem } from '../../openapi/schema.ts'
import type { Place } from '../buckets/folder-address.ts'
import { useLanguage } from '../i18n/text.ts'
import { type Arrangement, arrange, arrangeInTurns } from './arrange-rows.ts'
import type { FolderView } from './folder-view.ts'
import { compareKeys } from './key-order.ts'
import { rowOrder } from './row-sort.ts'
import { type Listing, useListing } from './use-listing.ts'

/** Names that are read to search or sort a folder. */
export const readLimit = 10_000
/** Rows that are arranged while they are rendered. */
const fewRows = 1000

export type FolderRows = {
  listing: Listing
  /** What is shown: what the search finds, in the order that was chosen. */
  rows: readonly ObjectItem[]
  /** Whether there are too many names to sort, and to search other than by their beginnings. */
  tooMany: boolean
  /** Asks for more rows at the end of the list. */
  loadMore: () => void
}

/**
 * The rows of a folder as they are looked at. A search or an order reads on until the folder is whole, at most
 * `readLimit` names; beyond them a search finds names by their beginnings, as the storage can. `all` reads on too.
 */
export function useFolderRows(place: Place, view: FolderView, enabled: boolean, all: boolean): FolderRows {
  const { search, sort } = view
  const listing = useListing(place, '', enabled)
  const { rows, complete, error, loading, loadMore, drop } = listing
  const tooMany = !complete && rows.length >= readLimit
  const reading = all || ((search !== '' || sort !== null) && !tooMany)
  // Each page that came asks for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (reading && !complete && !loading && !error) loadMore()
  }, [reading, complete, loading, error, loadMore, rows])

  const beginnings = useListing(place, search, enabled && tooMany && search !== '')
  const looked = useMemo(
    () => (search !== '' && tooMany ? withBeginnings(rows.slice(0, readLimit), beginnings.rows) : rows),
    [rows, search, tooMany, beginnings.rows],
  )
  const dropEverywhere = useCallback(
    (keys: ReadonlySet<string>) => {
      drop(keys)
      beginnings.drop(keys)
    },
    [drop, beginnings.drop],
  )
  return {
    listing: { ...listing, drop: dropEverywhere },
    rows: useArranged(looked, view, listing, place),
    tooMany,
    loadMore: search !== '' && tooMany ? beginnings.loadMore : loadMore,
  }
}

/** By key, without what is in both. */
function withBeginnings(rows: readonly ObjectItem[], more: readonly ObjectItem[]): readonly ObjectItem[] {
  const last = rows.at(-1)
  return last ? [...rows, ...more.filter(({ key }) => compareKeys(key, last.key) > 0)] : more
}

/** Sorted where the folder is whole: as chosen, or by name where it came at once. */
function useArranged(
  rows: readonly ObjectItem[],
  { search, sort }: FolderView,
  { complete, short }: Listing,
  { bucket, prefix }: Place,
): readonly ObjectItem[] {
  const { locale } = useLanguage()
  const collator = useMemo(() => new Intl.Collator(locale, { numeric: true }), [locale])
  const arrangement = useMemo<Arrangement | null>(() => {
    const chosen = complete && sort ? sort : short ? ({ column: 'name', descending: false } as const) : null
    if (!chosen && search === '') return null
    return { search, order: chosen && rowOrder(chosen, collator) }
  }, [search, sort, complete, short, collator])
  const few = arrangement === null || rows.length <= fewRows
  const now = useMemo(
    () => (few ? (arrangement ? arrange(rows, arrangement) : rows) : null),
    [few, rows, arrangement],
  )
  const folder = `${bucket}/${prefix}`
  const [later, setLater] = useState<{ folder: string; rows: readonly ObjectItem[] } | null>(null)
  useEffect(() => {
    if (few || !arrangement) return
    const stop = new AbortController()
    void arrangeInTurns(rows, arrangement, stop.signal).then(found => {
      if (found) setLater({ folder, rows: found })
    })
    return () => stop.abort()
  }, [few, rows, arrangement, folder])
  return now ?? (later?.folder === folder ? later.rows : rows)
}
