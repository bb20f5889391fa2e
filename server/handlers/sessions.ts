import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function sessionHandlers(
  _services: Services,
): Pick<Handlers, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listSessions: notYet, endSession: notYet, endOtherSessions: notYet }
}
