import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function profileHandlers(_services: Services): Pick<Handlers, 'getProfile' | 'changeProfile'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { getProfile: notYet, changeProfile: notYet }
}
