import { openBytes, type Source, type Wanted } from '../storage/zip-entries.ts'

/**
 * Bytes of a file, begun: the storage has sent the first ones. Read to the end, or call `return`; a chunk may be
 * overwritten once the next one is requested.
 */
export async function beginBytes(
  source: Source,
  wanted: Wanted,
  release: () => void,
): Promise<AsyncGenerator<Uint8Array>> {
  let left = wanted.to - wanted.from
  const pieces = left === 0 ? null : await openBytes(source, wanted)
  const first = await pieces?.next()
  const begun = (async function* () {
    try {
      // Waits until it is read from, so that `finally` runs also if nothing is.
      yield new Uint8Array()
      if (!pieces || !first) return
      for (let next = first; !next.done && left > 0; next = await pieces.next()) {
        const piece = next.value.length > left ? next.value.subarray(0, left) : next.value
        left -= piece.length
        yield piece
      }
      if (left > 0) throw new Error('The storage sent fewer bytes than the file has.')
    } finally {
      await pieces?.return(undefined)
      release()
    }
  })()
  await begun.next()
  return begun
}
