import { randomUUID } from 'node:crypto'
import type { RequestListener, Server } from 'node:http'
import { isIP } from 'node:net'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { trustedProxies } from '../../domain/policy/addresses.ts'
import type { Visitor } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import type { AnsweredRequest } from '../log.ts'
import type { Trace, Traces } from '../tracing/trace.ts'
import { addBodies, parseQuery } from './bodies.ts'
import { readPages } from './brand-pages.ts'
import { sendFailure } from './failures.ts'
import { addGuestRoutes, type GuestOptions, keepToShares } from './guest-routes.ts'
import { addHeadAndBytes } from './head-and-bytes.ts'
import { inlineOf, securityHeaders } from './headers.ts'
import { addPages, type PagesOptions, pageAddress } from './pages.ts'
import { addRoutes, type RouteOptions } from './routes.ts'
import { visitorOf } from './visitor.ts'

type AppOptions = {
  basePath: string
  trustedProxies: string[]
  logger: FastifyServerOptions['logger']
  serve: (app: RequestListener) => Server
}

/** The app before its routes: it has a log and a server, and sends every failure as a problem. */
export function makeApp(options: AppOptions): FastifyInstance {
  const isTrusted = trustedProxies(options.trustedProxies)
  const app: FastifyInstance = fastify({
    logger: options.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    // Of a connection that has ended there is no address.
    trustProxy: address => isIP(address ?? '') !== 0 && isTrusted(address),
    genReqId: () => randomUUID(),
    rewriteUrl: request => pageAddress(request.url ?? '/', options.basePath),
    serverFactory: handler => options.serve(handler),
    routerOptions: { maxParamLength: 4096, querystringParser: parseQuery },
    bodyLimit: 1024 ** 2,
    frameworkErrors: sendFailure,
    clientErrorHandler: (error, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
      app.log.debug({ err: error }, 'A request could not be read.')
    },
  })
  app.setErrorHandler(sendFailure)
  return app
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
  }
}

export type ConsoleOptions = RouteOptions &
  OneClickOptions &
  PagesOptions &
  GuestOptions & {
    /** The URLs to which a visitor's browser sends files, and from which it fetches them. */
    endpoints(visitor: Visitor): { put: string; get: string }
    /** Whether HSTS covers the subdomains of the host. */
    hstsSubdomains: boolean
    traces: Traces
    /** Called after each answer. */
    answered(request: AnsweredRequest): void
    /** ms within which the body of a request must arrive. */
    bodyTime: number
    /** ms after which a body of bytes that pauses is cut off. */
    bodyIdle: number
  }

/** Adds the contract's operations below /api, and the console's pages. */
export async function addConsole(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  app.decorateRequest('visitor')
  app.decorateRequest('trace')
  app.decorateRequest('session', null)
  await app.register(cookie)
  addBodies(app, options.bodyTime)
  const pages = readPages(options)
  const inline = inlineOf(pages.get('index.html')?.text() ?? '')
  let warned = false
  app.addHook('onRequest', async (request, reply) => {
    request.trace = options.traces.receive(request.headers)
    if (!warned && request.headers['x-forwarded-for'] !== undefined && request.ips?.length === 1) {
      warned = true
      app.log.warn(
        { address: request.ip },
        'X-Forwarded-For is ignored: the proxy is not in KHO_TRUSTED_PROXIES.',
      )
    }
    request.visitor = visitorOf(request, options.publicUrl)
    const { put, get } = options.endpoints(request.visitor)
    reply.headers(
      securityHeaders(request.visitor, { storage: [put, get], inline, subdomains: options.hstsSubdomains }),
    )
    // Otherwise Fastify reads the body of a request that has no route.
    if (request.is404 && request.method !== 'GET' && request.method !== 'HEAD') throw new Problem('NOT_FOUND')
  })
  keepToShares(app, options)
  app.addHook('onResponse', async (request, reply) => {
    const { url = '' } = request.routeOptions
    const ofApi = url.startsWith('/api/')
    options.answered({
      ...{ surface: ofApi ? 'api' : 'page', route: ofApi ? url : 'page', method: request.method },
      status: reply.raw.writableFinished ? reply.statusCode : 499,
      ms: Math.round(reply.elapsedTime),
      ...{ requestId: request.id, address: request.ip },
      user: request.session?.user.id ?? null,
      refused: reply.statusCode === 429,
      trace: request.trace,
    })
  })
  await app.register(
    async api => {
      api.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      addHeadAndBytes(api, options.bodyIdle)
      addRoutes(api, options)
      api.setNotFoundHandler(() => {
        throw new Problem('NOT_FOUND')
      })
    },
    { prefix: '/api' },
  )
  addOneClick(app, options)
  await addGuestRoutes(app, options)
  await addPages(app, pages, options)
  await app.ready()
}

type OneClickOptions = {
  /** The path below which browsers see the console; empty: at the root. */
  basePath: string
  /** INVALID_TOKEN. */
  unsubscribe(token: string, request: FastifyRequest): Promise<void>
}

type Named = { Params: { token: string } }

/**
 * The URL in `List-Unsubscribe`. Mail programs POST to it, without cookies or an origin; programs that follow links, such
 * as filters of mail, change nothing. Source: RFC 8058, 3.2.
 */
function addOneClick(app: FastifyInstance, { basePath, unsubscribe }: OneClickOptions): void {
  const path = '/unsubscribe/:token'
  app.get<Named>(path, ({ params }, reply) =>
    reply.redirect(`${basePath}/unsubscribe#${encodeURIComponent(params.token)}`),
  )
  app.post<Named>(path, async (request, reply) => {
    await unsubscribe(request.params.token, request)
    return reply.code(200).header('cache-control', 'no-store').send()
  })
}
