import { useQuery } from '@tanstack/react-query'
import { type AddressPlaces, divisionsOf } from '../../domain/divisions.ts'
import { read } from '../api/query.ts'
import type { Option } from '../forms/option-match.ts'

/** Administrative divisions do not change while a page is open. */
const forever = {
  select: ({ places }: { places: Option[] }) => places,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** The divisions of an address, their provinces, and the districts and wards to choose from in its city and district. */
export function usePlaces({ city, district }: Pick<AddressPlaces, 'city' | 'district'>) {
  const chosen = divisionsOf({ district })
  const parent = district ?? city
  const cities = useQuery({ ...read('/other/provices', { query: { divisions: chosen } }), ...forever })
  const districts = useQuery({
    ...read('/other/districts/{id}', { path: { id: city } }),
    enabled: district !== null && city !== '',
    ...forever,
  })
  const wards = useQuery({
    ...read('/other/wards/{id}', { path: { id: parent } }),
    enabled: parent !== '',
    ...forever,
  })
  return { chosen, cities, districts, wards }
}

/** The name of the place with `id`; its id if it is not in the list. */
export function placeName(places: readonly Option[] | undefined, id: string): string {
  return places?.find(place => place.id === id)?.name ?? id
}
