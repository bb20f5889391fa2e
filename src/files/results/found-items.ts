import { unaccented } from '../../../domain/folded.ts'
import { nameWords, rankOfName } from '../../../domain/name-search.ts'
import { nameOf } from '../../../domain/object-key.ts'
import type { FoundObject, ObjectItem } from '../../../openapi/schema.ts'
import { folderAddress, type Place } from '../../buckets/addresses.ts'
import type { Part } from '../parts.ts'
import type { Order } from './filters.ts'

/**
 * A result as a row: its `key` is that of the list, with the bucket before it. `object`: the file or folder as its own
 * folder lists it. `address`: of a folder.
 */
export type FoundItem = ObjectItem & { object: ObjectItem; folder: Place; address: string; rank: number }

const sorting: Record<Order, (item: FoundItem) => number> = {
  best: ({ rank }) => -rank,
  newest: ({ object }) => object.last_modified ?? 0,
  largest: ({ object }) => object.size ?? 0,
}

/** Makes the rows of the results of a query. Results that have a row keep it. */
export function rowsMaker(query: string): (results: readonly FoundObject[]) => FoundItem[] {
  const words = nameWords(query)
  const rows = new WeakMap<FoundObject, FoundItem>()
  return results =>
    results.map(result => {
      const row = rows.get(result) ?? foundItem(result, rankOfName(words, unaccented(result.key)))
      rows.set(result, row)
      return row
    })
}

function foundItem({ bucket, key, ...facts }: FoundObject, rank: number): FoundItem {
  const name = nameOf(key)
  const type = key.endsWith('/') ? 'folder' : 'file'
  const shown =
    type === 'folder' ? { size: null, last_modified: null, etag: null, storage_class: null } : facts
  const object = { type, key, name, ...shown } as const
  return {
    ...{ ...object, object, rank, key: `${bucket}/${key}` },
    folder: { bucket, prefix: key.slice(0, key.length - name.length) },
    address: folderAddress({ bucket, prefix: key }),
  }
}

/** All rows in one order: each answer has its own. */
export function inOrder(items: readonly FoundItem[], order: Order): FoundItem[] {
  const value = sorting[order]
  return items.toSorted((a, b) => value(b) - value(a))
}

/** The objects of these rows by their buckets, each once. */
export function partsOf(items: readonly ObjectItem[]): Part[] {
  const parts = new Map<string, ObjectItem[]>()
  for (const { folder, object } of items as readonly FoundItem[]) {
    const known = parts.get(folder.bucket)
    if (known) known.push(object)
    else parts.set(folder.bucket, [object])
  }
  return [...parts].map(([bucket, items]) => ({ bucket, items }))
}
