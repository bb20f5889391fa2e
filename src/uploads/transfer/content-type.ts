import { charsetOf, charsetSample, lacksCharset, withCharset } from '../../../domain/text-charset.ts'

/** The media type of a file of these bytes; for a text, with its encoding. */
export function contentTypeWith(type: string, bytes: Uint8Array): string {
  if (!lacksCharset(type)) return type
  const charset = charsetOf(bytes.subarray(0, charsetSample), bytes.length <= charsetSample)
  return charset ? withCharset(type, charset) : type
}

/**
 * The media type of a file; for a text, with its encoding. Reads only the start of texts; an unreadable file keeps its
 * type.
 */
export async function contentTypeOf(file: File): Promise<string> {
  const { type, size } = file
  if (!lacksCharset(type)) return type
  try {
    const start = new Uint8Array(await file.slice(0, charsetSample).arrayBuffer())
    const charset = charsetOf(start, size <= charsetSample)
    return charset ? withCharset(type, charset) : type
  } catch (error) {
    // The transfer reports it.
    if (error instanceof DOMException) return type
    throw error
  }
}
