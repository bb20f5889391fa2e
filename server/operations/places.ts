import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type Place, readPlaces } from '../places/places.ts'
import type { Services } from './services.ts'

export function placeOperations(services: Pick<Services, 'region'>) {
  const found = (places: Place[] | null) => {
    if (!places) throw new Problem('NOT_FOUND')
    return { places }
  }
  return {
    async listProvinces({ query }) {
      return { places: (await readPlaces(query.divisions ?? 'since-2025')).provinces }
    },

    async listDistricts({ params }) {
      return found((await readPlaces('until-2025')).districts(params.id))
    },

    async listWards({ params: { id } }) {
      return found((await readPlaces(id.length === 2 ? 'since-2025' : 'until-2025')).wards(id))
    },

    async listSites() {
      return { places: [{ id: services.region, name: services.region }] }
    },
  } satisfies Partial<Handlers>
}
