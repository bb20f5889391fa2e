import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export type Tls = { cert: string; key: string } | null

/** Takes a request; `awaitsContinue`: the client holds the body back until it is told to go on. */
export type RequestTaker = (
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
) => void

/**
 * An HTTP server that lets a large upload take its time: no limit on a whole request, but 60 s for its headers, and
 * 11 minutes without a byte: a little more than the longest answer (the completion of an upload) may take.
 */
export function makeServer(tls: Tls, take: RequestTaker): Server {
  const options = {
    requestTimeout: 0,
    headersTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 10_000,
    noDelay: true,
  }
  const server = tls ? createSecureServer({ ...options, ...tls }) : createServer(options)
  server.timeout = 660_000
  const takeOne = (awaitsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
    if (hostsOf(request) > 1) response.writeHead(400, { connection: 'close', 'content-length': 0 }).end()
    else take(request, response, awaitsContinue)
  }
  server.on('request', takeOne(false))
  server.on('checkContinue', takeOne(true))
  return server
}

/** How many Host headers a request has. More than one is refused (RFC 9112, 3.2): node would take the first, a proxy perhaps another. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Listens, and gives the port. Throws where the address cannot be had. */
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

/** Takes no more connections, lets requests under way end for `grace` ms, then cuts them off. */
export async function closeServer(server: Server, grace = 10_000): Promise<void> {
  if (!server.listening) return
  const cut = setTimeout(() => server.closeAllConnections(), grace)
  await new Promise<void>(resolve => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}

/** A host as it stands in a URL. */
export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** Where this machine reaches a listener on `host`. */
export function loopbackOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '[::1]' : urlHost(host)
}
