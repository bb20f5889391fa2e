import { endOfDay, isDay } from '../../../domain/expiry-day.ts'
import { type KindGroup, kindGroups } from '../../../domain/file-kinds.ts'
import type { operations } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'

export const orders = ['best', 'newest', 'largest'] as const
export type Order = (typeof orders)[number]

/** Bytes, both ends included; null: open. */
export type SizeRange = { from: number | null; to: number | null }
/** Days back from today, or days as `yyyy-MM-dd`, both ends included; empty: open. */
export type DayRange = { days: number } | { from: string; to: string }

/** What is searched for: the state of the screen of results, which the address holds. */
export type Search = {
  query: string
  /** Null: all buckets. */
  place: Place | null
  kind: KindGroup | null
  size: SizeRange | null
  modified: DayRange | null
  storageClass: string
  tag: { key: string; value: string | null } | null
  order: Order
}

export const noSearch: Search = {
  ...{ query: '', place: null, kind: null, size: null, modified: null, storageClass: '', tag: null },
  order: 'best',
}

/** Maximum length of a query in the API, in UTF-16 units. */
export const queryLimit = 1000

const among = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find(value => value === text) ?? null

/** The search in a query (`?q=a&in=kho/b/&size=1024-&modified=7d`). Invalid parts are ignored. */
export function readSearch(query: string): Search {
  const params = new URLSearchParams(query)
  const get = (name: string) => params.get(name) ?? ''
  return {
    query: get('q').slice(0, queryLimit),
    place: placeIn(get('in')),
    kind: among(kindGroups, get('type')),
    size: sizeIn(get('size')),
    modified: daysIn(get('modified')),
    storageClass: get('class').slice(0, 64),
    tag: tagIn(get('tag')),
    order: among(orders, get('sort')) ?? 'best',
  }
}

/** The query for a search; empty for the one that has nothing. */
export function searchQuery(search: Search): string {
  const { query, place, kind, size, modified, storageClass, tag, order } = search
  const params = new URLSearchParams()
  const set = (name: string, value: string) => value !== '' && params.set(name, value)
  set('q', query)
  set('in', place ? `${place.bucket}/${place.prefix}` : '')
  set('type', kind ?? '')
  set('size', size ? `${size.from ?? ''}-${size.to ?? ''}` : '')
  set(
    'modified',
    modified ? ('days' in modified ? `${modified.days}d` : `${modified.from}..${modified.to}`) : '',
  )
  set('class', storageClass)
  set('tag', tag ? tag.key + (tag.value === null ? '' : `=${tag.value}`) : '')
  set('sort', order === 'best' ? '' : order)
  return params.size === 0 ? '' : `?${params}`
}

function placeIn(text: string): Place | null {
  const slash = text.indexOf('/')
  const bucket = slash < 0 ? text : text.slice(0, slash)
  const folder = slash < 0 ? '' : text.slice(slash + 1)
  if (bucket === '') return null
  return { bucket, prefix: folder === '' || folder.endsWith('/') ? folder : `${folder}/` }
}

function sizeIn(text: string): SizeRange | null {
  const [, from = '', to = ''] = /^(\d{0,15})-(\d{0,15})$/.exec(text) ?? []
  if (from === '' && to === '') return null
  return { from: from === '' ? null : Number(from), to: to === '' ? null : Number(to) }
}

function daysIn(text: string): DayRange | null {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? []
  if (days !== undefined) return { days: Number(days) }
  const [from = '', to = '', more] = text.split('..')
  const isEnd = (day: string) => day === '' || isDay(day)
  if (more !== undefined || from + to === '' || !isEnd(from) || !isEnd(to)) return null
  return { from, to }
}

/** `key=value`, or a key alone. The first sign of equality parts them. */
export function tagIn(text: string): Search['tag'] {
  const at = text.indexOf('=')
  const key = (at < 0 ? text : text.slice(0, at)).trim()
  return key === '' ? null : { key, value: at < 0 ? null : text.slice(at + 1).trim() }
}

/** Whether nothing is searched for yet: a place and an order alone are no search. */
export function isBlank({ query, place: _, order: __, ...chips }: Search): boolean {
  return query.trim() === '' && Object.values(chips).every(chip => chip === null || chip === '')
}

export type SearchBody = operations['searchObjects']['requestBody']['content']['application/json']

/** The request of a search, made `now` (unix seconds). Days are those of this machine's time zone. */
export function searchBody(search: Search, now: number): SearchBody {
  const { query, place, kind, size, modified, storageClass, tag, order } = search
  const days = modified && secondsOf(modified, now)
  return {
    query: query.trim(),
    ...(place && { bucket: place.bucket, prefix: place.prefix }),
    ...(kind && { kind }),
    ...(size?.from != null && { size_from: size.from }),
    ...(size?.to != null && { size_to: size.to }),
    ...(days?.from != null && { modified_from: days.from }),
    ...(days?.to != null && { modified_to: days.to }),
    ...(storageClass !== '' && { storage_class: storageClass }),
    ...(tag && { tag: { key: tag.key, ...(tag.value !== null && { value: tag.value }) } }),
    sort: order,
  }
}

function secondsOf(range: DayRange, now: number): { from: number | null; to: number | null } {
  if ('days' in range) return { from: startOfDay(now, range.days), to: null }
  const { from, to } = range
  return { from: from === '' ? null : startOfDay(endOfDay(from)), to: to === '' ? null : endOfDay(to) }
}

/** The first second of the day of this time, or of that `back` days before, as unix seconds. */
function startOfDay(seconds: number, back = 0): number {
  const day = new Date(seconds * 1000)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - back).getTime() / 1000
}

const units = { B: 0, KB: 1, MB: 2, GB: 3, TB: 4 } as const

/** Bytes of a typed size (`10 MB`, `1,5 gb`; without a unit, MB); null: it is none. */
export function typedSize(text: string): number | null {
  const [, number, unit = 'MB'] = /^\s*(\d{1,9}(?:[.,]\d{1,3})?)\s*(b|kb|mb|gb|tb)?\s*$/i.exec(text) ?? []
  if (number === undefined) return null
  const step = units[unit.toUpperCase() as keyof typeof units]
  return Math.round(Number(number.replace(',', '.')) * 1024 ** step)
}
