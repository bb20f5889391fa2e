import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: string }
type Attribute = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<Collected, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

/** A span as it came, its attributes by name. */
export type Collected = {
  traceId: string
  spanId: string
  parentSpanId?: string
  traceState?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | undefined>
  status: { code?: number }
}

export type Collector = {
  url: string
  /** Requests that were accepted, oldest first. */
  received: { path: string | undefined; headers: IncomingHttpHeaders; body: string }[]
  /** How many requests came, refused ones too. */
  asked: number
  /** How it answers from now on: 200 at first. */
  answer: (response: ServerResponse) => void
  /** The spans of all requests, of one trace if it is named. */
  spans(traceId?: string): Collected[]
  resource(): Record<string, string | undefined>
  stop(): Promise<void>
}

const named = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** A server that takes spans as a collector does. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    collector.asked += 1
    collector.answer(response)
    if (response.statusCode === 200)
      collector.received.push({ path: request.url, headers: request.headers, body })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sent = () => collector.received.flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    asked: 0,
    answer: response => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    spans: traceId =>
      sent()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .filter(span => traceId === undefined || span.traceId === traceId)
        .map(span => ({ ...span, attributes: named(span.attributes) })),
    resource: () => named(sent()[0]!.resource.attributes),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return collector
}
