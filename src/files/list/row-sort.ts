import type { ObjectItem } from '../../../openapi/schema.ts'
import { extensionOf } from '../../ui/file-kind.ts'

export const columnNames = ['name', 'type', 'size', 'modified', 'class'] as const
export type Column = (typeof columnNames)[number]
export type Sort = { column: Column; descending: boolean }

type Compare = (a: ObjectItem, b: ObjectItem) => number

/** The comparison for `sort`, folders first. `collator`: of the user's language. */
export function rowOrder({ column, descending }: Sort, collator: Intl.Collator): Compare {
  const compare = comparison(column, collator)
  const sign = descending ? -1 : 1
  return (a, b) => {
    if (a.type !== b.type) return a.type === 'folder' ? -1 : 1
    return sign * compare(a, b) || collator.compare(a.name, b.name)
  }
}

function comparison(column: Column, collator: Intl.Collator): Compare {
  if (column === 'size') return (a, b) => (a.size ?? 0) - (b.size ?? 0)
  if (column === 'modified') return (a, b) => (a.last_modified ?? 0) - (b.last_modified ?? 0)
  if (column === 'class') return (a, b) => collator.compare(a.storage_class ?? '', b.storage_class ?? '')
  if (column === 'type') {
    return (a, b) => collator.compare(extensionOf(a.name) ?? '', extensionOf(b.name) ?? '')
  }
  return (a, b) => collator.compare(a.name, b.name)
}
