import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '../../../openapi/schema.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import { type Kho, type KhoOptions, startKho } from '../../../server/kho.ts'
import { count } from '../../support/count.ts'
import { keepCode } from './codes.ts'
import { putNewDatabases } from './new-databases.ts'

/** Of every storage under test. */
export const region = 'us-east-1'

export const owner = { username: 'owner@example.com', password: 'Vuon-tao#1' }

/** A running console with its own data directory, and a clock that tests move. */
export type TestConsole = {
  kho: Kho
  url: string
  dataDir: string
  clock: { now: number }
  visitor(): Visitor
  /** A visitor who has signed in as the owner. */
  signedIn(): Promise<Visitor>
  stop(): Promise<void>
}

/** What tests start with; throws where the environment is not a valid configuration. */
export function configOf(env: Record<string, string>): Config {
  const read = readConfig(env)
  if ('problems' in read) throw new Error(read.problems.join(' '))
  return read.config
}

/** As little as argon2 allows: tests hash thousands of passwords. */
const cheapHash = { memory: 8, passes: 1 }

/**
 * Starts a console in this process on free ports; its answers are held against the contract. Hashes cost next to nothing,
 * unless `hashCost: undefined` makes them what they cost for real.
 */
export async function startConsole(
  env: Record<string, string> = {},
  options: KhoOptions = {},
): Promise<TestConsole> {
  count('consoles')
  const dir = mkdtempSync(join(tmpdir(), 'kho-console-'))
  if (env.KHO_DATA_DIR === undefined) await putNewDatabases(dir)
  const clock = { now: Date.now() }
  const config = configOf({
    KHO_PORT: '0',
    KHO_S3_PORT: '0',
    KHO_DATA_DIR: dir,
    KHO_ADMIN_EMAIL: owner.username,
    KHO_ADMIN_PASSWORD: owner.password,
    KHO_LOG_LEVEL: 'error',
    KHO_DISK_RESERVE: '0',
    KHO_API_RATE: '0',
    ...env,
  })
  const kho = await startKho(config, {
    checkResponses: true,
    onCode: keepCode,
    now: () => clock.now,
    hashCost: cheapHash,
    logTo: { write: keepReason },
    ...options,
  })
  const visitor = () => new Visitor(kho.consoleUrl)
  return {
    kho,
    clock,
    visitor,
    url: kho.consoleUrl,
    dataDir: dir,
    async signedIn() {
      const one = visitor()
      await one.signIn(owner)
      return one
    },
    async stop() {
      await kho.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** `reason`: what the log says of an UNKNOWN_ERROR. */
export type Answer = { status: number; body: unknown; headers: Headers; reason?: string | undefined }

/** Why requests failed with UNKNOWN_ERROR, by their ids. */
const reasons = new Map<string, string>()

function keepReason(line: string): void {
  const { reqId, code, err } = JSON.parse(line) as { reqId?: string; code?: string; err?: unknown }
  if (reqId !== undefined && code === 'UNKNOWN_ERROR') reasons.set(reqId, JSON.stringify(err))
}

const streams = ({ headers }: Response) => headers.get('content-type') === 'text/event-stream'

/** The first piece of a stream of events, which may have no end. */
async function firstEvent({ body }: Response): Promise<string> {
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) return piece
  return ''
}

/** A browser as far as the API sees one: it keeps the cookie, and sends the console's origin with a change. */
export class Visitor {
  readonly url: string
  cookie = ''
  /** The cookie by which the console knows this browser. */
  device = ''
  /** The cookie that binds a sign-in at a provider. */
  sso = ''
  refreshToken = ''
  headers: Record<string, string>

  constructor(url: string) {
    this.url = url
    this.headers = { origin: url }
  }

  /** Calls the API; an object goes as JSON, URLSearchParams as a form, bytes as they are. What is no JSON comes as text. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const form = body instanceof URLSearchParams
    const bytes = body instanceof Uint8Array
    const type = form
      ? 'application/x-www-form-urlencoded'
      : bytes
        ? 'application/octet-stream'
        : 'application/json'
    const answer = await fetch(`${this.url}/api${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && this.headers),
        ...((this.cookie || this.device || this.sso) && {
          cookie: [this.cookie, this.device, this.sso].filter(Boolean).join('; '),
        }),
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && {
        body: form ? body.toString() : bytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
      }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      if (/^(__Host-)?kho_\w+_device=/.test(pair)) this.device = pair
      else if (/^(__Host-)?kho_\w+_sso=/.test(pair)) this.sso = pair
      else this.cookie = pair
    }
    const text = await (streams(answer) ? firstEvent(answer) : answer.text())
    const json = answer.headers.get('content-type')?.includes('json')
    const read = json ? JSON.parse(text) : text === '' ? null : text
    const reason = reasons.get(read?.request_id)
    return { status: answer.status, body: read, headers: answer.headers, reason }
  }

  /** Signs in and keeps the tokens; gives the answer whatever it is. */
  async signIn({ username, password }: { username: string; password: string }): Promise<Answer> {
    const answer = await this.call(
      'POST',
      '/auth/login',
      new URLSearchParams({ username, password, scope: '' }),
    )
    if (answer.status === 200) this.refreshToken = (answer.body as { refresh_token: string }).refresh_token
    return answer
  }

  /** Renews the session with `token`, else with the newest refresh token, and keeps what comes. */
  async refresh(token = this.refreshToken): Promise<Answer> {
    const answer = await this.call('POST', '/auth/refresh-token', undefined, {
      authorization: `Bearer ${token}`,
    })
    if (answer.status === 200) this.refreshToken = (answer.body as { refresh_token: string }).refresh_token
    return answer
  }

  /** Another browser with the same cookie. */
  copy(): Visitor {
    const other = new Visitor(this.url)
    other.cookie = this.cookie
    other.device = this.device
    other.refreshToken = this.refreshToken
    return other
  }
}

/** Status and code of a problem, and what comes with it. */
export function problem({
  status,
  body,
}: Answer): Pick<Problem, 'code' | 'fields' | 'retry_after'> & { status: number } {
  const { code, fields, retry_after } = body as Problem
  return { status, code, ...(fields && { fields }), ...(retry_after !== undefined && { retry_after }) }
}
