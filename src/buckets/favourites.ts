import { useMemo, useSyncExternalStore } from 'react'
import type { Place } from './addresses.ts'
import { keptFavourites } from './kept-favourites.ts'
import { isSamePlace, placesIn } from './places-in.ts'

/*
 * Buckets and folders that the user has marked, for the drawer. They stay in the browser, also after signing out.
 */

export const favouritesMaximum = 30

export function useFavourites(user: string): readonly Place[] {
  const text = useSyncExternalStore(keptFavourites.subscribe, () => keptFavourites.read(user))
  return useMemo(() => placesIn(text), [text])
}

export function isFavourite(user: string, place: Place): boolean {
  return placesIn(keptFavourites.read(user)).some(each => isSamePlace(each, place))
}

/** Adds the place, the last one; removes it if it is one. Returns false if there are too many. */
export function toggleFavourite(user: string, { bucket, prefix }: Place): boolean {
  const place = { bucket, prefix }
  const before = placesIn(keptFavourites.read(user))
  const others = before.filter(each => !isSamePlace(each, place))
  const isAdded = others.length === before.length
  if (isAdded && before.length >= favouritesMaximum) return false
  const next = isAdded ? [...others, place] : others
  keptFavourites.write(user, next.length === 0 ? '' : JSON.stringify(next))
  return true
}
