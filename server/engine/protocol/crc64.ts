import type { Digest } from './checksums.ts'

/** CRC-64/NVME's polynomial, reflected. Source: NVM Express NVM Command Set specification 1.0d, 5.2.1.3.4. */
export const CRC64_NVME = 0x9a6c9329ac4bc9b5n

const SLICES = 8
const tableHigh = Array.from({ length: SLICES }, () => new Uint32Array(256))
const tableLow = Array.from({ length: SLICES }, () => new Uint32Array(256))

for (let byte = 0; byte < 256; byte += 1) {
  let value = BigInt(byte)
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ CRC64_NVME : value >> 1n
  tableHigh[0]![byte] = Number(value >> 32n)
  tableLow[0]![byte] = Number(value & 0xffffffffn)
}
for (let slice = 1; slice < SLICES; slice += 1) {
  for (let byte = 0; byte < 256; byte += 1) {
    const high = tableHigh[slice - 1]![byte]!
    const low = tableLow[slice - 1]![byte]!
    const index = low & 0xff
    tableHigh[slice]![byte] = (high >>> 8) ^ tableHigh[0]![index]!
    tableLow[slice]![byte] = ((low >>> 8) | (high << 24)) ^ tableLow[0]![index]!
  }
}

type Eight = [Table, Table, Table, Table, Table, Table, Table, Table]
type Table = Uint32Array
const [h0, h1, h2, h3, h4, h5, h6, h7] = tableHigh as Eight
const [l0, l1, l2, l3, l4, l5, l6, l7] = tableLow as Eight

/** A running CRC-64/NVME, eight bytes a step, in two 32-bit halves because 64-bit BigInts are slow. */
export const crc64nvme = (): Digest => {
  let high = 0xffffffff
  let low = 0xffffffff
  return {
    update: bytes => {
      let at = 0
      let hi = high
      let lo = low
      for (const end = bytes.length - 7; at < end; at += 8) {
        const a = lo ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24))
        const b =
          hi ^ (bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24))
        const a0 = a & 0xff
        const a1 = (a >>> 8) & 0xff
        const a2 = (a >>> 16) & 0xff
        const a3 = a >>> 24
        const b0 = b & 0xff
        const b1 = (b >>> 8) & 0xff
        const b2 = (b >>> 16) & 0xff
        const b3 = b >>> 24
        hi = h7[a0]! ^ h6[a1]! ^ h5[a2]! ^ h4[a3]! ^ h3[b0]! ^ h2[b1]! ^ h1[b2]! ^ h0[b3]!
        lo = l7[a0]! ^ l6[a1]! ^ l5[a2]! ^ l4[a3]! ^ l3[b0]! ^ l2[b1]! ^ l1[b2]! ^ l0[b3]!
      }
      for (; at < bytes.length; at += 1) {
        const index = (lo ^ bytes[at]!) & 0xff
        lo = ((lo >>> 8) | (hi << 24)) ^ l0[index]!
        hi = (hi >>> 8) ^ h0[index]!
      }
      high = hi
      low = lo
    },
    base64: () => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(~high >>> 0, 0)
      bytes.writeUInt32BE(~low >>> 0, 4)
      return bytes.toString('base64')
    },
  }
}
