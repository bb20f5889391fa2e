import type { IncomingMessage } from 'node:http'

/** Limits for reading the rest of a body after an early response, so that the client receives the response. */
const MOST_MS = 5000
const MOST_BYTES = 64 * 1024 * 1024

const queue: IncomingMessage[] = []
let scheduled = false
/** One socket in each turn of the event loop: hundreds of refused bodies at once would stall every other request. */
const readNext = (): void => {
  scheduled = false
  queue.shift()?.socket.resume()
  schedule()
}
const schedule = (): void => {
  if (scheduled || queue.length === 0) return
  scheduled = true
  setImmediate(readNext)
}
const enqueue = (request: IncomingMessage): void => {
  request.socket.pause()
  queue.push(request)
  schedule()
}

/** Reads and discards the rest of a body, then calls `done` once. */
export const drain = (request: IncomingMessage, done: () => void): void => {
  let left = MOST_BYTES
  const finish = (): void => {
    clearTimeout(timer)
    request.off('data', onData).off('end', finish).off('close', finish)
    done()
  }
  const onData = (bytes: Buffer): void => {
    left -= bytes.length
    if (left < 0) finish()
    else enqueue(request)
  }
  const timer = setTimeout(finish, MOST_MS)
  request.on('data', onData).on('end', finish).on('close', finish).resume()
}
