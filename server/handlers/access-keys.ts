import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function accessKeyHandlers(
  _services: Services,
): Pick<Handlers, 'listAccessKeys' | 'createAccessKey' | 'changeAccessKey' | 'deleteAccessKey'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listAccessKeys: notYet, createAccessKey: notYet, changeAccessKey: notYet, deleteAccessKey: notYet }
}
