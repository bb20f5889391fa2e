import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../program.ts'

export type Place = { id: string; name: string }

export type Places = {
  provinces: Place[]
  /** The districts of a province; null if there is no such province. */
  districts(province: string): Place[] | null
  /** The wards of a district; null if there is no such district. */
  wards(district: string): Place[] | null
}

const file = join(root, 'server/places/vietnam.txt')
const kinds = /^(?:Tỉnh|Thành phố|Quận|Huyện|Thị xã|Thị trấn|Phường|Xã) /

let known: Promise<Places> | null = null

/** Vietnam's provinces, districts and wards; read from their file at the first call, then cached. */
export function readPlaces(): Promise<Places> {
  known ??= readFile(file, 'utf8').then(parsePlaces)
  return known
}

/**
 * The first field that is not within the one before it (city, district, ward); null if all are. Each may be empty, with
 * those below it.
 */
export function misplaced(
  places: Places,
  { city, district, ward }: { city: string; district: string; ward: string },
): 'city' | 'district' | 'ward' | null {
  const has = (list: Place[] | null, id: string) => list?.some(place => place.id === id) ?? false
  if (city !== '' && !has(places.provinces, city)) return 'city'
  if (district !== '' && !has(places.districts(city), district)) return 'district'
  if (ward !== '' && !has(district === '' ? null : places.wards(district), ward)) return 'ward'
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
  let inProvince: Place[] = []
  let inDistrict: Place[] = []
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, id, name] = /^(\d{2}|\d{3}|\d{5}) (.+)$/.exec(line) ?? []
    if (!id || !name) throw new Error(`"${line}" is no line of a place.`)
    if (id.length === 2) {
      provinces.push({ id, name: ownName(name) })
      inProvince = []
      districts.set(id, inProvince)
    } else if (id.length === 3) {
      inProvince.push({ id, name })
      inDistrict = []
      wards.set(id, inDistrict)
    } else {
      inDistrict.push({ id, name })
    }
  }
  for (const list of [provinces, ...districts.values(), ...wards.values()]) sort(list)
  return {
    provinces,
    districts: province => districts.get(province) ?? null,
    wards: district => wards.get(district) ?? null,
  }
}

const order = new Intl.Collator('vi', { numeric: true })

function sort(places: Place[]): void {
  places.sort((a, b) => order.compare(ownName(a.name), ownName(b.name)) || order.compare(a.name, b.name))
}

function ownName(name: string): string {
  return name.replace(kinds, '')
}
