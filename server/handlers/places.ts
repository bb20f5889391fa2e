import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { type Place, readPlaces } from '../places/places.ts'
import type { Services } from './services.ts'

export function placeHandlers(
  services: Pick<Services, 'region'>,
): Pick<Handlers, 'listProvinces' | 'listDistricts' | 'listWards' | 'listSites'> {
  const found = (places: Place[] | null) => {
    if (!places) throw new Problem('NOT_FOUND')
    return { places }
  }
  return {
    async listProvinces() {
      return { places: (await readPlaces()).provinces }
    },

    async listDistricts({ params }) {
      return found((await readPlaces()).districts(params.id))
    },

    async listWards({ params }) {
      return found((await readPlaces()).wards(params.id))
    },

    async listSites() {
      return { places: [{ id: services.region, name: services.region }] }
    },
  }
}
