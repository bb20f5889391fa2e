import { keyBytes } from './object-key.ts'

/** A bucket, or a folder in it. `prefix`: empty for the whole bucket, else the folder's, which ends in a slash. */
export type Place = { bucket: string; prefix: string }

/** The places that a sub-user or a key is limited to; null: not limited. Nothing else is reached, whatever the level. */
export type Scope = readonly Place[] | null

/** The most places of a scope. */
export const placesPerScope = 50

/**
 * Why `prefix` cannot be a place's, or null. Bucket policies take `*`, `?` and `${` for patterns, and RGW knows no way to
 * write them as letters.
 */
export function placeIssue(prefix: string): 'place-not-folder' | 'place-letters' | 'place-too-long' | null {
  if (prefix === '') return null
  if (!prefix.endsWith('/') || prefix.startsWith('/') || !prefix.isWellFormed()) return 'place-not-folder'
  if (/[*?\p{Cc}]|\$\{/u.test(prefix)) return 'place-letters'
  return keyBytes(prefix) > 512 ? 'place-too-long' : null
}

/** Whether everything whose key begins with `prefix` is in the scope; a key is its own prefix. */
export function covers(scope: Scope, bucket: string, prefix: string): boolean {
  return scope === null || scope.some(place => place.bucket === bucket && prefix.startsWith(place.prefix))
}

/** Whether something of the bucket is in the scope. */
export function entersBucket(scope: Scope, bucket: string): boolean {
  return scope === null || scope.some(place => place.bucket === bucket)
}

/**
 * The folders right below `prefix` that lead to the scope's places, as prefixes, in order; empty where `prefix` is itself in
 * the scope, or leads nowhere.
 */
export function waysDown(scope: Scope, bucket: string, prefix: string): string[] {
  if (scope === null || covers(scope, bucket, prefix)) return []
  const below = scope.filter(place => place.bucket === bucket && place.prefix.startsWith(prefix))
  const folders = below.map(place => place.prefix.slice(0, place.prefix.indexOf('/', prefix.length) + 1))
  return [...new Set(folders)].sort()
}

/** The scope without places that others include, in order. */
export function tidied(places: readonly Place[]): Place[] {
  const sorted = places.toSorted((a, b) => compare(a.bucket, b.bucket) || compare(a.prefix, b.prefix))
  const kept: Place[] = []
  // A prefix sorts before all that begins with it.
  for (const { bucket, prefix } of sorted) if (!covers(kept, bucket, prefix)) kept.push({ bucket, prefix })
  return kept
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
