import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A text that is made once, as this installation sends it. */
export type Page = {
  text(): string
  /** Answers with it; 304 if the browser has it. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const encoders: Record<string, (text: string) => Promise<Buffer>> = {
  br: text => brotli(text, quality),
  gzip: text => deflate(text),
  identity: async text => Buffer.from(text),
}

export const etagOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

/** What `make` returns, made when it is first asked for. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Made on the first request, and compressed as browsers accept it on the first of each kind. */
export function makePage(make: () => string, type = 'text/html; charset=utf-8'): Page {
  const made = lazy(() => {
    const text = make()
    return { text, tag: etagOf(text) }
  })
  const bodies = new Map<string, Promise<Buffer>>()
  const bodyIn = (encoding: string) => {
    const body = bodies.get(encoding) ?? encoders[encoding]!(made().text)
    bodies.set(encoding, body)
    return body
  }
  return {
    text: () => made().text,
    async send(request, reply) {
      const encoding =
        negotiate(request.headers['accept-encoding'] ?? '', Object.keys(encoders)) ?? 'identity'
      const etag = `"${made().tag}-${encoding}"`
      reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type(type).send(await bodyIn(encoding))
    },
  }
}
