import { onForget } from '../session/flow.ts'
import { storageName } from '../site/installation.ts'
import type { Place } from './addresses.ts'

/*
 * The folders that the user has opened last, the newest first, for the field of the top bar. They survive a reload, without
 * the network too, and are gone once nobody is signed in.
 */

const most = 8
const prefix = storageName('places ')
/** Used where localStorage is not available. */
const memory = new Map<string, string>()

function stored(user: string): string {
  try {
    return localStorage.getItem(prefix + user) ?? ''
  } catch {
    return memory.get(user) ?? ''
  }
}

function isPlace(value: unknown): value is Place {
  const { bucket, prefix } = (value ?? {}) as Partial<Place>
  return typeof bucket === 'string' && typeof prefix === 'string' && bucket !== ''
}

export function recentPlaces(user: string): readonly Place[] {
  try {
    const places: unknown = JSON.parse(stored(user))
    return Array.isArray(places) ? places.filter(isPlace).slice(0, most) : []
  } catch {
    return []
  }
}

export function notePlaceOpened(user: string, { bucket, prefix: folder }: Place): void {
  const others = recentPlaces(user).filter(each => each.bucket !== bucket || each.prefix !== folder)
  const text = JSON.stringify([{ bucket, prefix: folder }, ...others].slice(0, most))
  memory.set(user, text)
  try {
    localStorage.setItem(prefix + user, text)
  } catch {
    // `memory` holds them.
  }
}

export function forgetPlaces(): void {
  memory.clear()
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
  } catch {
    // Nothing was kept in it.
  }
}

onForget(forgetPlaces)
