import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The page of the console, as this installation sends it. */
export type ConsolePage = {
  html: string
  /** Answers with the page; 304 if the browser has it. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const encoders: Record<string, (html: string) => Promise<Buffer>> = {
  br: html => brotli(html, quality),
  gzip: html => deflate(html),
  identity: async html => Buffer.from(html),
}

/** The built page in `folder` below `basePath`; null if there is none. */
export function readConsolePage(folder: string, basePath: string): ConsolePage | null {
  const path = join(folder, 'index.html')
  if (!existsSync(path)) return null
  const html = readFileSync(path, 'utf8')
    .replace(' data-base=""', ` data-base="${basePath}"`)
    .replace(/(="|url\()\.\//g, `$1${basePath}/`)
  const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  const bodies = new Map<string, Promise<Buffer>>()
  const bodyIn = (encoding: string) => {
    const body = bodies.get(encoding) ?? encoders[encoding]!(html)
    bodies.set(encoding, body)
    return body
  }
  return {
    html,
    async send(request, reply) {
      const encoding =
        negotiate(request.headers['accept-encoding'] ?? '', Object.keys(encoders)) ?? 'identity'
      const etag = `"${tag}-${encoding}"`
      reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type('text/html; charset=utf-8').send(await bodyIn(encoding))
    },
  }
}
