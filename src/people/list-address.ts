import type { Sorting, SortOrder } from '../ui/sorting.ts'

/**
 * Which values each filter of a list has, or what they look like; `sort` has the columns, the first of which sorts by
 * itself.
 */
type Choices = { readonly sort: readonly string[] } & Record<string, readonly string[] | RegExp>

/** What a list is narrowed to and sorted by, as in its address and its query; empty: not. */
export type Chosen<Of extends Choices> = { search: string; order: SortOrder | '' } & {
  [Name in keyof Of]: (Of[Name] extends readonly (infer Value extends string)[] ? Value : string) | ''
}

const searchLimit = 254

/** The list of an address (`?status=expired&sort=expiry`); unknown values are ignored. */
export function chosenIn<Of extends Choices>(choices: Of, address: URLSearchParams): Chosen<Of> {
  const all = { ...choices, order: ['ascending', 'descending'] }
  const chosen = Object.entries(all).map(([name, values]) => {
    const value = address.get(name) ?? ''
    const isOne = values instanceof RegExp ? values.test(value) : values.includes(value)
    return [name, isOne ? value : '']
  })
  const search = (address.get('search') ?? '').slice(0, searchLimit).trim()
  return { search, ...Object.fromEntries(chosen) } as Chosen<Of>
}

export function addressOf(chosen: object): URLSearchParams {
  return new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
}

/** The query of the API; flags are booleans there. */
export function queryOf(chosen: object): Record<string, unknown> {
  const values = [...addressOf(chosen)].map(([name, value]) => [name, flags[value] ?? value])
  return Object.fromEntries(values)
}

const flags: Record<string, boolean> = { true: true, false: false }

/** Whether rows may be missing, because of a search or a filter. */
export function isNarrowed({ sort: _, order: __, ...filters }: Chosen<Choices>): boolean {
  return Object.values(filters).some(value => value !== '')
}

/** The same list without search and filters. */
export function unfiltered<Of extends Choices>(choices: Of, { sort, order }: Chosen<Of>): Chosen<Of> {
  const none = Object.fromEntries(Object.keys(choices).map(name => [name, '']))
  return { search: '', ...none, sort, order } as Chosen<Of>
}

export function sortingOf<Of extends Choices>(choices: Of, list: Chosen<Of>): Sorting<Of['sort'][number]> {
  return { column: list.sort || choices.sort[0]!, order: list.order || 'ascending' }
}

/** The part of the list that this sorting is: empty where it is the first one. */
export function sortedAs<Column extends string>(
  choices: { readonly sort: readonly Column[] },
  { column, order }: Sorting<Column>,
): { sort: Column | ''; order: SortOrder | '' } {
  return { sort: column === choices.sort[0] ? '' : column, order: order === 'ascending' ? '' : order }
}
