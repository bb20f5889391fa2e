import type { Place } from './addresses.ts'

function isPlace(value: unknown): value is Place {
  const { bucket, prefix } = (value ?? {}) as Partial<Place>
  return typeof bucket === 'string' && typeof prefix === 'string' && bucket !== ''
}

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.bucket === other.bucket && one.prefix === other.prefix

/** The folders of a kept text; none if it was damaged. */
export function placesIn(text: string): Place[] {
  try {
    const places: unknown = JSON.parse(text)
    return Array.isArray(places) ? places.filter(isPlace) : []
  } catch {
    return []
  }
}
