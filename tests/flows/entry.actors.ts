import { vi } from 'vitest'
import { checkLink, requestLink, resetPassword } from '../../src/password-reset/flow.tsx'
import { signIn as sendCredentials, verifyCode } from '../../src/session/authenticate/flow.ts'
import {
  changePassword,
  initPin,
  loadUser,
  session,
  signOut,
  signOutHere,
  startSession,
} from '../../src/session/flow.ts'
import { patience } from '../support/patience.ts'
import type { authenticateFlow } from './authenticate.flow.ts'
import type { passwordResetFlow } from './password-reset.flow.ts'
import type { sessionFlow } from './session.flow.ts'
import * as world from './support/actor-world.ts'
import type { Causes } from './support/describe-actors.ts'

const { newPassword, password, pin } = world
const { signal } = new AbortController()
/** What the server lets through from one address. */
const requests = 100
const noLink = { token: 'nobodys' }

/** A person who has a link by mail; gives its token. */
async function withLink(): Promise<string> {
  const email = await world.aPerson()
  await requestLink({ email })
  return world.mailedToken(email)
}

const requestLimit = (path: string, data: object) => async () => {
  await world.aPerson()
  await world.spendTheLimit('POST', path, data, requests)
}

export const passwordResetActors: Causes<typeof passwordResetFlow> = {
  requestLink: {
    ok: async () => requestLink({ email: await world.aPerson() }),
    INVALID_REQUEST: () => requestLink({ email: 'nobody' }),
    async TOO_MANY_REQUESTS() {
      await requestLimit('/user/request-reset-password', { email: 'nobody@example.com' })()
      return requestLink({ email: 'nobody@example.com' })
    },
    NETWORK: () => world.withoutNetwork(() => requestLink({ email: 'nobody@example.com' })),
    async unexpected() {
      const email = await world.aPerson()
      return world.broken(() => requestLink({ email }), 'attempts')
    },
  },
  checkLink: {
    ok: async () => checkLink({ token: await withLink() }),
    async INVALID_TOKEN() {
      await world.aPerson()
      return checkLink(noLink)
    },
    async TOO_MANY_REQUESTS() {
      await requestLimit('/user/check-reset-password', noLink)()
      return checkLink(noLink)
    },
    NETWORK: () => world.withoutNetwork(() => checkLink(noLink)),
    async unexpected() {
      const token = await withLink()
      return world.broken(() => checkLink({ token }), 'attempts')
    },
  },
  resetPassword: {
    ok: async () => resetPassword({ token: await withLink(), password: newPassword }),
    INVALID_TOKEN: () => resetPassword({ ...noLink, password: newPassword }),
    PASSWORD_REUSED: async () => resetPassword({ token: await withLink(), password }),
    INVALID_REQUEST: async () => resetPassword({ token: await withLink(), password: 'short' }),
    NETWORK: () => world.withoutNetwork(() => resetPassword({ ...noLink, password: newPassword })),
    async unexpected() {
      const token = await withLink()
      return world.broken(() => resetPassword({ token, password: newPassword }))
    },
  },
  signOut: {
    async done() {
      await world.signedIn()
      startSession()
      await vi.waitUntil(() => session.getSnapshot().matches('signedIn'), { timeout: patience })
      const answer = await signOutHere()
      if ((await world.call('GET', '/user')).status !== 401) throw new Error('The session is still open')
      return answer
    },
    unexpected: 'it waits for the session, which is signed out whatever the server says',
  },
}

const signIn = (input: Parameters<typeof sendCredentials>[0]) => sendCredentials(input, signal)

type Challenged = { email: string; challenge: string; secret: string; recoveryCodes: string[] }

/** A person whose password was right, and who is asked for a code. */
async function challenged(): Promise<Challenged> {
  const email = await world.signedIn()
  const app = await world.switchOn()
  world.forgetAll()
  const outcome = await signIn({ username: email, password })
  if (!outcome.ok || !('challenge' in outcome)) throw new Error('No second step')
  return { email, challenge: outcome.challenge.challenge, ...app }
}

/** A person whose account is closed before the second step. */
const closed = (how: 'expired' | 'suspended') => async () => {
  const { email, challenge, secret } = await challenged()
  await world.server.change(email, how)
  return verifyCode({ challenge, code: world.nextCode(secret) }, signal)
}
const closedBefore = (how: 'expired' | 'suspended') => async () => {
  const email = await world.aPerson()
  await world.server.change(email, how)
  return signIn({ username: email, password })
}

const inBrowser = 'it needs a page with an authenticator: tests/browser/passkeys.test.ts'
const onServer = 'it needs an authenticator: tests/server/passkeys.test.ts'

export const authenticateActors: Causes<typeof authenticateFlow> = {
  signIn: {
    ok: [
      async () => signIn({ username: await world.aPerson(), password }),
      async () => {
        const { email } = await challenged()
        return signIn({ username: email, password })
      },
    ],
    INVALID_CREDENTIALS: async () => signIn({ username: await world.aPerson(), password: 'Wrong#2026' }),
    async NEW_DEVICE_BLOCKED() {
      const email = await world.aPerson()
      await world.server.failSignIns(email, 100)
      return signIn({ username: email, password })
    },
    ACCOUNT_EXPIRED: closedBefore('expired'),
    ACCOUNT_SUSPENDED: closedBefore('suspended'),
    async TOO_MANY_REQUESTS() {
      const username = await world.aPerson()
      for (let failure = 0; failure < world.failures; failure++)
        await signIn({ username, password: 'Wrong#2026' })
      return signIn({ username, password })
    },
    NETWORK: () => world.withoutNetwork(() => signIn({ username: 'nobody@example.com', password })),
    async unexpected() {
      const username = await world.aPerson()
      return world.broken(() => signIn({ username, password }))
    },
  },
  signInByPasskey: {
    ok: inBrowser,
    PASSKEYS_UNAVAILABLE: onServer,
    PASSKEY_UNKNOWN: onServer,
    PASSKEY_INVALID: onServer,
    PASSKEY_TIMED_OUT: onServer,
    PASSKEY_CLONED: onServer,
    ACCOUNT_EXPIRED: onServer,
    ACCOUNT_SUSPENDED: onServer,
    TOO_MANY_REQUESTS: onServer,
    NETWORK: inBrowser,
    unexpected: onServer,
  },
  verifyCode: {
    ok: [
      async () => {
        const { challenge, secret } = await challenged()
        return verifyCode({ challenge, code: world.nextCode(secret) }, signal)
      },
      async () => {
        const { challenge, recoveryCodes } = await challenged()
        return verifyCode({ challenge, code: recoveryCodes[0]! }, signal)
      },
    ],
    async AUTH_CODE_INVALID() {
      const { challenge } = await challenged()
      return verifyCode({ challenge, code: '000000' }, signal)
    },
    async TWO_STEP_TIMED_OUT() {
      const { challenge, secret } = await challenged()
      world.server.pass(300_000)
      return verifyCode({ challenge, code: world.nextCode(secret) }, signal)
    },
    ACCOUNT_EXPIRED: closed('expired'),
    ACCOUNT_SUSPENDED: closed('suspended'),
    async TOO_MANY_REQUESTS() {
      const { challenge, secret } = await challenged()
      await world.spendTheLimit('POST', '/user/verify-2step', { challenge, code: 'k3m9x20vtq' })
      return verifyCode({ challenge, code: world.nextCode(secret) }, signal)
    },
    NETWORK: () => world.withoutNetwork(() => verifyCode({ challenge: 'any', code: '000000' }, signal)),
    async unexpected() {
      const { challenge, secret } = await challenged()
      return world.broken(() => verifyCode({ challenge, code: world.nextCode(secret) }, signal))
    },
  },
}

export const sessionActors: Causes<typeof sessionFlow> = {
  loadUser: {
    async ok() {
      await world.signedIn()
      return loadUser()
    },
    UNAUTHORIZED: [
      async () => {
        world.forgetAll()
        return loadUser()
      },
      () => world.ended(loadUser),
    ],
    async NETWORK() {
      await world.signedIn()
      return world.withoutNetwork(loadUser)
    },
    async unexpected() {
      await world.signedIn()
      return world.broken(loadUser)
    },
  },
  authenticate: { done: 'a flow of its own' },
  changePassword: {
    async ok() {
      await world.signedIn({ firstPassword: true })
      return changePassword({ currentPassword: password, newPassword })
    },
    async CURRENT_PASSWORD_INCORRECT() {
      await world.signedIn({ firstPassword: true })
      return changePassword({ currentPassword: 'Wrong#2026', newPassword })
    },
    async PASSWORD_REUSED() {
      await world.signedIn({ firstPassword: true })
      return changePassword({ currentPassword: password, newPassword: password })
    },
    async INVALID_REQUEST() {
      await world.signedIn({ firstPassword: true })
      return changePassword({ currentPassword: password, newPassword: 'short' })
    },
    UNAUTHORIZED: () => world.ended(() => changePassword({ currentPassword: password, newPassword })),
    async TOO_MANY_REQUESTS() {
      await world.signedIn({ firstPassword: true })
      const data = { current_password: 'Wrong#2026', new_password: newPassword }
      await world.spendTheLimit('PUT', '/user/change-password', data)
      return changePassword({ currentPassword: password, newPassword })
    },
    NETWORK: () => world.withoutNetwork(() => changePassword({ currentPassword: password, newPassword })),
    async unexpected() {
      await world.signedIn({ firstPassword: true })
      return world.broken(() => changePassword({ currentPassword: password, newPassword }))
    },
  },
  initPin: {
    async ok() {
      await world.signedIn({ pin: null })
      return initPin({ pin })
    },
    async PIN_EXISTS() {
      await world.signedIn({ pin: null })
      await world.made('PUT', '/user/init-pin', { pin: '1379' })
      return initPin({ pin })
    },
    async INVALID_REQUEST() {
      await world.signedIn({ pin: null })
      return initPin({ pin: '1' })
    },
    UNAUTHORIZED: () => world.ended(() => initPin({ pin })),
    NETWORK: () => world.withoutNetwork(() => initPin({ pin })),
    async unexpected() {
      await world.signedIn({ pin: null })
      return world.broken(() => initPin({ pin }))
    },
  },
  signOut: {
    async done() {
      await world.signedIn()
      return signOut(undefined, signal)
    },
    unexpected: () => world.withoutNetwork(() => signOut(undefined, signal)),
  },
}
