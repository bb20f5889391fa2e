import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function twoStepHandlers(
  _services: Services,
): Pick<
  Handlers,
  | 'verifyTwoStep'
  | 'beginTwoStep'
  | 'confirmTwoStep'
  | 'endTwoStep'
  | 'renewRecoveryCodes'
  | 'getMethodSecurity'
  | 'changeMethodPin'
  | 'confirmIdentity'
> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return {
    verifyTwoStep: notYet,
    beginTwoStep: notYet,
    confirmTwoStep: notYet,
    endTwoStep: notYet,
    renewRecoveryCodes: notYet,
    getMethodSecurity: notYet,
    changeMethodPin: notYet,
    confirmIdentity: notYet,
  }
}
