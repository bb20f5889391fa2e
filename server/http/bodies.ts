import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MiB } from '../../domain/limits.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { addressBlock } from '../limits/rate.ts'
import { makeShares, type Share } from '../limits/shares.ts'

declare module 'fastify' {
  interface FastifyRequest {
    memory: Share
  }
  interface FastifyContextConfig {
    /** Bodies are not read whole. */
    inPieces?: boolean
  }
}

const formLimit = 8192
/** Maximum number of values in a JSON body; the contract allows 30,000. Millions would stall the process. */
const valueLimit = 100_000
/**
 * Bodies from this many bytes on, or of unknown length, are read and parsed one at a time, with this many ms between
 * them for other requests: checking 10,000 names takes ten.
 */
const large = MiB / 32
const apart = 4

let turn = Promise.resolve()
function ownTurn(): Promise<void> {
  turn = turn.then(() => wait(apart))
  return turn
}

/**
 * Limits the bytes of bodies in memory at once. Callers without a session, who sign in or recover, have limits of their
 * own, one for each block of addresses: large bodies must not lock them out. TOO_MANY_REQUESTS.
 */
export function bodyMemory() {
  const refusal = () => new Problem('TOO_MANY_REQUESTS', { retryAfter: 5 })
  return {
    user: makeShares({ each: 16 * MiB, all: 96 * MiB, refusal }),
    address: makeShares({ each: MiB / 4, all: 16 * MiB, refusal }),
  }
}

/**
 * Reads bodies as JSON and as forms. Until the response is sent a body counts against `bodyMemory`: by its declared
 * length before a byte is read, else as it grows. The connection closes after a refusal, and if the whole body has not
 * arrived within `time` ms.
 */
export function addBodies(app: FastifyInstance, time: number): void {
  const memoryOf = bodyMemory()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('memory')
  app.addHook('onRequest', async ({ headers, routeOptions }) => {
    if (routeOptions.config.inPieces) return
    const chunked = headers['transfer-encoding'] !== undefined
    if (chunked || Number(headers['content-length'] ?? 0) >= large) await ownTurn()
  })
  app.addHook('preParsing', async (request, reply) => {
    const { session, visitor } = request
    const memory = session ? memoryOf.user(session.user.id) : memoryOf.address(addressBlock(visitor.address))
    request.memory = memory
    reply.raw.once('close', memory.release)
    if (reply.raw.destroyed) memory.release()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) => {
    const bytes = await read(request, body, {
      limit: request.routeOptions.bodyLimit,
      time,
      look: valueCounter(),
    })
    if (bytes.length >= large) await ownTurn()
    // Decoding would replace invalid bytes, so that a key might name another file.
    if (!isUtf8(bytes)) throw invalid('', 'must be UTF-8')
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, value?: unknown) => (error ? reject(error) : resolve(value))
      void parseJson(request, bytes.toString(), done)
    })
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, body: Readable) =>
      parseQuery((await read(request, body, { limit: formLimit, time })).toString()),
  )
  // Only what unsubscribes with one click is sent so, and its body says nothing.
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    await read(request, body, { limit: formLimit, time })
  })
}

type Look = (piece: Buffer) => void
type Reading = { limit: number; time: number; look?: Look }

/** The bytes of a body; `look` sees each piece first. INVALID_REQUEST, TOO_MANY_REQUESTS. */
function read(
  { headers, raw, memory }: FastifyRequest,
  body: Readable,
  { limit, time, look = () => undefined }: Reading,
): Promise<Buffer> {
  const declared = headers['content-length']
  let bytes = Buffer.alloc(0)
  let length = 0
  let pieces = 0

  function grow(size: number): void {
    if (size > limit) throw invalid('', 'too large')
    memory.take(size - bytes.length)
    const grown = Buffer.allocUnsafe(size)
    bytes.copy(grown)
    bytes = grown
  }

  function add(piece: Buffer): void {
    // Every chunk costs a buffer and a call, even one of a byte: no real client sends this many.
    if (++pieces > 1000 + length / 64) raw.destroy()
    look(piece)
    const needed = length + piece.length
    if (needed > limit) throw invalid('', 'too large')
    if (needed > bytes.length) grow(Math.min(limit, Math.max(needed, 2 * bytes.length)))
    length += piece.copy(bytes, length)
  }

  return new Promise((resolve, reject) => {
    function end(error: Error | null): void {
      clearTimeout(late)
      body.off('data', take).off('end', whole).off('close', cut)
      if (error) {
        refuseRest(raw)
        reject(error)
      } else resolve(bytes.subarray(0, length))
    }
    function attempt(work: () => void): void {
      try {
        work()
      } catch (error) {
        end(error as Problem)
      }
    }
    const take = (piece: Buffer) => attempt(() => add(piece))
    const whole = () => end(null)
    const cut = () => end(invalid('', 'the body ended early'))
    const late = setTimeout(() => end(invalid('', 'the body took too long')), time)
    body.on('data', take).on('end', whole).on('close', cut).on('error', cut)
    if (body.destroyed) cut()
    else attempt(() => grow(declared === undefined ? Math.min(4096, limit) : Number(declared)))
  })
}

/**
 * Reads the rest of a refused body, one piece a turn, as a client may not read the response before it has sent everything,
 * and lets it read the response before the connection closes.
 */
export function refuseRest(request: IncomingMessage): void {
  void drop(request)
  closeSlowly(request.socket)
}

async function drop(body: Readable): Promise<void> {
  try {
    for await (const _ of body) await ownTurn()
  } catch {
    // The client has disconnected.
  }
}

/**
 * Allows the client to read the response before the connection closes: closing it with unread bytes would reset it, and
 * the response could be lost. Source: RFC 9112, 9.6.
 */
function closeSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    const over = setTimeout(() => socket.destroy(), 5000)
    socket.once('close', () => clearTimeout(over))
  }
}

/**
 * Counts the values of JSON text by its commas and opening brackets outside of strings, piece by piece. Throws
 * INVALID_REQUEST above the limit.
 */
function valueCounter(): Look {
  let values = 0
  let inText = false
  let escaped = false
  return piece => {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i]
      if (escaped) escaped = false
      else if (inText && byte === 0x5c) escaped = true
      else if (byte === 0x22) inText = !inText
      else if (!inText && (byte === 0x2c || byte === 0x5b || byte === 0x7b)) values++
    }
    if (values > valueLimit) throw invalid('', 'too many values')
  }
}

/** The parameters of a query or a form. A repeated name becomes a list. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const found = query[name]
    if (found === undefined) query[name] = value
    else if (typeof found === 'string') query[name] = [found, value]
    else found.push(value)
  }
  return query
}
