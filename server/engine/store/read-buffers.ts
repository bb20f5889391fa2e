/** How many are kept for the next readings, in all. */
const MOST_KEPT = 64

/**
 * Buffers that are used again: memory that the process has not touched yet costs more than the reading. One that is
 * not given back is freed as any other.
 */
export type ReadBuffers = {
  /** A buffer of `length` bytes, of any content. */
  take(length: number): Buffer
  /**
   * Takes back the buffer that `bytes` lie in; others, and one given back before, are left alone. Only for bytes that
   * nobody needs any more: the next reading, of any object, goes over them.
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
