import { useQuery } from '@tanstack/react-query'
import { read } from '../api/query.ts'
import type { Option } from '../forms/option-match.ts'

/** Administrative divisions do not change while a page is open. */
const forever = {
  select: ({ places }: { places: Option[] }) => places,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
}

/** The provinces, the districts of `city` and the wards of `district` (ids; empty if none is selected). */
export function usePlaces(city: string, district: string) {
  const cities = useQuery({ ...read('/other/provices'), ...forever })
  const districts = useQuery({
    ...read('/other/districts/{id}', { path: { id: city } }),
    enabled: city !== '',
    ...forever,
  })
  const wards = useQuery({
    ...read('/other/wards/{id}', { path: { id: district } }),
    enabled: district !== '',
    ...forever,
  })
  return { cities, districts, wards }
}

/** The name of the place with `id`; its id if it is not in the list. */
export function placeName(places: readonly Option[] | undefined, id: string): string {
  return places?.find(place => place.id === id)?.name ?? id
}
