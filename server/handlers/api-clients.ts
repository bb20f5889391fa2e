import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function apiClientHandlers(
  _services: Services,
): Pick<Handlers, 'listApiClients' | 'createApiClient' | 'deleteApiClient'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listApiClients: notYet, createApiClient: notYet, deleteApiClient: notYet }
}
