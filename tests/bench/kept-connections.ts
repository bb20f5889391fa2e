import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type S3Server, signed } from './s3-server.ts'

/** The bytes of a signed request. */
export function requestBytes(server: S3Server, method: string, path: string, body = Buffer.alloc(0)): Buffer {
  const headers = { ...signed(server, method, path), 'content-length': String(body.length) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body])
}

/** Resolves when the answer of `Content-Length`, or of none to a HEAD, was read. @throws Error for another status than 200 */
function exchange(socket: Socket, bytes: Buffer): Promise<void> {
  const isHead = bytes.subarray(0, 4).toString('latin1') === 'HEAD'
  return new Promise((resolve, reject) => {
    let read = 0
    let wanted = 0
    let head: Buffer = Buffer.alloc(0)
    const settle = (error?: Error): void => {
      socket.off('data', onData).off('close', onClose)
      if (error) reject(error)
      else resolve()
    }
    const onClose = (): void => settle(new Error('The connection was closed.'))
    const onData = (piece: Buffer): void => {
      read += piece.length
      if (wanted === 0) {
        head = head.length === 0 ? piece : Buffer.concat([head, piece])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.subarray(0, end).toString('latin1')
        if (!text.startsWith('HTTP/1.1 200')) {
          settle(new Error(text))
          return
        }
        wanted = end + 4 + (isHead ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0))
      }
      if (read >= wanted) settle()
    }
    socket.on('data', onData).on('close', onClose)
    socket.write(bytes)
  })
}

/**
 * Sends the requests on `atOnce` kept connections, with as little work as possible in this process, which shares the
 * machine with the server. Gives the milliseconds of each, and of all.
 */
export async function sendAll(
  { host, port }: Pick<S3Server, 'host' | 'port'>,
  requests: readonly Buffer[],
  atOnce: number,
): Promise<{ ms: number; each: number[] }> {
  const sockets = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const socket = connect({ host, port, noDelay: true })
      await once(socket, 'connect')
      return socket
    }),
  )
  const each: number[] = []
  let next = 0
  const started = performance.now()
  try {
    await Promise.all(
      sockets.map(async socket => {
        while (next < requests.length) {
          const began = performance.now()
          await exchange(socket, requests[next++]!)
          each.push(performance.now() - began)
        }
      }),
    )
    return { ms: performance.now() - started, each }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
