import { extensionOf, kindOf } from '../../../domain/file-kinds.ts'
import { bareName } from '../../../domain/object-key.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Formats } from '../../i18n/formats.ts'
import type { Text } from '../../i18n/text.ts'

/** What a column is sorted by; numbers begin with the largest. */
type Order = { number: (item: ObjectItem) => number | null } | { text: (item: ObjectItem) => string | null }

type Traits = Order & {
  /** Its classes; `small` shows it in lists from 540 px on, `large` from 900 px. */
  look: 'large' | 'small' | 'small end'
  /** In px: of the column, of it in a list below 900 px, and of its bar in the skeleton. */
  width: { large: number; small?: number; bar: number }
  cell: (item: ObjectItem, t: Text, format: Formats) => string | null
}

/** The columns after the name, in order. Their heads say `files.<column>`. */
const traits = {
  type: {
    look: 'large',
    width: { large: 168, bar: 96 },
    text: item => extensionOf(item.name),
    cell: kindText,
  },
  size: {
    look: 'small end',
    width: { large: 116, small: 108, bar: 56 },
    number: item => item.size,
    cell: ({ size }, _, format) => (size === null ? null : format.bytes(size)),
  },
  modified: {
    look: 'small',
    width: { large: 180, small: 180, bar: 120 },
    number: item => item.last_modified,
    cell: ({ last_modified: time }, _, format) => (time === null ? null : format.dateTime(time)),
  },
  class: {
    look: 'large',
    width: { large: 120, bar: 72 },
    text: item => item.storage_class,
    cell: item => item.storage_class,
  },
} satisfies Record<string, Traits>

type Fact = keyof typeof traits
export type Column = 'name' | Fact

const orders: Record<Column, Order> = { name: { text: item => item.name }, ...traits }

const orderOf = (column: Column) => orders[column]
export const columnNames = Object.keys(orders) as Column[]
export const facts = Object.entries(traits) as [Fact, Traits][]

/** The column that follows that of the ACLs, which is shown in some lists only. */
export const afterAcl: Fact = 'class'

const widths = (size: 'large' | 'small', acl = '') =>
  [
    '44px minmax(0, 1fr)',
    ...facts.map(([column, { width }]) => {
      const own = width[size] === undefined ? '' : `${width[size]}px`
      return column === afterAcl ? acl + own : own
    }),
    '44px',
  ].join(' ')

/** Grid columns: checkbox, name, facts, menu; fewer in narrow lists. */
export const columnStyle = {
  gridTemplateColumns: '44px minmax(0, 1fr) 44px',
  '& .small, & .large': { display: 'none' },
  '@container (min-width: 540px)': {
    gridTemplateColumns: widths('small'),
    '& .small': { display: 'block' },
  },
  '@container (min-width: 900px)': {
    gridTemplateColumns: widths('large', 'var(--acl-column,) '),
    '& .large': { display: 'block' },
  },
}

/** The type of an item: `Image (JPG)`. */
function kindText(item: ObjectItem, t: Text): string {
  if (item.type === 'folder') return t('files.kind.folder')
  const name = bareName(item.key)
  const kind = t(`files.kind.${kindOf(name)}`)
  const extension = extensionOf(name)
  return extension && extension.length <= 5
    ? t('files.kindAndExtension', { kind, extension: extension.toUpperCase() })
    : kind
}

export type Sort = { column: Column; descending: boolean }

type Collator = Pick<Intl.Collator, 'compare'>
type Compare = (a: ObjectItem, b: ObjectItem) => number

/** The comparison for `sort`, folders first. `collator`: of the user's language. */
export function rowOrder({ column, descending }: Sort, collator: Collator): Compare {
  const compare = comparison(column, collator)
  const sign = descending ? -1 : 1
  return (a, b) => {
    if (a.type !== b.type) return a.type === 'folder' ? -1 : 1
    return sign * compare(a, b) || collator.compare(a.name, b.name)
  }
}

function comparison(column: Column, collator: Collator): Compare {
  const order = orderOf(column)
  if ('number' in order) return (a, b) => (order.number(a) ?? 0) - (order.number(b) ?? 0)
  return (a, b) => collator.compare(order.text(a) ?? '', order.text(b) ?? '')
}

/** The order after a click on the column, which begins with the largest and the newest; a second click reverses it. */
export function nextSort(sort: Sort | null, column: Column): Sort {
  return { column, descending: sort?.column === column ? !sort.descending : 'number' in orderOf(column) }
}
