import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import type { Option } from '../forms/option-match.ts'

/** Administrative divisions do not change while a page is open. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The provinces, the districts of `city` and the wards of `district` (ids; empty where none is chosen). */
export function usePlaces(city: string, district: string) {
  const cities = useQuery({
    queryKey: ['places', 'cities'],
    queryFn: async ({ signal }) => (await dataOf(api.GET('/other/provices', { signal }))).places,
    ...forever,
  })
  const districts = useQuery({
    queryKey: ['places', 'districts', city],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/other/districts/{id}', { params: { path: { id: city } }, signal }))).places,
    enabled: city !== '',
    ...forever,
  })
  const wards = useQuery({
    queryKey: ['places', 'wards', district],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/other/wards/{id}', { params: { path: { id: district } }, signal }))).places,
    enabled: district !== '',
    ...forever,
  })
  return { cities, districts, wards }
}

/** The name of the place with `id`; its id where the list does not have it. */
export function placeName(places: readonly Option[] | undefined, id: string): string {
  return places?.find(place => place.id === id)?.name ?? id
}
