import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  SqliteAdapter,
  sql,
} from 'kysely'
import type { Database } from './open.ts'

/** Seconds of the filter by a coming expiry. */
export const soon = 30 * 86_400
/** Sorts after all times and sizes. */
const last = Number.MAX_SAFE_INTEGER

export type Order = 'ascending' | 'descending'
/** A row's place in a list: the value by which the list is sorted, and its id. */
export type Position = readonly [value: string | number, id: string]

export type Page<Sort extends string> = {
  sort: Sort
  order: Order
  /** Only rows after this one; null: from the first. */
  after: Position | null
  /** At most so many rows; null: all. */
  limit: number | null
}

/** A text as the databases compare it alike: byte by byte. */
export function bytewise(db: Database, column: string): RawBuilder<string> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  return isSqlite ? sql.ref<string>(column) : sql<string>`${sql.ref(column)} collate "C"`
}

/** Times and sizes that may be missing, as numbers: databases order null differently. */
export const orLast = (column: string) => sql<number>`coalesce(${sql.ref(column)}, ${sql.lit(last)})`
export const orFirst = (column: string) => sql<number>`coalesce(${sql.ref(column)}, 0)`
export const zeroLast = (column: string) =>
  sql<number>`case when ${sql.ref(column)} = 0 then ${sql.lit(last)} else ${sql.ref(column)} end`

export type Expires = 'never' | 'expired' | 'within-30-days' | 'later'

/** `now`: unix seconds. */
export function expiresOf(column: string, now: number): RawBuilder<Expires> {
  const at = sql.ref<number>(column)
  return sql<Expires>`case when ${at} = 0 then 'never' when ${at} <= ${now} then 'expired'
    when ${at} <= ${now + soon} then 'within-30-days' else 'later' end`
}

/** A condition as a value to count by. */
export const yesOrNo = (condition: Expression<unknown>) =>
  sql<'yes' | 'no'>`case when ${condition} then 'yes' else 'no' end`

/** Whether one of the columns contains what `containing` has made of a search. */
export function matches(columns: readonly string[], pattern: string): Expression<SqlBool> {
  const found = columns.map(column => sql`${sql.ref(column)} like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`
}

/** The page of a query whose rows have an id, sorted by the column `by`. */
export function paged<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  by: string,
  { order, after, limit }: Pick<Page<never>, 'order' | 'after' | 'limit'>,
): SelectQueryBuilder<DB, TB, Row> {
  const [direction, beyond] = order === 'ascending' ? (['asc', '>'] as const) : (['desc', '<'] as const)
  let page = query.orderBy(sql.ref(by), direction).orderBy(sql.ref('id'), direction)
  if (after)
    page = page.where(
      sql<SqlBool>`(${sql.ref(by)}, ${sql.ref('id')}) ${sql.raw(beyond)} (${after[0]}, ${after[1]})`,
    )
  return limit === null ? page : page.limit(limit)
}

/** How many rows have these values. */
type Group<Facet extends string> = Record<Facet, string> & { rows: number | string }

/**
 * How many rows match the whole filter, and for each value of a facet, how many would if the filter had this value
 * there.
 */
export function countGroups<Facet extends string>(
  groups: readonly Group<NoInfer<Facet>>[],
  filter: Partial<Record<Facet, string | undefined>>,
): { total: number; of: (facet: Facet, value: string) => number } {
  const facets = Object.keys(filter) as Facet[]
  const sum = (fits: (group: Group<Facet>) => boolean) =>
    groups.filter(fits).reduce((total, group) => total + Number(group.rows), 0)
  const isIn = (group: Group<Facet>, facet: Facet) =>
    filter[facet] === undefined || filter[facet] === group[facet]
  return {
    total: sum(group => facets.every(facet => isIn(group, facet))),
    of: (facet, value) =>
      sum(group => group[facet] === value && facets.every(other => other === facet || isIn(group, other))),
  }
}
