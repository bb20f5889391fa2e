import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function placeHandlers(
  _services: Services,
): Pick<Handlers, 'listProvinces' | 'listDistricts' | 'listWards' | 'listSites'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listProvinces: notYet, listDistricts: notYet, listWards: notYet, listSites: notYet }
}
