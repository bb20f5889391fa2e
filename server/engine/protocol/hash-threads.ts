import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type DigestName, openDigest } from './checksums.ts'
import type { FromThread, ToThread } from './hash-thread.ts'

/** Digests of a stream of bytes. Call `close` in any case. */
export type Hashing = {
  /** Adds bytes, which may change afterwards. @throws Error if the thread has died */
  update(bytes: Uint8Array): void
  /** Await a returned promise before adding more bytes. */
  room(): Promise<void> | undefined
  /** The digests in base64, in the order of their names. */
  values(): string[] | Promise<string[]>
  close(): void
}

const MOST_THREADS = Math.min(2, availableParallelism())
/** Together with `PIECE` and `AHEAD`, bounds the memory: 20 MiB. Further streams are hashed in the main thread. */
const STREAMS_PER_THREAD = 8
const PIECE = 256 * 1024
/**
 * Pieces of a stream that may queue at a thread before the stream has to wait; one turn of the event loop may exceed it
 * by one.
 */
const AHEAD = 4
/** Bytes below which the messages cost more than a thread saves. */
const FROM_BYTES = 1024 * 1024

type Stream = { onReply(reply: FromThread): void; onDeath(error: Error): void }
type Thread = { worker: Worker; streams: Map<number, Stream> }

let threads: Thread[] = []
let streamsOpened = 0
/** Buffers to reuse: allocating a new one costs as much as its MD5. */
const spare: ArrayBuffer[] = []
const MOST_SPARE = 16

const startThread = (): Thread => {
  const worker = new Worker(join(import.meta.dirname, `hash-thread${extname(import.meta.filename)}`))
  worker.unref()
  const thread: Thread = { worker, streams: new Map() }
  const die = (error: Error): void => {
    threads = threads.filter(each => each !== thread)
    for (const stream of thread.streams.values()) stream.onDeath(error)
    thread.streams.clear()
  }
  worker
    .on('message', (reply: FromThread) => {
      if ('bytes' in reply && spare.length < MOST_SPARE) spare.push(reply.bytes)
      thread.streams.get(reply.stream)?.onReply(reply)
    })
    .on('error', die)
    .on('exit', code => die(new Error(`A thread that hashes has ended with ${code}.`)))
  threads.push(thread)
  return thread
}

/** The thread with the fewest streams; starts a new one if all are busy. */
const takeThread = (): Thread | undefined => {
  const [least] = threads.toSorted((a, b) => a.streams.size - b.streams.size)
  if (least?.streams.size === 0) return least
  if (threads.length < MOST_THREADS) return startThread()
  return least && least.streams.size < STREAMS_PER_THREAD ? least : undefined
}

const hashHere = (names: readonly DigestName[]): Hashing => {
  const digests = names.map(openDigest)
  return {
    update: bytes => {
      for (const digest of digests) digest.update(bytes)
    },
    room: () => undefined,
    values: () => digests.map(digest => digest.base64()),
    close: () => undefined,
  }
}

const hashIn = ({ worker, streams }: Thread, names: readonly DigestName[]): Hashing => {
  const stream = streamsOpened++
  const say = (message: ToThread, memory: ArrayBuffer[] = []): void => worker.postMessage(message, memory)
  let piece: Uint8Array<ArrayBuffer> | undefined
  let filled = 0
  let ahead = 0
  let death: Error | undefined
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined
  let ending: { resolve: (values: string[]) => void; reject: (error: Error) => void } | undefined

  const requireLife = (): void => {
    if (death) throw death
  }
  const sendPiece = (): void => {
    if (!piece) return
    ahead += 1
    say({ stream, bytes: piece.buffer, length: filled }, [piece.buffer])
    piece = undefined
  }
  streams.set(stream, {
    onReply: reply => {
      if ('values' in reply) {
        ending?.resolve(reply.values)
        return
      }
      ahead -= 1
      waiting?.resolve()
      waiting = undefined
    },
    onDeath: error => {
      death = error
      waiting?.reject(error)
      ending?.reject(error)
    },
  })
  say({ stream, open: names })
  return {
    update: bytes => {
      requireLife()
      for (let at = 0; at < bytes.length; ) {
        if (!piece) {
          piece = new Uint8Array(spare.pop() ?? new ArrayBuffer(PIECE))
          filled = 0
        }
        const part = bytes.subarray(at, at + PIECE - filled)
        piece.set(part, filled)
        filled += part.length
        at += part.length
        if (filled === PIECE) sendPiece()
      }
    },
    room: () => {
      requireLife()
      return ahead < AHEAD
        ? undefined
        : new Promise((resolve, reject) => {
            waiting = { resolve, reject }
          })
    },
    values: () => {
      requireLife()
      sendPiece()
      say({ stream, ends: true })
      return new Promise((resolve, reject) => {
        ending = { resolve, reject }
      })
    },
    close: () => {
      if (streams.delete(stream)) say({ stream, dropped: true })
    },
  }
}

/** Faster than a copy of the bytes for a thread. */
const quick: readonly DigestName[] = ['crc32', 'crc32c']

/** Starts the digests of a stream of about `bytes` bytes, in a thread if it is long and they are slow. */
export const openHashing = (names: readonly DigestName[], bytes: number): Hashing => {
  const inThread = bytes >= FROM_BYTES && MOST_THREADS > 1 && names.some(name => !quick.includes(name))
  const thread = inThread ? takeThread() : undefined
  return thread ? hashIn(thread, names) : hashHere(names)
}

/** The running threads, and the number of their streams; for tests. */
export const hashThreads = (): { worker: Worker; streams: number }[] =>
  threads.map(({ worker, streams }) => ({ worker, streams: streams.size }))
