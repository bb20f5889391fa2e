/** Vietnam's administrative divisions: provinces and wards since 1 July 2025, districts between them until 30 June 2025. */
export const divisions = ['since-2025', 'until-2025'] as const
export type Divisions = (typeof divisions)[number]

/** The ids of an address's places; empty: none. District null: the divisions since 1 July 2025. */
export type AddressPlaces = { city: string; district: string | null; ward: string }

export function divisionsOf({ district }: Pick<AddressPlaces, 'district'>): Divisions {
  return district === null ? 'since-2025' : 'until-2025'
}

export function noPlaces(divisions: Divisions): AddressPlaces {
  return { city: '', district: divisions === 'since-2025' ? null : '', ward: '' }
}

/** The places of a stored address to show or edit: without any, those of today's divisions. */
export function shownPlaces({ city, district, ward }: AddressPlaces): AddressPlaces {
  return city === '' && ward === '' ? noPlaces('since-2025') : { city, district, ward }
}

/**
 * The places of an address whose district may be absent (null), or empty beside a ward (null too: a ward of the old
 * divisions has a district). Without any place, the district is empty.
 */
export function addressPlaces({
  city,
  district = null,
  ward,
}: {
  city: string
  district?: string | null
  ward: string
}): AddressPlaces {
  if (ward !== '') return { city, district: district || null, ward }
  return { city, district: city === '' ? (district ?? '') : district, ward }
}
