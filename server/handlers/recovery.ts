import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function recoveryHandlers(
  _services: Services,
): Pick<Handlers, 'requestResetPassword' | 'resetPassword' | 'changePin' | 'requestResetPin' | 'resetPin'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return {
    requestResetPassword: notYet,
    resetPassword: notYet,
    changePin: notYet,
    requestResetPin: notYet,
    resetPin: notYet,
  }
}
