import { deleteBucket } from '../../src/buckets/dialogs/delete-bucket.ts'
import { askForTicket, confirmSession, leaveForProvider, loadMethod } from '../../src/confirm/flow.ts'
import type { confirmIdentityFlow } from './confirm-identity.flow.ts'
import * as world from './support/actor-world.ts'
import type { Causes } from './support/describe-actors.ts'

const { pin } = world
const wrong = '000000'
let buckets = 0

type Owner = { email: string; bucket: string }

/** An owner with an empty bucket, signed in. */
async function owner(): Promise<Owner> {
  const email = await world.signedIn()
  const bucket = `bucket-${++buckets}`
  await world.made('POST', '/bucket', { bucket })
  return { email, bucket }
}

/** Confirms the session, and deletes a bucket, after what `before` does. */
const both = (before: (owner: Owner) => Promise<unknown>, answer = pin) => [
  async () => {
    await before(await owner())
    return confirmSession({ pin: answer })
  },
  deletion(before, answer),
]
const deletion =
  (before: (owner: Owner) => Promise<unknown>, answer = pin) =>
  async () => {
    const { email, bucket } = await owner()
    await before({ email, bucket })
    return deleteBucket(bucket, answer, null)
  }

const nothing = async () => undefined

/** Confirms by code from now on; gives one. */
async function confirmByCode(): Promise<string> {
  const { secret } = await world.switchOn()
  await world.made('PUT', '/user/change-method-pin', { method: 'two-step', pin })
  return world.nextCode(secret)
}

const deleted = ({ bucket }: Owner) => world.made('DELETE', '/bucket', { bucket, pin, confirm: true })

const { signal } = new AbortController()
const inBrowser = 'it needs an authenticator: tests/browser/passkeys.test.ts'
const onServer = 'it needs an authenticator, or a name: tests/server/passkeys.test.ts'
const atProvider = 'it needs a provider: tests/server/sso.test.ts, tests/browser/sso.test.ts'

export const confirmIdentityActors: Causes<typeof confirmIdentityFlow> = {
  loadMethod: {
    ok: [
      async () => {
        await world.signedIn()
        return loadMethod()
      },
      async () => {
        await world.signedIn()
        await confirmByCode()
        return loadMethod()
      },
    ],
    UNAUTHORIZED: () => world.ended(loadMethod),
    NETWORK: () => world.withoutNetwork(loadMethod),
    async unexpected() {
      await world.signedIn()
      return world.broken(loadMethod)
    },
  },
  askForTicket: {
    ok: inBrowser,
    async PASSKEYS_UNAVAILABLE() {
      await world.signedIn()
      return askForTicket(null, signal)
    },
    NOT_FOUND: onServer,
    PASSKEY_UNKNOWN: onServer,
    PASSKEY_INVALID: onServer,
    PASSKEY_TIMED_OUT: onServer,
    PASSKEY_CLONED: onServer,
    TOO_MANY_REQUESTS: onServer,
    UNAUTHORIZED: () => world.ended(() => askForTicket(null, signal)),
    NETWORK: () => world.withoutNetwork(() => askForTicket(null, signal)),
    unexpected: onServer,
  },
  leaveForProvider: {
    ok: atProvider,
    async NOT_FOUND() {
      await world.signedIn()
      return leaveForProvider()
    },
    SSO_UNAVAILABLE: atProvider,
    TOO_MANY_REQUESTS: atProvider,
    UNAUTHORIZED: () => world.ended(leaveForProvider),
    NETWORK: () => world.withoutNetwork(leaveForProvider),
    async unexpected() {
      await world.signedIn()
      return world.broken(leaveForProvider)
    },
  },
  confirm: {
    SSO_TIMED_OUT: atProvider,
    ok: [
      ...both(nothing),
      async () => {
        await world.signedIn()
        return confirmSession({ pin: await confirmByCode() })
      },
      async () => {
        const { bucket } = await owner()
        return deleteBucket(bucket, await confirmByCode(), null)
      },
    ],
    PIN_INCORRECT: both(nothing, wrong),
    PIN_BLOCKED: both(({ email }) => world.server.blockPin(email)),
    PIN_REQUIRED: both(({ email }) => world.server.change(email, 'no pin')),
    BUCKET_NOT_EMPTY: deletion(({ bucket }) =>
      world.made('POST', '/objects/create-folder', { bucket, folder: 'ảnh/' }),
    ),
    BUCKET_NOT_FOUND: deletion(deleted),
    PERMISSION_DENIED: deletion(({ email }) => world.server.change(email, 'reader')),
    async ACCESS_DENIED() {
      const { bucket } = await owner()
      await world.signedIn()
      return deleteBucket(bucket, pin, null)
    },
    STORAGE_UNAVAILABLE: () =>
      world.answered('STORAGE_UNAVAILABLE', 503, () => deleteBucket('bucket', pin, null)),
    TOO_MANY_REQUESTS: both(() => world.spendTheLimit('POST', '/user/confirm-identity', { pin: wrong })),
    UNAUTHORIZED: [
      () => world.ended(() => confirmSession({ pin })),
      () => world.ended(() => deleteBucket('bucket', pin, null)),
    ],
    NETWORK: [
      () => world.withoutNetwork(() => confirmSession({ pin })),
      () => world.withoutNetwork(() => deleteBucket('bucket', pin, null)),
    ],
    unexpected: [
      async () => {
        await world.signedIn()
        return world.broken(() => confirmSession({ pin }))
      },
      async () => {
        const { bucket } = await owner()
        return world.broken(() => deleteBucket(bucket, pin, null))
      },
    ],
  },
}
