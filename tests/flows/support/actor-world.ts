import { vi } from 'vitest'
import type { ErrorCode } from '../../../openapi/schema.ts'
import { tokens } from '../../../src/api/client.ts'
import { signIn } from '../../../src/session/authenticate/flow.ts'
import { type MailServer, mailCodeIn, resetLinkIn, startMailServer } from '../../support/mail.ts'
import { totpAt } from '../../support/totp.ts'
import { type FlowConsole, startFlowConsole } from './flow-console.ts'

export const password = 'Vuon-tao#1'
export const newPassword = 'Vuon-tao#2'
export const pin = '2580'
export const newPin = '1470'
/** The limits of the server: so many failures are let through, in so many ms. */
export const failures = 10
export const limitMs = 15 * 60_000
/** A code of an authenticator app is another one after so many ms. */
const stepMs = 30_000

let kho: FlowConsole
let mails: MailServer
let cookies = new Map<string, string>()
/** What the next calls meet in place of the server. */
let fate: (() => Promise<Response>) | null = null
let people = 0

/** Starts the real server, whose console this process is: relative addresses and cookies are as in a browser. */
export async function startWorld(): Promise<void> {
  // The console's pages play no part.
  process.env.TEST_PAGES ??= import.meta.dirname
  mails = await startMailServer()
  kho = await startFlowConsole({ KHO_SMTP_URL: mails.url })
  const { fetch } = globalThis
  vi.stubGlobal('location', new URL(kho.url))
  vi.stubGlobal('history', { replaceState: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined })
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    if (!request.url.startsWith(kho.url)) return fetch(input, init)
    if (fate) return fate()
    request.headers.set('origin', kho.url)
    request.headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
    const answer = await fetch(request)
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]!.split(/=(.*)/s)
      cookies.set(name, value)
    }
    return answer
  })
}

export async function stopWorld(): Promise<void> {
  vi.unstubAllGlobals()
  await kho?.close()
  await mails?.stop()
}

/** A call of the API beside the one that is tested. */
export async function call(method: string, path: string, data?: object): Promise<Response> {
  return fetch(`/api${path}`, {
    method,
    ...(data && { body: JSON.stringify(data), headers: { 'content-type': 'application/json' } }),
  })
}

/** The same, which must succeed; gives the answer. */
export async function made<T = unknown>(method: string, path: string, data?: object): Promise<T> {
  const answer = await call(method, path, data)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

/** Fails a call so often that the next one is beyond the limit. */
export async function spendTheLimit(method: string, path: string, data: object, times = failures) {
  for (let failure = 0; failure < times; failure++) await call(method, path, data)
}

/** Goes on as another browser, to which nobody's limits apply. */
export function forgetAll(): void {
  kho.pass(limitMs)
  cookies = new Map()
  tokens.clear()
}

type Options = { firstPassword?: boolean; pin?: string | null }

/** The owner of a new account, not signed in; gives the e-mail address. */
export async function aPerson({ firstPassword = false, pin: first = pin }: Options = {}): Promise<string> {
  forgetAll()
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin: first, firstPassword })
  return email
}

/** The same, signed in. */
export async function signedIn(options?: Options): Promise<string> {
  const email = await aPerson(options)
  const outcome = await signIn({ username: email, password }, new AbortController().signal)
  if (!outcome.ok) throw new Error(outcome.code)
  return email
}

export const signedOut = () => made('POST', '/auth/logout')

async function during<T>(met: () => Promise<Response>, work: () => Promise<T>): Promise<T> {
  fate = met
  try {
    return await work()
  } finally {
    fate = null
  }
}

export const withoutNetwork = <T>(work: () => Promise<T>) =>
  during(() => Promise.reject(new TypeError('fetch failed')), work)

/** What the server of a test cannot be brought to is answered in its place. */
export function answered<T>(code: ErrorCode, status: number, work: () => Promise<T>): Promise<T> {
  const body = { type: 'about:blank', title: code, status, code, detail: code, request_id: 'req-1' }
  const headers = { 'content-type': 'application/problem+json' }
  return during(async () => Response.json(body, { status, headers }), work)
}

/** The session of a signed-in person has ended. */
export async function ended<T>(work: () => Promise<T>): Promise<T> {
  await signedIn()
  await signedOut()
  return work()
}

/** The server's database has lost the users, or another table. */
export const broken = <T>(work: () => Promise<T>, table?: 'users' | 'attempts') => kho.broken(work, table)

export const server = {
  pass: (ms: number) => kho.pass(ms),
  blockPin: (email: string) => kho.blockPin(email),
  change: (email: string, what: Parameters<FlowConsole['change']>[1]) => kho.change(email, what),
  failSignIns: (email: string, count: number) => kho.failSignIns(email, count),
  refuseMail: (refused: boolean) => mails.refuse(refused),
}

/** The code that was mailed last. */
export const mailedCode = async (email: string) => mailCodeIn(await mails.next(email))

/** The token of the link that was mailed last. */
export const mailedToken = async (email: string) =>
  new URL(resetLinkIn(await mails.next(email))).hash.slice(1)

/** A code of the app that was not used yet. */
export function nextCode(secret: string): string {
  kho.pass(stepMs)
  return totpAt(secret, Math.floor(kho.now() / 1000))
}

/** Switches two-step verification on. */
export async function switchOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const path = '/user/two-step-verification'
  const { secret } = await made<{ secret: string }>('PUT', path, { password })
  const { recovery_codes } = await made<{ recovery_codes: string[] }>('POST', path, {
    code: nextCode(secret),
  })
  return { secret, recoveryCodes: recovery_codes }
}
