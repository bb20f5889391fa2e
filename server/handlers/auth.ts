import { accessLife } from '../auth/tokens.ts'
import type { Call, Handlers, Result } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import type { Services } from '../operations/services.ts'
import { renewTokens, type SignedIn, signIn, signInWithCode, signOut } from '../operations/sign-in.ts'
import { currentUser } from './current-user.ts'

export function authHandlers(
  services: Pick<Services, 'db' | 'vault' | 'decoyHash' | 'now' | 'region'>,
): Pick<Handlers, 'login' | 'verifyTwoStep' | 'logout' | 'refreshToken'> {
  const { db } = services

  function answer(
    call: Pick<Call<'verifyTwoStep'>, 'setAccessCookie' | 'setDeviceCookie'>,
    { user, access, refresh, device }: SignedIn,
  ): Result<'verifyTwoStep'> {
    call.setAccessCookie(access)
    call.setDeviceCookie(device)
    return {
      refresh_token: refresh,
      expires_in: accessLife,
      user: currentUser(user, services.region),
    }
  }

  return {
    async login(call) {
      const { body, visitor, tokens, disconnected } = call
      const browser = { visitor, tokens, now: services.now() }
      const outcome = await signIn(services, browser, body, disconnected)
      return 'user' in outcome ? answer(call, outcome) : outcome
    },

    async verifyTwoStep(call) {
      const { body, visitor, tokens } = call
      return answer(call, await signInWithCode(services, { visitor, tokens, now: services.now() }, body))
    },

    async logout({ session, setAccessCookie, by }) {
      await signOut(db, by, session.id)
      setAccessCookie(null)
    },

    async refreshToken({ tokens: { access, refresh }, visitor, setAccessCookie }) {
      if (refresh === null) throw new Problem('UNAUTHORIZED')
      const next = await renewTokens(db, { visitor, now: services.now() }, { access, refresh })
      setAccessCookie(next.access)
      return { refresh_token: next.refresh, expires_in: accessLife }
    },
  }
}
