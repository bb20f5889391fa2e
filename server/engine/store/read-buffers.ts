const MOST_KEPT = 64

/**
 * Reusable buffers: page faults on fresh memory cost more than the reading. A buffer that is not given back is left to
 * the garbage collector.
 */
type ReadBuffers = {
  /** A buffer of `length` bytes, of any content. */
  take(length: number): Buffer
  /**
   * Takes back the buffer of `bytes`; ignores other buffers. Only for bytes that nobody needs any more: the next reading,
   * of any object, overwrites them.
   */
  giveBack(bytes: Buffer): void
}

/** `size`: bytes of each buffer. Longer ones are not kept, nor those too short to be worth it. */
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
