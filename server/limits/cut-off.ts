import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Ends a response within its bytes: the system drops those that it still holds, on a connection without TLS. */
export function cutOff(response: ServerResponse): void {
  const { socket } = response
  if (socket?.constructor === Socket) socket.resetAndDestroy()
  else response.destroy()
}
