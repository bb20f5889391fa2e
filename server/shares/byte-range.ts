/** Bytes from offset `from` up to `to`, which is not included. */
export type ByteRange = { from: number; to: number }

/**
 * The one range that a `Range` header names; null: none, or several, which a server may ignore; `unsatisfiable`: it begins
 * behind the end. Source: RFC 9110, 14.1.2 and 14.2.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,16})-(\d{0,16})\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size }
  }
  const from = Number(first)
  if (last !== '' && Number(last) < from) return null
  if (from >= size) return 'unsatisfiable'
  return { from, to: last === '' ? size : Math.min(Number(last) + 1, size) }
}
