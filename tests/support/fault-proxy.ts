import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the proxy saw it; `bytes` of the body that it took, `status` of the answer (0: none given). */
export type Seen = { method: string; path: string; bytes: number; status: number }

/**
 * What goes wrong. `cut`: the connection is destroyed after so many bytes of the body. `hold`: the body is taken
 * and never answered. `status`: answered with it, with an S3 error of that `code`. Each happens `times` times.
 */
export type Fault = { method: string; path: RegExp; times: number } & (
  | { kind: 'cut'; after: number }
  | { kind: 'hold' }
  | { kind: 'status'; status: number; code: string }
)

export type FaultProxy = {
  url: string
  seen: Seen[]
  /** Adds a fault; the first that matches a request and is not used up is done. */
  add(fault: Fault): Fault
  /** While true, no request gets through: connections are destroyed at once, as if the server were gone. */
  gone: boolean
  /** Delays every chunk of a body so that about so many bytes per second pass; 0 is no limit. */
  bytesPerSecond: number
  close(): Promise<void>
}

/** Starts a proxy on loopback in front of `target` (http). It hands the Host header on untouched. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const to = new URL(target)
  const faults: Fault[] = []
  const held = new Set<ServerResponse>()
  const proxy: Omit<FaultProxy, 'url'> = {
    seen: [],
    gone: false,
    bytesPerSecond: 0,
    add(fault) {
      faults.push(fault)
      return fault
    },
    close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }

  const server = createServer((incoming, response) => {
    if (proxy.gone) return void incoming.socket.destroy()
    const { method = 'GET', url = '/' } = incoming
    const seen: Seen = { method, path: url, bytes: 0, status: 0 }
    proxy.seen.push(seen)
    const fault = faults.find(each => each.times > 0 && each.method === method && each.path.test(url))
    if (fault) fault.times--
    incoming.on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
      if (fault?.kind === 'cut' && seen.bytes >= fault.after) incoming.socket.destroy()
      if (proxy.gone) incoming.socket.destroy()
      if (proxy.bytesPerSecond > 0) {
        incoming.pause()
        setTimeout(() => incoming.resume(), (chunk.length / proxy.bytesPerSecond) * 1000)
      }
    })
    if (fault?.kind === 'hold') {
      held.add(response)
      incoming.resume()
    } else if (fault?.kind === 'status') {
      incoming.resume()
      incoming.on('end', () => {
        seen.status = fault.status
        response.writeHead(fault.status, { 'content-type': 'application/xml' })
        response.end(
          `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>made by the test</Message></Error>`,
        )
      })
    } else forward(incoming, response, seen)
  })

  function forward(incoming: IncomingMessage, response: ServerResponse, seen: Seen): void {
    const onward = send(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      answer => {
        seen.status = answer.statusCode ?? 0
        response.writeHead(seen.status, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    incoming.on('error', () => onward.destroy())
    incoming.on('close', () => incoming.complete || onward.destroy())
    incoming.pipe(onward)
  }

  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(proxy, { url })
}
