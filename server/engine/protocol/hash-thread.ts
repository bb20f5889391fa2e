import { parentPort } from 'node:worker_threads'
import { type DigestName, openDigest } from './checksums.ts'

/** Messages to the thread; it transfers the memory of `bytes` back, and sends the digests in base64 at the end. */
export type ToThread =
  | { stream: number; open: readonly DigestName[] }
  | { stream: number; bytes: ArrayBuffer; length: number }
  | { stream: number; ends: true }
  | { stream: number; dropped: true }

export type FromThread = { stream: number; bytes: ArrayBuffer } | { stream: number; values: string[] }

const streams = new Map<number, ReturnType<typeof openDigest>[]>()
const say = (message: FromThread, memory: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(message, memory)

/** A worker thread of `hash-threads.ts`: it computes the digests of several streams. */
parentPort!.on('message', (message: ToThread) => {
  const { stream } = message
  if ('open' in message) {
    streams.set(stream, message.open.map(openDigest))
    return
  }
  const digests = streams.get(stream) ?? []
  if ('bytes' in message) {
    const { bytes, length } = message
    for (const digest of digests) digest.update(new Uint8Array(bytes, 0, length))
    say({ stream, bytes }, [bytes])
    return
  }
  streams.delete(stream)
  if ('ends' in message) say({ stream, values: digests.map(digest => digest.base64()) })
})
