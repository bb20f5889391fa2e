import createClient from 'openapi-fetch'
import type { Problem, paths } from '../../openapi/schema.ts'
import { apiAddress, pathOf } from '../site/base-path.ts'
import { storageName } from '../site/installation.ts'
import { signal } from '../site/signal.ts'
import { learnServerTime } from './server-clock.ts'
import { browserStorage, type TokenStore, tokenStore } from './tokens.ts'

export type SessionFetch = {
  /** Renews the session on a 401 and replays; if that fails, waits for the next sign-in, and replays. */
  fetch(request: Request): Promise<Response>
  /** Renews the session on a 401 and replays; if that fails, returns the 401. */
  fetchOnce(request: Request): Promise<Response>
  /** Resumes the waiting requests after a sign-in. */
  resume(): void
  /** Ends the waiting requests with their 401: the session is over. */
  reject(): void
}

/** Runs `work` while no other work with the same name runs, in any tab. */
export type Lock = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

type Options = {
  /** The API's address, for example `/api`. */
  baseUrl: string
  tokens: TokenStore
  /**
   * The user whom this tab shows. A call for another one is not sent, nor sent again: tabs share the cookie. Null for
   * nobody: then no call waits.
   */
  currentUser(): string | null
  /** Serializes renewals across all tabs. */
  lock: Lock
  /** Called when a request starts to wait: the session cannot be renewed. */
  onExpired(): void
  /** The transport; `globalThis.fetch` by default. */
  transport?(request: Request): Promise<Response>
}

/** Maximum number of renewals for one request, in case the server keeps refusing. */
const attempts = 3

/**
 * `fetch` for a session of two tokens: after a 401 `UNAUTHORIZED`, one shared renewal (RFC 6750, the refresh token in
 * the Authorization header) and a replay of the request.
 */
export function sessionFetch({
  baseUrl,
  tokens,
  currentUser,
  lock,
  onExpired,
  transport,
}: Options): SessionFetch {
  const send = transport ?? (request => globalThis.fetch(request))
  const gate = new Gate()
  let renewal: Promise<boolean> | null = null

  async function renew(used: string | null): Promise<boolean> {
    return lock(tokenLock, async () => {
      const kept = tokens.read()
      if (!kept) return false
      const { token } = kept
      if (token !== used) return true
      const response = await send(
        new Request(new URL(`${baseUrl}/auth/refresh-token`, globalThis.location?.href), {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}` },
        }),
      )
      if (response.ok) {
        tokens.write({ ...kept, token: (await response.json()).refresh_token })
        return true
      }
      if (response.status !== 401) throw new TypeError(`The session could not be renewed: ${response.status}`)
      if (tokens.read()?.token === token) tokens.expire()
      return false
    })
  }

  function shared(used: string | null): Promise<boolean> {
    renewal ??= renew(used).finally(() => {
      renewal = null
    })
    return renewal
  }

  async function sendWithRenewal(request: Request, waits: boolean): Promise<Response> {
    const caller = currentUser()
    const isOfAnother = (user: string | null) => caller !== null && user !== '' && user !== caller
    for (let attempt = 1; ; attempt++) {
      const kept = tokens.read()
      if (isOfAnother(currentUser()) || (kept && isOfAnother(kept.user)))
        throw new TypeError('Another user has signed in in this browser.')
      const response = await send(request.clone())
      if (attempt > attempts || !(await isUnauthorized(response))) return response
      if (await shared(kept?.token ?? null)) continue
      if (!waits || currentUser() === null) return response
      const waiting = gate.wait(request.signal)
      onExpired()
      if ((await waiting) === 'rejected') return response
    }
  }

  return {
    fetch: request => sendWithRenewal(request, true),
    fetchOnce: request => sendWithRenewal(request, false),
    resume: () => gate.open('resumed'),
    reject: () => gate.open('rejected'),
  }
}

const tokenLock = storageName('refresh')

async function isUnauthorized(response: Response): Promise<boolean> {
  if (response.status !== 401) return false
  const problem: Partial<Problem> | null = await response
    .clone()
    .json()
    .catch(() => null)
  return problem?.code === 'UNAUTHORIZED'
}

/**
 * Time limit of a call, in ms. The server itself waits three times 60 s for the storage, and 10 min for an object made of
 * parts. Signing is local to the server, hence 30 s. Uploads proceed without the quota.
 */
const limits: Record<string, number> = {
  '/api/dashboard/quota-user': 30_000,
  '/api/objects/get-put-urls': 30_000,
  '/api/objects/get-upload-url': 30_000,
  '/api/objects/put-batch': 60_000,
  '/api/objects/complete-upload': 11 * 60_000,
}
const normalLimit = 200_000

/** `fetch` that rejects where no answer comes, or not all of it: a connection can die without a word. */
export async function fetchWithLimit(request: Request): Promise<Response> {
  const limit = limits[pathOf(new URL(request.url).pathname)] ?? normalLimit
  const hung = new AbortController()
  const timer = setTimeout(() => hung.abort(new TypeError(`No answer within ${limit} ms`)), limit)
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, hung.signal]) })
    return response.status === 204 ? response : new Response(await response.arrayBuffer(), response)
  } finally {
    clearTimeout(timer)
  }
}

type Outcome = 'resumed' | 'rejected'

class Gate {
  readonly #waiting = new Set<(outcome: Outcome) => void>()

  /** Waits until `open` is called. Rejects with the signal's reason when it aborts first. */
  wait(signal: AbortSignal): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', abort)
      }
      const go = (outcome: Outcome) => {
        leave()
        resolve(outcome)
      }
      const abort = () => {
        leave()
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', abort)
      this.#waiting.add(go)
    })
  }

  /** Ends all waits with `outcome`. */
  open(outcome: Outcome): void {
    for (const go of [...this.#waiting]) go(outcome)
  }
}

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
