import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { makeOneAtATime } from '../limits/one-at-a-time.ts'

/** PEM texts; null: plain HTTP. */
export type Tls = { cert: string; key: string } | null

/** `awaitsContinue`: the client sends the body only after `100 Continue`. */
export type OnRequest = (request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void

/**
 * An HTTP server for large uploads: no limit on a whole request, but 60 s for its headers, and 11 minutes without a
 * byte, slightly longer than the slowest response (the completion of an upload).
 */
export function makeServer(tls: Tls, onRequest: OnRequest): Server {
  const options = {
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 10_000,
    noDelay: true,
  }
  const server = tls ? createSecureServer({ ...options, ...tls }) : createServer(options)
  server.timeout = 660_000
  const oneAtATime = makeOneAtATime()
  const listener = (awaitsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (hostsOf(request) > 1) response.writeHead(400, { connection: 'close', 'content-length': 0 }).end()
    else oneAtATime(request, response, () => onRequest(request, response, awaitsContinue))
  }
  server.on('request', listener(false))
  server.on('checkContinue', listener(true))
  // An unknown expectation is ignored, as in S3 (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener(false))
  return server
}

/** New connections of a server with TLS get this certificate; those that are open keep theirs. */
export function renewTls(server: Server, tls: NonNullable<Tls>): void {
  if (server instanceof SecureServer) server.setSecureContext(tls)
}

/**
 * The number of Host headers of a request. More than one is rejected (RFC 9112, 3.2): Node uses the first, a proxy
 * perhaps another.
 */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Listens, and returns the port. Throws if the address is taken or not allowed. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return (server.address() as AddressInfo).port
}

/** Stops accepting connections, and aborts the requests in flight after `grace` ms. */
export async function closeServer(server: Server, grace = 10_000): Promise<void> {
  if (!server.listening) return
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}

/** A host as URLs write it: IPv6 in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** The host by which this computer reaches a listener on `host`. */
export function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '[::1]' : urlHost(host)
}

/**
 * The origins that the console's pages are known to have: KHO_PUBLIC_URL, else this computer's names and the address
 * that it listens on. Never a request's Host: clients can send any.
 */
export function ownOrigins({ publicUrl, host, tls }: Config, server: Server): string[] {
  if (publicUrl !== null) return [publicUrl]
  const { port } = server.address() as AddressInfo
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]'])
  if (host !== '0.0.0.0' && host !== '::') hosts.add(urlHost(host))
  return [...hosts].map(each => new URL(`${tls ? 'https' : 'http'}://${each}:${port}`).origin)
}
