import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { DiskFull, isDiskFull } from '../disk.ts'
import type { AnsweredRequest } from '../log.ts'
import { carry, randomHex, type Trace, type Traces } from '../tracing/trace.ts'
import { kindOf, meter } from './meter.ts'
import { applyCors, preflight } from './protocol/cors.ts'
import { S3Error } from './protocol/errors.ts'
import { element } from './protocol/xml.ts'
import { drain } from './request/body.ts'
import type { Engine } from './request/context.ts'
import type { Limited } from './request/limits.ts'
import { requireKeyLength } from './request/object-headers.ts'
import { pump } from './request/pump.ts'
import type { RequestOrigin } from './request/sender.ts'
import { dispatch } from './router.ts'
import type { Verifier } from './signature/identity.ts'
import { parseQuery, uriDecode } from './signature/uri.ts'
import { answerSns, isSns } from './sns/handler.ts'
import { findBucket } from './store/buckets.ts'
import { Halted } from './store/halt.ts'
import type { KeyUse } from './store/key-use.ts'
import type { Traffic } from './store/traffic.ts'

export type HandleOptions = {
  /** A prefix of the request's path, which the signature covers; it is removed after verification. */
  base?: string
  /** Other methods get 405. */
  methods?: readonly string[]
  /** Set by a server's `checkContinue` listener: the client waits for `100 Continue`, which is sent once the headers are verified. */
  awaitsContinue?: boolean
  /** The request never left this machine: policies treat it as HTTPS. */
  inside?: boolean
  /** The request is the server's own: it is not limited, and what it reads is counted as the console's. */
  own?: boolean
}

/** Keeps a stored page, or a path in an error, from running scripts at the origin of other objects' signed URLs. */
const policy = "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"

export const newRequestId = (): string => randomHex(8).toUpperCase()

const hostBucket = (host: string | undefined, bases: readonly string[]): string | undefined => {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase()
  if (bases.includes(name)) return undefined
  const base = bases.find(candidate => name.endsWith(`.${candidate}`))
  return base && name.slice(0, -base.length - 1)
}

/** X-Forwarded-Proto is trusted here: the scheme is only echoed, in `Location`. */
const schemeOf = ({ socket, headers }: IncomingMessage): 'http' | 'https' =>
  (socket as Partial<TLSSocket>).encrypted || headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'

/** A key without a bucket is refused after the signature is verified. @throws S3Error InvalidURI, KeyTooLongError */
const address = (path: string, hostname: string | undefined): { bucket: string; key: string } => {
  const decoded = uriDecode(path)
  const inner = decoded.slice(1)
  const at = inner.indexOf('/')
  const [bucket, key] =
    hostname !== undefined
      ? [hostname, inner]
      : at < 0
        ? [inner, '']
        : [inner.slice(0, at), inner.slice(at + 1)]
  requireKeyLength(key)
  return { bucket, key }
}

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; headers: Record<string, string>; body: Buffer; waiting: boolean },
): void => {
  const { status, headers, body, waiting } = answer
  const bodyless = request.method === 'HEAD' || status === 304
  const unread =
    !request.complete && !request.destroyed && request.method !== 'GET' && request.method !== 'HEAD'
  response.writeHead(status, {
    ...headers,
    ...(!bodyless && { 'content-type': 'application/xml', 'content-length': body.length }),
    ...(unread && { connection: 'close' }),
  })
  if (!unread || waiting) {
    response.end(bodyless ? undefined : body)
    return
  }
  response.write(body)
  drain(request, () => response.end())
}

type Line = Pick<AnsweredRequest, 'route' | 'user' | 'refused'>

/** Tells of the request once its answer has been sent, or its connection is lost. */
const tellAnswer = (
  answered: (request: AnsweredRequest) => void,
  {
    request,
    response,
    requestId,
    line,
    address,
    trace,
  }: {
    request: IncomingMessage
    response: ServerResponse
    requestId: string
    line: Line
    address: string
    trace: Trace
  },
): void => {
  const began = performance.now()
  const method = request.method ?? ''
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    const ms = Math.round(performance.now() - began)
    answered({ surface: 's3', method, ...line, status, ms, requestId, address, trace })
  })
}

/** 5xx codes that are normal responses and are not logged. */
const expected = ['NotImplemented', 'SlowDown']

export const toS3Error = (error: unknown): S3Error => {
  if (error instanceof S3Error) return error
  if (error instanceof Halted) return new S3Error('ServiceUnavailable')
  return isDiskFull(error) ? new S3Error('InsufficientStorage') : new S3Error('InternalError')
}

/**
 * Handles requests of a node:http(s) server. `log` receives errors that S3 clients do not see, without query and
 * headers.
 */
export const createHandler = (options: {
  engine: Engine
  /** Null: nothing is counted. */
  traffic: Traffic | null
  keyUse: Pick<KeyUse, 'add'>
  verify: Verifier
  limited: Limited
  senderOf: (request: IncomingMessage) => RequestOrigin
  traces: Traces
  hosts: readonly string[]
  /** `Strict-Transport-Security` of responses over HTTPS. */
  strictTransport?: string
  log: (message: string, error: unknown) => void
  /** Called after each answer, or broken connection. */
  answered?: (request: AnsweredRequest) => void
}): ((request: IncomingMessage, response: ServerResponse, how?: HandleOptions) => void) => {
  const { engine, traffic, keyUse, senderOf, traces, hosts, strictTransport, answered } = options

  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    how: HandleOptions & {
      requestId: string
      path: string
      sendContinue: () => void
      log: (message: string, error: unknown) => void
      line: Line
    },
  ): Promise<void> => {
    const { line } = how
    const sender = how.inside ? { ...senderOf(request), secure: true } : senderOf(request)
    const refused = (uid: string | null): void => void Object.assign(line, { user: uid, refused: true })
    const verify = how.own
      ? options.verify
      : options.limited(options.verify, { response, address: sender.address, refused })
    const method = request.method ?? ''
    if (how.methods && !how.methods.includes(method))
      throw new S3Error('MethodNotAllowed', undefined, { Method: method })
    const base = how.base ?? ''
    const url = request.url ?? ''
    const hostname = base === '' ? hostBucket(request.headers.host, hosts) : undefined
    if (method === 'POST' && url === '/' && isSns(request.headers, hostname)) {
      line.route = 'sns'
      await answerSns({ engine, request, response, ...how }, verify, keyUse, how.log)
      return
    }
    if (engine.halt.halted) throw engine.halt.halted
    if (!how.path.startsWith(`${base}/`)) throw new S3Error('InvalidURI')
    const query = parseQuery(url.slice(how.path.length + 1))
    const { bucket, key } = address(how.path.slice(base.length), hostname)
    line.route = kindOf(method, key, query)
    const found = bucket === '' ? undefined : findBucket(engine, bucket)
    const cors = found?.cors ?? null
    // Not metered: a browser's preflight, after which the request may be refused.
    if (method === 'OPTIONS') {
      preflight(cors, request.headers, response)
      return
    }
    // A bucket that the request creates is found once it is there.
    const metered =
      bucket !== '' && traffic
        ? meter(traffic, () => found ?? findBucket(engine, bucket), key, query, { request, response, ...how })
        : undefined
    applyCors(cors, request, response)
    const { credential, payload, seed, headers } = verify({
      method,
      path: how.path,
      query,
      headers: request.headers,
      hostname,
    })
    if (credential?.suspended) throw new S3Error('UserSuspended')
    if (credential) keyUse.add(credential.accessKey)
    line.user = credential?.uid ?? null
    const { requestId, sendContinue } = how
    const origin = `${schemeOf(request)}://${request.headers.host ?? ''}${base}`
    await dispatch({
      engine,
      request,
      response,
      requestId,
      method,
      bucket,
      key,
      query,
      bucketUrl: hostname === undefined ? `${origin}/${bucket}` : origin,
      headers,
      principal: credential,
      bucketRow: found,
      metered,
      sender,
      payload,
      seed,
      receive: consume => {
        sendContinue()
        return pump({ engine, request }, consume)
      },
    })
  }

  return (request, response, how = {}) => {
    const requestId = newRequestId()
    response.setHeader('x-amz-request-id', requestId)
    response.setHeader('x-amz-id-2', requestId)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('content-security-policy', policy)
    if (strictTransport && senderOf(request).secure)
      response.setHeader('strict-transport-security', strictTransport)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    let waiting = how.awaitsContinue === true
    const sendContinue = (): void => {
      if (waiting) response.writeContinue()
      waiting = false
    }
    const line: Line = { route: 'other', user: null, refused: false }
    const trace = traces.receive(request.headers)
    const log = (message: string, error: unknown) => carry(trace, () => options.log(message, error))
    if (answered)
      tellAnswer(answered, { request, response, requestId, line, address: senderOf(request).address, trace })
    serve(request, response, { ...how, requestId, path, sendContinue, log, line }).catch((error: unknown) => {
      const failure = toS3Error(error)
      if (failure.status >= 500 && !expected.includes(failure.code) && !(error instanceof DiskFull))
        log(`${requestId} ${request.method} ${path}`, error)
      if (response.headersSent || response.destroyed) {
        response.destroy()
        return
      }
      const fields = { Resource: path, ...failure.fields, RequestId: requestId, HostId: requestId }
      const inner = Object.entries(fields)
        .map(([name, value]) => element(name, value))
        .join('')
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${element('Code', failure.code)}${element('Message', failure.message)}${inner}</Error>`
      const { status, headers } = failure
      send(request, response, { status, headers, body: Buffer.from(xml, 'utf8'), waiting })
    })
  }
}
