import createClient from 'openapi-fetch'
import type { Problem, paths } from '../../openapi/schema.ts'
import { apiAddress } from '../site/base-path.ts'
import { signal } from '../site/signal.ts'
import { learnServerTime } from './server-clock.ts'
import { fetchWithLimit, type Lock, sessionFetch } from './session-fetch.ts'
import { browserStorage, tokenStore } from './tokens.ts'

const baseUrl = apiAddress

export const tokens = tokenStore(browserStorage())

/** Browsers have locks across tabs in secure contexts only; elsewhere renewals are serialized within each tab. */
const lock: Lock = async (name, work) =>
  'locks' in navigator ? await navigator.locks.request(name, work) : await work()

const expired = signal()

/** Calls the listener when a request waits because the session cannot be renewed. Returns how to unsubscribe. */
export const onSessionExpired = expired.on

let currentUser = (): string | null => null

/** From now on calls are sent only for the user whose id `user` returns; null: for any user. */
export function identifyCalls(user: () => string | null): void {
  currentUser = user
}

export const transport = sessionFetch({
  baseUrl,
  tokens,
  currentUser: () => currentUser(),
  lock,
  transport: fetchWithLimit,
  onExpired: expired.emit,
})

/** The typed client of the contract. A call whose session has ended waits for the next sign-in. */
export const api = createClient<paths>({ baseUrl, fetch: transport.fetch })

const denied = signal()

/** Calls the listener when the server refuses a call: this user's rights have changed. Returns how to unsubscribe. */
export const onDenied = denied.on

api.use({
  async onResponse({ response }) {
    learnServerTime(response)
    const type = response.headers.get('content-type')
    if (response.status !== 403 || !type?.startsWith('application/problem+json')) return
    const problem: Partial<Problem> = await response.clone().json()
    if (problem.code === 'PERMISSION_DENIED') denied.emit()
  },
})

/** The same for calls that read who is signed in: they get the 401 instead of waiting. */
export const apiFailingFast = createClient<paths>({ baseUrl, fetch: transport.fetchOnce })
