import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { MiB } from '../../domain/limits.ts'
import type { OperationId } from '../../domain/permissions.ts'
import { bodyLimits, codes, type ErrorCode } from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import { deviceLife } from '../auth/device.ts'
import { hashToken, sessionLife, ssoLife } from '../auth/tokens.ts'
import type { Call, EventStream, FileResult, Handlers } from '../contract/call.ts'
import { bytesType, type Contract, type Operation } from '../contract/document.ts'
import { type Check, makeChecks, requireValid } from '../contract/validate.ts'
import type { Disk } from '../disk.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { atIntervals } from '../limits/at-intervals.ts'
import { attachment } from '../storage/objects.ts'
import { beginRequest } from '../store/begun-requests.ts'
import type { Database } from '../store/open.ts'
import type { BrowserSession, Session } from '../store/sessions.ts'
import { carry } from '../tracing/trace.ts'
import { admit, admitReach, checkOrigin } from './access.ts'
import { makeCallRate } from './call-rate.ts'
import { type Cookies, makeCookies } from './cookies.ts'
import { sendFailure } from './failures.ts'
import { onFullDisk } from './on-full-disk.ts'
import { sendPieces } from './send-pieces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
    session: Session | null
  }
}

export type RouteOptions = {
  /** The path below which browsers see the console; empty: at the root. */
  basePath: string
  /** The installation's id. */
  installation: string
  /** The disk of the console's database. */
  disk: Pick<Disk, 'isFull'>
  contract: Contract
  handlers: Handlers
  db: Database
  /** ms */
  now: () => number
  /** Requests a second of one caller; 0: no limit. */
  rate: number
  /** Whether other processes may serve the same requests. */
  several: boolean
  /** Whether responses are checked against the contract too; a wrong one is an unknown error. For tests. */
  checkResponses: boolean
  /** Called with each error code that an operation responds with. For tests. */
  onCode?: ((operation: OperationId, code: ErrorCode) => void) | undefined
}

/**
 * Adds a route for each operation of the contract. Throws if an operation has no handler, or a handler no operation.
 */
export function addRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { contract, handlers } = options
  const wanted = new Set<string>(contract.operations.map(operation => operation.id))
  const missing = [...wanted].filter(id => !Object.hasOwn(handlers, id))
  const surplus = Object.keys(handlers).filter(id => !wanted.has(id))
  if (missing.length > 0) throw new Error(`No handler for ${missing.join(', ')}.`)
  if (surplus.length > 0) throw new Error(`The contract has no ${surplus.join(', ')}.`)
  const checksOf = makeChecks(contract)
  const cookies = makeCookies(options)
  const callRate = makeCallRate(options.rate, options.now)
  for (const operation of contract.operations) {
    const checks = checksOf(operation)
    const sessionNow = (request: FastifyRequest, admitted?: string) => {
      const { visitor } = request
      const from = {
        accessToken: cookies.read(request, 'access'),
        bearer: bearerOf(request),
        visitor,
        ...(admitted && { admitted }),
      }
      return admit(options.db, operation.id, from, options.now())
    }
    const admitCaller = async (request: FastifyRequest) => {
      const { visitor } = request
      request.session = await sessionNow(request)
      const client = request.session?.client
      if (client) request.visitor = { ...visitor, client: client.name, clientId: client.id }
    }
    app.route({
      method: operation.method,
      url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: bodyLimits[operation.id] ?? MiB,
      config: { inPieces: operation.body?.contentType === bytesType },
      // A HEAD would use up the URL of a download, and hold a stream.
      exposeHeadRoute: operation.success.file === null,
      onRequest: async request => {
        checkOrigin(request.method, request.headers, request.visitor.origin)
        const named = cookies.read(request, 'access') !== null || bearerOf(request) !== null
        await callRate({ operation: operation.id, request, named }, () => admitCaller(request))
      },
      // A body may take long: the session may have ended since the headers arrived.
      preHandler: async request => {
        if (request.body !== undefined) await admitCaller(request)
        if (options.several) await refuseRepeated(options.db, request, options.now())
        const adds = operation.method !== 'GET' && !onFullDisk.has(operation.id)
        if (adds && options.disk.isFull()) throw new Problem('NOT_ENOUGH_STORAGE')
      },
      handler: handlerOf(operation, checks, handlers[operation.id] as AnyHandler, {
        ...options,
        cookies,
        sessionNow,
      }),
      errorHandler: (error, request, reply) => {
        const problem = problemOf(error)
        options.onCode?.(operation.id, problem.code)
        sendFailure(options.checkResponses ? stated(operation.id, problem) : problem, request, reply)
      },
    })
  }
}

type AnyHandler = (call: Call<OperationId>) => Promise<unknown>

function handlerOf(
  operation: Operation,
  checks: ReturnType<ReturnType<typeof makeChecks>>,
  handler: AnyHandler,
  options: Pick<RouteOptions, 'db' | 'now' | 'checkResponses'> & {
    cookies: Cookies
    sessionNow(request: FastifyRequest, admitted?: string): Promise<Session | null>
  },
): RouteHandlerMethod {
  const { db, now, checkResponses, cookies, sessionNow } = options
  const { status } = operation.success
  // The parser of a body leaves the trace, so that it is entered here.
  return (request, reply) => carry(request.trace, () => run(request, reply))

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    validate(operation, request, checks)
    const { following } = request
    const { query, body } = request as { query: object; body: object }
    const named = following ? { ...query, ...body } : checks.body ? body : query
    await admitReach(db, operation.id, request, named, now())
    const disconnected = new AbortController()
    if (reply.raw.destroyed) disconnected.abort()
    else reply.raw.once('close', () => disconnected.abort())
    const readmit = () =>
      sessionNow(request, (request.session as Partial<BrowserSession> | null)?.id).catch(error => {
        if (error instanceof Problem && error.status < 500) return null
        throw error
      })
    const requireAdmitted = async (requireRight?: FileResult['requireRight']) => {
      if (!request.session) return
      // While the database is away, nothing can be taken away.
      const session = await readmit().catch(() => request.session)
      if (session === null) throw new Problem('UNAUTHORIZED')
      requireRight?.(session.user)
    }
    const checkBytes = atIntervals(requireAdmitted)
    const call = {
      query: request.query,
      params: request.params,
      body: request.body,
      bytes: following && {
        length: following.length,
        async next(most: number) {
          await checkBytes()
          return following.next(most)
        },
      },
      session: request.session,
      visitor: request.visitor,
      by: {
        ...(request.session && { user: request.session.user, sessionId: sessionIdOf(request.session) }),
        ...{ visitor: request.visitor, now: now() },
      },
      disconnected: disconnected.signal,
      readmit,
      tokens: {
        access: cookies.read(request, 'access'),
        refresh: bearerOf(request),
        device: cookies.read(request, 'device'),
        sso: cookies.read(request, 'sso'),
      },
      setAccessCookie: (token: string | null) => cookies.set(reply, 'access', token, sessionLife),
      setDeviceCookie: (token: string) => cookies.set(reply, 'device', token, deviceLife),
      setSsoCookie: (token: string | null) => cookies.set(reply, 'sso', token, ssoLife),
    } as Call<OperationId>
    const result = await handler(call)
    if (operation.success.empty && result === undefined) return reply.code(204).send()
    const issues = checkResponses ? (checks.response?.(result) ?? null) : null
    if (issues) throw new Error(`${operation.id} answers against the contract: ${JSON.stringify(issues)}`)
    reply.code(status)
    if (operation.success.file === 'text/event-stream') {
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type('text/event-stream')
      return reply.send(Readable.from((result as EventStream).pieces, { objectMode: false }))
    }
    if (operation.success.file !== null) {
      const { fileName, length, pieces, requireRight } = result as FileResult
      const { file } = operation.success
      const headers = {
        'content-disposition': attachment(fileName),
        'content-type': file.startsWith('text/') ? `${file}; charset=utf-8` : file,
        'cache-control': 'no-store',
        ...(length !== undefined && { 'content-length': length }),
      }
      const check = atIntervals(() => requireAdmitted(requireRight))
      return sendPieces(reply, pieces, headers, check)
    }
    return operation.success.pointer === null ? reply.send() : result
  }
}

/** UNKNOWN_ERROR unless the contract lists the problem for the operation, and it has Retry-After if required. */
function stated(id: OperationId, problem: Problem): Problem {
  const immediate = problem.status !== 429 && problem.status !== 503
  if (codes[id].includes(problem.code) && (immediate || problem.retryAfter !== undefined)) return problem
  const cause = new Error(`${id} answers ${problem.code} against the contract.`, { cause: problem })
  return new Problem('UNKNOWN_ERROR', { cause })
}

function validate(
  operation: Operation,
  request: FastifyRequest,
  checks: { query: Check; params: Check; body: Check | null },
): void {
  const issues = [...(checks.params(request.params) ?? []), ...(checks.query(request.query) ?? [])]
  if (checks.body) {
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    if (type !== operation.body?.contentType) {
      throw new Problem('INVALID_REQUEST', {
        fields: [{ field: '', message: `must be ${operation.body?.contentType}` }],
      })
    }
    issues.push(...(checks.body(request.body) ?? []))
  }
  requireValid(operation.id, checks.body ? request.body : request.query, issues)
}

function sessionIdOf(session: Session | BrowserSession): string | undefined {
  return 'id' in session ? session.id : undefined
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,256})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null
}

const shape = /^[\w.:-]{8,128}$/

/** Whether a trusted proxy has passed it on. */
const isForwarded = ({ ips = [] }: FastifyRequest) => ips.length > 1

/**
 * UNKNOWN_ERROR for a retried write, by method and URL, whose first attempt may have partially run: a proxy resends it to
 * another process when the first one dies mid-request. Trusted proxies name requests in `X-Request-Id`; requests without
 * it, of other callers, and reads, pass. `now`: unix ms.
 */
async function refuseRepeated(db: Database, request: FastifyRequest, now: number): Promise<void> {
  const id = request.headers['x-request-id']
  const user = request.session?.user.id
  if (request.method === 'GET' || request.method === 'HEAD' || user === undefined) return
  if (typeof id !== 'string' || !shape.test(id) || !isForwarded(request)) return
  // Some proxies pass on the id of a caller, who may use it for several changes.
  const what = hashToken(`${request.method} ${request.url}`)
  if (await beginRequest(db, `${user} ${id} ${what}`, Math.floor(now / 1000))) return
  throw new Problem('UNKNOWN_ERROR', {
    cause: new Error('A proxy has repeated a request that began elsewhere.'),
  })
}
