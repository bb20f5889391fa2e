import type { Encoding } from '../../protocol.ts'
import { limits } from './model.ts'

/** `encoding`: null detects it from the bytes. `locale`: of the interface, which decides if they are ambiguous. */
export type Reading = { encoding: Encoding | null; locale: string }

/** `encoding`: null if detected as valid UTF-8. */
type Decoded = { text: string; cut: boolean; encoding: Encoding | null }

const sampleBytes = 8192

/**
 * Decodes a text: as UTF-16 if a byte order mark or zero bytes indicate it, as UTF-8 if valid, else as a Windows code
 * page. Throws for binary files.
 */
export function decode(bytes: Uint8Array, { encoding, locale }: Reading): Decoded {
  // At most four bytes per character.
  const maxBytes = limits.characters * 4
  const part = bytes.subarray(0, maxBytes)
  const { text, used } = encoding
    ? { text: decodedAs(encoding, part), used: encoding }
    : guessed(part, bytes.length > maxBytes, locale)
  return {
    text: text.slice(0, limits.characters),
    cut: text.length > limits.characters || bytes.length > maxBytes,
    encoding: used,
  }
}

function decodedAs(encoding: Encoding, bytes: Uint8Array): string {
  const label = encoding === 'utf-16' ? (markOf(bytes) ?? zerosOf(bytes) ?? 'utf-16le') : encoding
  const text = new TextDecoder(label).decode(bytes)
  // Windows-1258 encodes Vietnamese tones as separate characters.
  return encoding === 'windows-1258' ? text.normalize('NFC') : text
}

function guessed(bytes: Uint8Array, cut: boolean, locale: string): { text: string; used: Encoding | null } {
  if (markOf(bytes)) return { text: decodedAs('utf-16', bytes), used: 'utf-16' }
  if (bytes.subarray(0, sampleBytes).includes(0)) {
    const text = zerosOf(bytes) ? decodedAs('utf-16', bytes) : '\0'
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters mark binary files
    if (/[\0-\x08\x0e-\x1a\ufffe\uffff]/.test(text.slice(0, sampleBytes)))
      throw new Error('The file is not a text.')
    return { text, used: 'utf-16' }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut }), used: null }
  } catch {
    const used = codePageOf(bytes, locale)
    return { text: decodedAs(used, bytes), used }
  }
}

function markOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/** Byte order of UTF-16 without a mark: Latin letters and spaces have their zero byte on one side only. */
function zerosOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const zeros: [first: number, second: number] = [0, 0]
  const sample = bytes.subarray(0, sampleBytes)
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1]++
  const [few, many] = zeros[0] < zeros[1] ? zeros : [zeros[1], zeros[0]]
  if (many * 10 < sample.length || few * 20 > many) return null
  return zeros[0] < zeros[1] ? 'utf-16le' : 'utf-16be'
}

/** For bytes that are not valid UTF-8. */
function codePageOf(bytes: Uint8Array, locale: string): Encoding {
  const sample = bytes.subarray(0, sampleBytes * 8)
  const lossy = new TextDecoder().decode(sample)
  const invalid = lossy.match(/\ufffd/g)?.length ?? 0
  const valid = lossy.match(/[\x80-\ufffc]/g)?.length ?? 0
  if (valid > invalid * 4) return 'utf-8'
  const text = new TextDecoder('windows-1258').decode(sample)
  const marks = text.match(/[\u0300-\u0323]/g)?.length ?? 0
  const tones = text.match(/[aăâeêioôơuưy][\u0300\u0301\u0303\u0309\u0323]/gi)?.length ?? 0
  // Bytes of combining marks in Windows-1258 are letters in Windows-1252, which also follow consonants.
  const vietnamese = marks > 0 ? tones * 20 >= marks * 19 : locale === 'vi' && !/[\x80-\x9f]/.test(text)
  return vietnamese ? 'windows-1258' : 'windows-1252'
}
