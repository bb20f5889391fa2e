import { onForget } from '../session/flow.ts'
import { keptForUser } from '../site/kept-for-user.ts'
import type { Place } from './addresses.ts'
import { isSamePlace, placesIn } from './places-in.ts'

/*
 * The folders that the user has opened last, the newest first, for the field of the top bar. They survive a reload, without
 * the network too, and are gone once nobody is signed in.
 */

const most = 8
const kept = keptForUser('places')

export function recentPlaces(user: string): readonly Place[] {
  return placesIn(kept.read(user)).slice(0, most)
}

export function notePlaceOpened(user: string, { bucket, prefix }: Place): void {
  const place = { bucket, prefix }
  const others = recentPlaces(user).filter(each => !isSamePlace(each, place))
  kept.write(user, JSON.stringify([place, ...others].slice(0, most)))
}

export const forgetPlaces = kept.forget

onForget(forgetPlaces)
