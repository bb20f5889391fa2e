/** Bytes at the start of a file from which its encoding is detected. */
export const charsetSample = 64 * 1024

type Charset = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Media types of text whose `charset` browsers respect: text, JavaScript, JSON, XML, SVG, CSV. */
const textType =
  /^(text\/[^\s;]+|application\/((x-)?javascript|json|xml|csv)|[^\s/;]+\/[^\s;]+\+(json|xml))\s*(;|$)/i

/** Whether it is a media type of text without a `charset`. */
export function lacksCharset(type: string): boolean {
  return textType.test(type) && !/;\s*charset\s*=/i.test(type)
}

/**
 * The encoding of a text, by its first bytes: UTF-16 by its byte order mark, UTF-8 if it is valid; null: not
 * recognised.
 * `whole`: these are all bytes of the file, else the last character may be cut. Source: Encoding Standard, "decode".
 */
export function charsetOf(start: Uint8Array, whole: boolean): Charset | null {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  // UTF-16 without a mark, or binary.
  if (start.length === 0 || start.includes(0)) return null
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: !whole })
    return 'utf-8'
  } catch {
    return null
  }
}

/** The media type with this encoding: `text/plain; charset=utf-8`. */
export function withCharset(type: string, charset: Charset): string {
  return `${type.replace(/[\s;]+$/, '')}; charset=${charset}`
}
