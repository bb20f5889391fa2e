import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** A request seen by the proxy: `bytes` of the `size` of its body received, `status` of the answer (0: none). */
export type Seen = {
  method: string
  path: string
  size: number
  bytes: number
  status: number
  underWay: boolean
}

/**
 * `cut`: destroys the connection after this many bytes of the body. `hold`: receives the body and never answers. `gate`:
 * receives the body once `opened` resolves. `lose`: forwards the request, then destroys the connection instead of
 * answering. `flip`: flips the bits of the first byte of the body. `status`: answers with it and an S3 error `code`. Each happens `times` times.
 */
export type Fault = { method: string; path: RegExp; times: number } & (
  | { kind: 'cut'; after: number }
  | { kind: 'hold' }
  | { kind: 'gate'; opened: Promise<unknown> }
  | { kind: 'lose' }
  | { kind: 'flip' }
  | { kind: 'status'; status: number; code: string }
)

export type FaultProxy = {
  url: string
  seen: Seen[]
  /** Adds a fault; the first unused one that matches a request applies. */
  add(fault: Fault): Fault
  /** While true, connections are destroyed at once, as if the server were down. */
  gone: boolean
  /** Destroys all connections. */
  cut(): void
  /** Approximate bytes per second for every body; 0: no limit. */
  bytesPerSecond: number
  /** Removes all faults and forgets the requests seen. */
  reset(): void
  close(): Promise<void>
}

/** Starts a proxy on loopback in front of `target` (http). It keeps the Host header. */
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
    cut: () => server.closeAllConnections(),
    close() {
      server.closeAllConnections()
      return new Promise(done => server.close(() => done()))
    },
  }

  const server = createServer((incoming, response) => {
    if (proxy.gone) return void incoming.socket.destroy()
    const { method = 'GET', url = '/' } = incoming
    const size = Number(incoming.headers['content-length'] ?? 0)
    const seen: Seen = { method, path: url, size, bytes: 0, status: 0, underWay: true }
    proxy.seen.push(seen)
    response.on('close', () => {
      seen.underWay = false
    })
    const fault = faults.find(each => each.times > 0 && each.method === method && each.path.test(url))
    if (fault) fault.times--
    const body = incoming.pipe(passing(seen, fault, () => incoming.socket.destroy()))
    if (fault?.kind === 'hold') body.resume()
    else if (fault?.kind === 'status') body.resume().on('end', () => refuse(response, seen, fault))
    else if (fault?.kind === 'gate')
      fault.opened.then(() => seen.underWay && forward(incoming, body, response, seen, fault))
    else forward(incoming, body, response, seen, fault)
  })

  /** Counts, throttles and cuts what passes. */
  function passing(seen: Seen, fault: Fault | undefined, destroy: () => void): Transform {
    return new Transform({
      async transform(chunk: Buffer, _, pass) {
        // The client has hung up: what is left in the buffers was not asked for.
        if (!seen.underWay) return
        if (fault?.kind === 'flip' && seen.bytes === 0) chunk[0]! ^= 0xff
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
