import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { Problem } from '../errors/problem.ts'
import { lookEvery } from '../limits/at-intervals.ts'
import { cutOff } from '../limits/cut-off.ts'

type Check = () => Promise<void> | undefined

/**
 * Sends the chunks as the body. The next one is requested once the previous one is written to the socket: only one is
 * in memory, and its buffer may then be reused. Rejects, with nothing sent, if the first chunk fails; a later failure
 * is logged and cuts the connection, as `check` does, which runs before each chunk, and in intervals while the client takes
 * none, once the caller may not go on.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
  headers: Record<string, string | number>,
  check: Check = () => undefined,
): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]()
  let next = await iterator.next()
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.headers(headers).getHeaders() as OutgoingHttpHeaders)
  try {
    for (; !next.done; next = await iterator.next()) {
      await check()
      if (!(await write(raw, next.value, check))) return
      // Without it, chunks that are all in memory would block the event loop.
      await nextTurn()
    }
    raw.end()
  } catch (error) {
    if (error instanceof Problem && error.status < 500)
      reply.log.info('A download ended with the right to it.')
    else reply.log.error({ err: error }, 'A download was interrupted.')
    cutOff(raw)
  } finally {
    await iterator.return?.()
  }
}

/** Resolves with true once the chunk is written, with false if the connection is closed; rejects as `check`. */
function write(raw: ServerResponse, piece: string | Uint8Array, check: Check): Promise<boolean> {
  return new Promise((resolve, reject) => {
    if (raw.destroyed) return resolve(false)
    const settle = (done: () => void) => {
      clearInterval(checks)
      raw.off('close', onClose)
      done()
    }
    const onClose = () => settle(() => resolve(false))
    const checks = setInterval(async () => {
      try {
        await check()
      } catch (error) {
        settle(() => reject(error))
      }
    }, lookEvery)
    raw.once('close', onClose)
    raw.write(piece, error => settle(() => resolve(!error)))
  })
}
