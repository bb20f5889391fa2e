import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressPlaces, Divisions } from '../../domain/divisions.ts'
import { root } from '../program.ts'

export type Place = { id: string; name: string }

export type Places = {
  provinces: Place[]
  /** The districts of a province; null if there is no such province. */
  districts(province: string): Place[] | null
  /** The wards directly below a province or district; null if there is no such place. */
  wards(parent: string): Place[] | null
}

const kinds = /^(?:Tỉnh|Thành phố|Quận|Huyện|Thị xã|Thị trấn|Phường|Xã|Đặc khu) /

const known: Partial<Record<Divisions, Promise<Places>>> = {}

/** Vietnam's provinces, districts and wards; read from their file at the first call, then cached. */
export function readPlaces(divisions: Divisions): Promise<Places> {
  known[divisions] ??= readFile(join(root, `server/places/${divisions}.txt`), 'utf8').then(parsePlaces)
  return known[divisions]
}

/**
 * The first field that is not within the one before it (city, district, ward); null if all are. Each may be empty, with
 * those below it. Without a district (null), the ward is to be directly within the city.
 */
export function misplaced(
  places: Places,
  { city, district, ward }: AddressPlaces,
): 'city' | 'district' | 'ward' | null {
  const has = (list: Place[] | null, id: string) =>
    id === '' || (list?.some(place => place.id === id) ?? false)
  if (!has(places.provinces, city)) return 'city'
  if (district !== null && !has(places.districts(city), district)) return 'district'
  if (!has(places.wards(district ?? city), ward)) return 'ward'
  return null
}

/**
 * Parses lines of a code and a name: two digits for a province, three for a district, five for a ward, each below its
 * parent. Lists are sorted by name without the kind, in Vietnamese order, numbers by value. Provinces are named without
 * their kind.
 */
export function parsePlaces(text: string): Places {
  const provinces: Place[] = []
  const districts = new Map<string, Place[]>()
  const wards = new Map<string, Place[]>()
  let districtsHere: Place[] = []
  let wardsHere: Place[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, id, name] = /^(\d{2}|\d{3}|\d{5}) (.+)$/.exec(line) ?? []
    if (!id || !name) throw new Error(`"${line}" is no line of a place.`)
    if (id.length === 2) {
      provinces.push({ id, name: ownName(name) })
      districtsHere = []
      wardsHere = []
      districts.set(id, districtsHere)
      wards.set(id, wardsHere)
    } else if (id.length === 3) {
      districtsHere.push({ id, name })
      wardsHere = []
      wards.set(id, wardsHere)
    } else {
      wardsHere.push({ id, name })
    }
  }
  for (const list of [provinces, ...districts.values(), ...wards.values()]) sort(list)
  return {
    provinces,
    districts: province => districts.get(province) ?? null,
    wards: parent => wards.get(parent) ?? null,
  }
}

const order = new Intl.Collator('vi', { numeric: true })

function sort(places: Place[]): void {
  places.sort((a, b) => order.compare(ownName(a.name), ownName(b.name)) || order.compare(a.name, b.name))
}

function ownName(name: string): string {
  return name.replace(kinds, '')
}
