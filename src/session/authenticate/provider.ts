import { actor } from '../../../machines/actor.ts'
import { authenticateMachine } from '../../../machines/authenticate/machine.ts'
import { signIn, verifyCode } from './actors.ts'

/** The authentication, for the machines that invoke it. */
export const authenticate = authenticateMachine.provide({
  actors: { signIn: actor(signIn), verifyCode: actor(verifyCode) },
})
