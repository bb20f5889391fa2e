import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/**
 * Sends the pieces as the body. The next one is asked for once the bytes of the one before have left for the connection:
 * so one is in memory, and its memory may then be used again. Rejects, with nothing sent, where the first one fails; a later
 * failure is logged and cuts the connection.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncIterable<string | Uint8Array>,
  headers: Record<string, string | number>,
): Promise<void> {
  const left = pieces[Symbol.asyncIterator]()
  let next = await left.next()
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.headers(headers).getHeaders() as OutgoingHttpHeaders)
  try {
    for (; !next.done; next = await left.next()) {
      if (!(await written(raw, next.value))) return
      // Pieces that are all in memory would leave no turn to others.
      await nextTurn()
    }
    raw.end()
  } catch (error) {
    reply.log.error({ err: error }, 'A download broke off.')
    raw.destroy()
  } finally {
    await left.return?.()
  }
}

/** Whether the bytes have left; false: the connection is closed. */
function written(raw: ServerResponse, piece: string | Uint8Array): Promise<boolean> {
  return new Promise(resolve => {
    const close = () => resolve(false)
    if (raw.destroyed) return close()
    raw.once('close', close)
    raw.write(piece, error => {
      raw.off('close', close)
      resolve(!error)
    })
  })
}
