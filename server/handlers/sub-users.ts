import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function subUserHandlers(
  _services: Services,
): Pick<Handlers, 'listSubUsers' | 'createSubUser' | 'changeSubUser' | 'deleteSubUser'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listSubUsers: notYet, createSubUser: notYet, changeSubUser: notYet, deleteSubUser: notYet }
}
