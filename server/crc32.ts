import { crc32 as zlibCrc32 } from 'node:zlib'

/** `state`: of the bytes before these. */
type Crc<Input = Uint8Array> = (bytes: Input, state?: number) => number

/** CRC-32C's polynomial, reflected. Source: RFC 3720, 12.1. */
const castagnoli = 0x82f63b78

function tables(): Int32Array[] {
  const all = Array.from({ length: 8 }, () => new Int32Array(256))
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ castagnoli : value >>> 1
    all[0]![byte] = value
  }
  for (const [slice, table] of all.entries()) {
    const before = all[slice - 1]
    if (before)
      for (const [byte, value] of before.entries()) table[byte] = (value >>> 8) ^ all[0]![value & 255]!
  }
  return all
}

/** In JavaScript, eight bytes at a time: slower than the library by two thirds. */
export function makePlainCrc32c(): Crc {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables() as [
    ...[Int32Array, Int32Array, Int32Array, Int32Array],
    ...[Int32Array, Int32Array, Int32Array, Int32Array],
  ]
  return (bytes, state = 0) => {
    let crc = ~state
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const whole = bytes.length & ~7
    let at = 0
    for (; at < whole; at += 8) {
      const low = crc ^ view.getInt32(at, true)
      const high = view.getInt32(at + 4, true)
      crc =
        t7[low & 255]! ^
        t6[(low >>> 8) & 255]! ^
        t5[(low >>> 16) & 255]! ^
        t4[low >>> 24]! ^
        t3[high & 255]! ^
        t2[(high >>> 8) & 255]! ^
        t1[(high >>> 16) & 255]! ^
        t0[high >>> 24]!
    }
    for (; at < bytes.length; at++) crc = t0[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
    return ~crc >>> 0
  }
}

// Compiled for one platform: what was installed on another, or from the package alone, works without it.
const library = await import('@node-rs/crc32').catch(() => null)

/** CRC-32, as in zip files and `x-amz-checksum-crc32`. */
export const crc32: Crc<Uint8Array | string> = library?.crc32 ?? zlibCrc32
/** CRC-32C (Castagnoli), as in `x-amz-checksum-crc32c`. */
export const crc32c: Crc = library?.crc32c ?? makePlainCrc32c()
