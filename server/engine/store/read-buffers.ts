const MOST_KEPT = 64

/**
 * Reusable buffers: page faults on fresh memory cost more than reading. A buffer that is not given back is left to the
 * garbage collector.
 */
type ReadBuffers = {
  /** A buffer of `length` bytes with arbitrary content. */
  take(length: number): Buffer
  /**
   * Accepts the buffer of `bytes` for reuse; ignores other buffers. Only for bytes that are no longer needed: the next
   * reading, of any object, overwrites them.
   */
  giveBack(bytes: Buffer): void
}

/** `size`: bytes of each buffer. Longer ones are not kept, nor ones too short to be worth it. */
export const createReadBuffers = (size: number): ReadBuffers => {
  const free: ArrayBufferLike[] = []
  const taken = new WeakSet<ArrayBufferLike>()
  return {
    take: length => {
      if (length > size || length < size / 8) return Buffer.allocUnsafeSlow(length)
      const memory = free.pop() ?? Buffer.allocUnsafeSlow(size).buffer
      taken.add(memory)
      return Buffer.from(memory, 0, length)
    },
    giveBack: ({ buffer }) => {
      if (taken.delete(buffer) && free.length < MOST_KEPT) free.push(buffer)
    },
  }
}
