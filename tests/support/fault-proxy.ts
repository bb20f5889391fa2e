import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** One request as the proxy saw it; `bytes` of the body that it took, `status` of the answer (0: none given). */
export type Seen = { method: string; path: string; bytes: number; status: number; underWay: boolean }

/**
 * What goes wrong. `cut`: the connection is destroyed after so many bytes of the body. `hold`: the body is taken
 * and never answered. `lose`: the server gets the request whole, and the connection is destroyed instead of its
 * answer. `status`: answered with it, with an S3 error of that `code`. Each happens `times` times.
 */
export type Fault = { method: string; path: RegExp; times: number } & (
  | { kind: 'cut'; after: number }
  | { kind: 'hold' }
  | { kind: 'lose' }
  | { kind: 'status'; status: number; code: string }
)

export type FaultProxy = {
  url: string
  seen: Seen[]
  /** Adds a fault; the first that matches a request and is not used up is done. */
  add(fault: Fault): Fault
  /** While true, no request gets through: connections are destroyed at once, as if the server were gone. */
  gone: boolean
  /** Every body passes with about so many bytes per second; 0 is no limit. */
  bytesPerSecond: number
  /** Takes every fault away, and forgets what was seen. */
  reset(): void
  close(): Promise<void>
}

/** Starts a proxy on loopback in front of `target` (http). It hands the Host header on untouched. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const to = new URL(target)
  const faults: Fault[] = []
  const proxy: Omit<FaultProxy, 'url'> = {
    seen: [],
    gone: false,
    bytesPerSecond: 0,
    add(fault) {
      faults.push(fault)
      return fault
    },
    reset() {
      faults.length = 0
      Object.assign(proxy, { seen: [], gone: false, bytesPerSecond: 0 })
    },
    close() {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }

  const server = createServer((incoming, response) => {
    if (proxy.gone) return void incoming.socket.destroy()
    const { method = 'GET', url = '/' } = incoming
    const seen: Seen = { method, path: url, bytes: 0, status: 0, underWay: true }
    proxy.seen.push(seen)
    response.on('close', () => {
      seen.underWay = false
    })
    const fault = faults.find(each => each.times > 0 && each.method === method && each.path.test(url))
    if (fault) fault.times--
    const body = incoming.pipe(passing(seen, fault, () => incoming.socket.destroy()))
    if (fault?.kind === 'hold') body.resume()
    else if (fault?.kind === 'status') body.resume().on('end', () => refuse(response, seen, fault))
    else forward(incoming, body, response, seen, fault)
  })

  /** Counts what passes, slows it down and cuts it. */
  function passing(seen: Seen, fault: Fault | undefined, destroy: () => void): Transform {
    return new Transform({
      async transform(chunk: Buffer, _, pass) {
        seen.bytes += chunk.length
        if (proxy.gone || (fault?.kind === 'cut' && seen.bytes >= fault.after)) return destroy()
        if (proxy.bytesPerSecond > 0) await wait((chunk.length / proxy.bytesPerSecond) * 1000)
        pass(null, chunk)
      },
    })
  }

  function forward(
    incoming: IncomingMessage,
    body: Transform,
    response: ServerResponse,
    seen: Seen,
    fault: Fault | undefined,
  ): void {
    const { method, url, headers } = incoming
    const onward = send({ host: to.hostname, port: to.port, method, path: url, headers }, answer => {
      if (fault?.kind === 'lose') return void answer.resume().on('end', () => response.destroy())
      seen.status = answer.statusCode ?? 0
      response.writeHead(seen.status, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    body.pipe(onward)
  }

  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return Object.assign(proxy, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

function refuse(
  response: ServerResponse,
  seen: Seen,
  { status, code }: { status: number; code: string },
): void {
  seen.status = status
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>made by the test</Message></Error>`)
}
