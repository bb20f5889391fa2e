import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Pipelined requests of a connection that may wait. Neither browsers nor S3 clients send any. */
const mostWaiting = 16

/**
 * Handles the requests of a connection one after the other: Node passes on all that arrived in one piece, and for each
 * a file would be opened and read ahead, even if the client reads no response. A connection with more than 16 waiting
 * is closed.
 */
export function makeOneAtATime(): (
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => void,
) => void {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  return ({ socket }, response, handle) => {
    const others = waiting.get(socket)
    if (others && others.length === mostWaiting) {
      socket.destroy()
      return
    }
    const next = () => {
      const following = socket.destroyed ? undefined : waiting.get(socket)?.shift()
      if (following) following()
      else waiting.delete(socket)
    }
    const begin = () => {
      // The response's other listeners must run first: they count what was sent.
      response.once('close', () => process.nextTick(next))
      handle()
    }
    if (others) others.push(begin)
    else {
      waiting.set(socket, [])
      begin()
    }
  }
}
