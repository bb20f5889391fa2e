import { charsetOf, charsetSample, lacksCharset, withCharset } from '../../../domain/text-charset.ts'

/** The media type of a file that begins with `start`; for a text, with its encoding. `whole`: it has no more bytes. */
export function contentTypeWith(type: string, start: Uint8Array, whole: boolean): string {
  if (!lacksCharset(type)) return type
  const charset = charsetOf(start, whole)
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
    return contentTypeWith(type, start, size <= charsetSample)
  } catch (error) {
    // The transfer reports it.
    if (error instanceof DOMException) return type
    throw error
  }
}
