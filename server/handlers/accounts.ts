import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function accountHandlers(
  _services: Services,
): Pick<Handlers, 'listAccounts' | 'createAccount' | 'changeAccount'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listAccounts: notYet, createAccount: notYet, changeAccount: notYet }
}
