import { setImmediate as nextTurn } from 'node:timers/promises'
import { S3Error } from '../protocol/errors.ts'
import type { Consume, Context } from './context.ts'

/** Pieces below this many bytes are merged: a body may arrive in pieces of one byte, and each piece costs time. */
const SMALL = 4096
const GATHERED = 64 * 1024
/** Number of small pieces in one turn of the event loop after which a socket must queue to be read again. */
const SMALL_PER_TURN = 256
/** Bytes per turn after which a body waits for the next turn: libuv would read 2 MiB without a break. */
const BYTES_PER_TURN = 512 * 1024

const queue: (() => void)[] = []
let spent = 0
/** Sockets with many small pieces are read one at a time, and together get at most a third of the process's time. */
const resumeNext = (): void => {
  queue.shift()?.()
  if (queue.length > 0) setTimeout(resumeNext, 2 * spent)
}
const enqueue = (resume: () => void, ms: number): void => {
  spent = ms
  queue.push(resume)
  if (queue.length === 1) setTimeout(resumeNext, 2 * spent)
}

/**
 * Passes the body's bytes to `consume`, which may return a promise to pause reading. Small pieces are merged, at most
 * until the end of the event loop's turn. An error stops the reading, but does not close the connection.
 * @throws S3Error RequestTimeout, IncompleteBody; what `consume` throws
 */
export const pump = (context: Pick<Context, 'request' | 'engine'>, consume: Consume): Promise<void> =>
  new Promise((resolve, reject) => {
    const { request, engine } = context
    let consuming = false
    let ended = false
    let gather: Buffer | undefined
    let start = 0
    let filled = 0
    let turn: NodeJS.Immediate | undefined
    let began = 0
    let read = 0
    let pieces = 0

    // Otherwise the request resumes its socket while it buffers less than 64 KiB.
    let held = false
    const readMore = request._read
    request._read = size => {
      if (!held) readMore.call(request, size)
    }
    const hold = (): void => {
      held = true
      request.socket.pause()
    }
    const letGo = (): void => {
      held = false
      request.socket.resume()
    }

    const stop = (error: unknown): void => {
      clearTimeout(timer)
      clearImmediate(turn)
      request.off('data', onData).off('end', onEnd).off('close', onGone)
      request.pause()
      if (held) letGo()
      reject(error)
    }
    const timer = setTimeout(() => {
      if (consuming) timer.refresh()
      else stop(new S3Error('RequestTimeout'))
    }, engine.idleTimeout)

    const takeGathered = (): Buffer[] => {
      if (!gather || filled === start) return []
      const bytes = gather.subarray(start, filled)
      start = filled
      if (filled === gather.length) gather = undefined
      return [bytes]
    }
    const give = (bytes: Buffer[]): void => {
      timer.refresh()
      try {
        const waiting = consume(bytes) ?? (read < BYTES_PER_TURN ? undefined : nextTurn())
        if (!waiting) return
        consuming = true
        request.pause()
        waiting.then(() => {
          consuming = false
          const rest = takeGathered()
          if (rest.length > 0) give(rest)
          if (consuming) return
          if (!ended) {
            request.resume()
            return
          }
          clearTimeout(timer)
          resolve()
        }, stop)
      } catch (error) {
        stop(error)
      }
    }
    const endTurn = (): void => {
      turn = undefined
      if (held) enqueue(letGo, performance.now() - began)
      pieces = 0
      read = 0
      if (consuming) return
      const bytes = takeGathered()
      if (bytes.length > 0) give(bytes)
    }
    const onData = (bytes: Buffer): void => {
      if (!turn) {
        turn = setImmediate(endTurn)
        began = performance.now()
      }
      read += bytes.length
      if (bytes.length >= SMALL) {
        give([...takeGathered(), bytes])
        return
      }
      pieces += 1
      if (pieces > SMALL_PER_TURN && !held) hold()
      if (gather && gather.length - filled < bytes.length) {
        const full = takeGathered()
        gather = undefined
        if (full.length > 0) give(full)
      }
      if (!gather) {
        gather = Buffer.allocUnsafeSlow(pieces === 1 ? SMALL : GATHERED)
        start = 0
        filled = 0
      }
      filled += bytes.copy(gather, filled)
    }
    const onEnd = (): void => {
      ended = true
      clearTimeout(timer)
      clearImmediate(turn)
      request.off('close', onGone)
      // A request that is paused at its last bytes ends all the same: they may still be consumed.
      if (consuming) return
      const bytes = takeGathered()
      try {
        resolve(bytes.length > 0 ? consume(bytes) : undefined)
      } catch (error) {
        reject(error)
      }
    }
    const onGone = (): void => stop(new S3Error('IncompleteBody'))
    if (request.destroyed && !request.complete) {
      onGone()
      return
    }
    request.on('error', onGone).on('data', onData).on('end', onEnd).on('close', onGone)
  })
