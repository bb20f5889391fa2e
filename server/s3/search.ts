import type { KindGroup } from '../../domain/file-kinds.ts'
import type { NameWord } from '../../domain/name-search.ts'

export type NameOrder = 'best' | 'newest' | 'largest'

/**
 * Where a page begins. A search looks at rows from `from` on, downwards, in windows: `to`, once the window has ended, is
 * its last row. `after`: the last result of the page before, by the value that it is sorted by.
 */
export type NamePosition = { from: number; to: number | null; after: [value: number, seq: number] | null }

/** Bytes and unix ms, both ends included. */
export type Range = { from?: number | undefined; to?: number | undefined }

export type SearchWanted = {
  words: readonly NameWord[]
  /** Undefined: all buckets of the key's user. */
  bucket?: string | undefined
  /** Only keys that begin with it. */
  prefix?: string | undefined
  size?: Range
  modified?: Range
  storageClass?: string | undefined
  /** Of the name, by its extension. */
  kind?: KindGroup | undefined
  /** Without a value: any. Objects whose tags the key may not read have none. */
  tag?: { key: string; value?: string | undefined } | undefined
  order: NameOrder
  limit: number
  at: NamePosition | null
  /** Whether the contents of a folder may be shown; asked before the storage's own rules. */
  reaches(bucket: string, folder: string): boolean
  signal?: AbortSignal
}

/** `etag`: without quotes. `modified`: unix ms. */
export type Found = {
  bucket: string
  key: string
  size: number
  etag: string
  modified: number
  storageClass: string
}

/**
 * `looked`: rows that were looked at, by no page before, and may be shown. `complete`: whether no row below the position is left; if not, the
 * order is among these only, and `next` goes on below them. `indexed`: the share of rows that could be found.
 */
export type FoundPage = {
  rows: Found[]
  next: NamePosition | null
  looked: number
  complete: boolean
  indexed: number
}
