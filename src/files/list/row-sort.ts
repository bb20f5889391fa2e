import type { ObjectItem } from '../../../openapi/schema.ts'
import { type Column, orderOf } from './columns.ts'

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
  const order = orderOf(column)
  if ('number' in order) return (a, b) => (order.number(a) ?? 0) - (order.number(b) ?? 0)
  return (a, b) => collator.compare(order.text(a) ?? '', order.text(b) ?? '')
}

/** The order after a click on the column, which begins with the largest and the newest; a second click reverses it. */
export function nextSort(sort: Sort | null, column: Column): Sort {
  return { column, descending: sort?.column === column ? !sort.descending : 'number' in orderOf(column) }
}
