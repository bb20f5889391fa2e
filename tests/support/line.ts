import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Bytes that wait on the way of a connection at most: what a delay needs at 500 MB/s, and little without one. */
const windowOf = (delayMs: number) => (delayMs > 0 ? 32 * 1024 ** 2 : 256 * 1024)
/** All connections send in turn, so many bytes at once. */
const turn = 16 * 1024
/** ms by which the line may catch up. */
const lateness = 20

export type Line = {
  url: string
  /** Breaks all connections; what was on the way is lost. */
  cut(): void
  close(): Promise<void>
}

/**
 * A line of TCP from loopback to `target` (http). `bytesPerSecond`: what all connections together send to the target at
 * most, in turn; `delayMs`: each way. Both without a limit if left out.
 */
export async function startLine(
  target: string,
  { bytesPerSecond = Number.POSITIVE_INFINITY, delayMs = 0 }: { bytesPerSecond?: number; delayMs?: number },
): Promise<Line> {
  const to = new URL(target)
  const sockets = new Set<Socket>()
  let freeAt = 0

  /** Waits until the line has sent so many bytes. */
  async function send(bytes: number): Promise<void> {
    // Timers are late by a millisecond or two, which is not to be lost.
    freeAt = Math.max(freeAt, performance.now() - lateness) + (bytes / bytesPerSecond) * 1000
    await pause(Math.max(freeAt - performance.now(), 0))
  }

  async function carry(from: Socket, into: Socket, isLimited: boolean): Promise<void> {
    let onTheWay = 0
    let arrived = Promise.withResolvers<void>()
    const pass = (bytes: Buffer) => {
      onTheWay += bytes.length
      const write = () =>
        into.write(bytes, () => {
          onTheWay -= bytes.length
          arrived.resolve()
        })
      if (delayMs > 0) setTimeout(write, delayMs)
      else write()
    }
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const step = isLimited ? turn : chunk.length
      for (let at = 0; at < chunk.length; at += step) {
        const bytes = chunk.subarray(at, at + step)
        if (isLimited) await send(bytes.length)
        pass(bytes)
        while (onTheWay > windowOf(delayMs) && !into.destroyed) {
          arrived = Promise.withResolvers()
          await arrived.promise
        }
      }
    }
    if (delayMs > 0) await pause(delayMs)
    into.end()
  }

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const isLimited = Number.isFinite(bytesPerSecond)
  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    const far = connect({ host: to.hostname, port: Number(to.port), allowHalfOpen: true, noDelay: true })
    const ends = [near, far]
    const hangUp = () => {
      for (const socket of ends) socket.destroy()
    }
    for (const socket of ends) {
      sockets.add(socket)
      socket.on('error', hangUp)
      socket.on('close', () => {
        sockets.delete(socket)
        hangUp()
      })
    }
    carry(near, far, isLimited).catch(hangUp)
    carry(far, near, false).catch(hangUp)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async close() {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}
