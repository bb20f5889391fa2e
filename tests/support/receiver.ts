import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  id: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The names of the events in it, with their keys. */
  events: string[]
}

type S3Body = {
  Event?: string
  Records?: { eventName: string; lostEvents?: number; s3?: { object: { key: string } } }[]
}

export type Receiver = {
  /** Where it listens: `http://127.0.0.1:…`. */
  url: string
  /** All that came, oldest first. */
  received: Received[]
  /** How it answers from now on; 204 at first. */
  answer: (request: Received, response: ServerResponse) => void
  /** All events that came, by name and key, but for test events. */
  events(): string[]
  stop(): Promise<void>
}

function eventsOf(body: string): string[] {
  const { Event, Records = [] } = JSON.parse(body) as S3Body
  if (Event !== undefined) return [Event]
  return Records.map(({ eventName, s3, lostEvents }) => `${eventName} ${s3?.object.key ?? lostEvents}`)
}

/** A real server that topics send events to. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8')
      const { headers, url = '' } = request
      const one = { id: String(headers['webhook-id']), path: url, headers, body, events: eventsOf(body) }
      receiver.received.push(one)
      receiver.answer(one, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answer: (_, response) => response.writeHead(204).end(),
    events: () => receiver.received.flatMap(({ events }) => events).filter(event => event !== 's3:TestEvent'),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** Throws where the library of receivers does not take the signature. */
export function verify(secret: string, { body, headers }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>)
}
