import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { batchHeadLimit } from '../../domain/limits.ts'
import type { FollowingBytes } from '../contract/call.ts'
import { bytesType } from '../contract/document.ts'
import { invalid } from '../errors/problem.ts'
import { makeSlots } from '../limits/shares.ts'
import { refuseRest } from './bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    following: FollowingBytes | null
  }
}

/** Bytes of the length before the JSON. */
const lengthBytes = 4
/** Such bodies at once. Each has about 1 MiB in memory: in its connection, and on its way to the storage. */
const atOnce = { each: 16, all: 128 }

/**
 * Reads bodies of JSON and bytes in this scope: the JSON's length in four bytes, big-endian, the JSON, which becomes the
 * request's body, and bytes, which are left to the handler as `following`. A body that pauses for `idle` ms ends its
 * connection. TOO_MANY_REQUESTS.
 */
export function addHeadAndBytes(scope: FastifyInstance, idle: number): void {
  const parseJson = scope.getDefaultJsonParser('error', 'error')
  const slotOf = makeSlots(atOnce)
  scope.decorateRequest('following', null)

  async function readHead(request: FastifyRequest, body: Readable): Promise<unknown> {
    const { config, bodyLimit } = request.routeOptions
    if (!config.inPieces) throw invalid('', 'unsupported content type')
    const length = Number(request.headers['content-length'])
    if (Number.isNaN(length)) throw invalid('', 'must have a length')
    if (length > bodyLimit) throw invalid('', 'too large')
    const next = piecesOf(body, idle)
    const size = (await exactly(next, lengthBytes)).readUInt32BE()
    const follow = length - lengthBytes - size
    if (size > batchHeadLimit || follow < 0) throw invalid('', 'the head is too large')
    const head = await exactly(next, size)
    if (!isUtf8(head)) throw invalid('', 'must be UTF-8')
    request.following = { length: follow, next }
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value))
      void parseJson(request, head.toString(), done)
    })
  }

  scope.addHook('preParsing', async ({ session, routeOptions }, reply) => {
    if (!routeOptions.config.inPieces || !session) return
    const release = slotOf(session.user.id)
    reply.raw.once('close', release)
    if (reply.raw.destroyed) release()
  })
  scope.addContentTypeParser(bytesType, readHead)
  // Nothing reads the rest after a refusal. Node does if nothing was read yet, unless Fastify has the connection closed.
  scope.addHook('onSend', async ({ raw, routeOptions }, reply) => {
    if (!routeOptions.config.inPieces || raw.complete) return
    if (!raw.readableDidRead && !reply.hasHeader('connection')) return
    reply.header('connection', 'close')
    refuseRest(raw)
  })
}

type Next = FollowingBytes['next']

function piecesOf(body: Readable, idle: number): Next {
  const pieces: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  async function arrived(): Promise<Buffer> {
    const late = setTimeout(() => body.destroy(), idle)
    const piece = await pieces.next().catch(() => null)
    clearTimeout(late)
    if (piece === null || piece.done) throw invalid('', 'the body ended early')
    return piece.value
  }

  return async most => {
    if (rest.length === 0) rest = await arrived()
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
}

async function exactly(next: Next, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; ) at += (await next(size - at)).copy(bytes, at)
  return bytes
}
