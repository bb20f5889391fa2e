import type { Digest } from './checksums.ts'

/** CRC-64/NVME's polynomial, reflected. Source: NVM Express NVM Command Set specification 1.0d, 5.2.1.3.4. */
export const CRC64_NVME = 0x9a6c9329ac4bc9b5n

const SLICES = 16
const TABLE_BYTES = 256 * 8
const DATA = SLICES * TABLE_BYTES
const DATA_BYTES = 256 * 1024
const PAGES = Math.ceil((DATA + DATA_BYTES) / 65536)

/** Slice `k` contains the CRC of each byte followed by `k` zero bytes. */
const fillTables = (tables: BigUint64Array): void => {
  for (let byte = 0; byte < 256; byte += 1) {
    let value = BigInt(byte)
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ CRC64_NVME : value >> 1n
    tables[byte] = value
  }
  for (let at = 256; at < SLICES * 256; at += 1) {
    const before = tables[at - 256]!
    tables[at] = (before >> 8n) ^ tables[Number(before & 0xffn)]!
  }
}

/*
 * The loop is WebAssembly, assembled here, because JavaScript has no fast 64-bit integers: it takes sixteen bytes a step,
 * one table for each. Source of the encoding: https://webassembly.github.io/spec/core/binary/
 */
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)])
const signedLeb = (value: number): number[] =>
  value < 64 ? [value] : [(value & 127) | 128, ...signedLeb(value >> 7)]
const section = (id: number, bytes: number[]): number[] => [id, ...leb(bytes.length), ...bytes]
const [I32, I64] = [0x7f, 0x7e]
const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const i32 = (value: number): number[] => [0x41, ...signedLeb(value)]
const i64 = (value: number): number[] => [0x42, ...signedLeb(value)]
const wrap = 0xa7
const and32 = 0x71
const xor64 = 0x85
const shiftRight64 = 0x88
const load64 = (offset: number): number[] => [0x29, 0, ...leb(offset)]

const [crc, at, wholeEnd, end, first, second] = [0, 1, 2, 3, 4, 5]
/**
 * Reads the entry of slice `slice` for byte `byte` of a local: its index times 8, the bytes of an entry, is the
 * address.
 */
const lookUp = (slice: number, local: number, byte: number): number[] => [
  ...get(local),
  ...(byte === 0 ? [...i64(3), 0x86] : [...i64(8 * byte - 3), shiftRight64]),
  wrap,
  ...i32(0x7f8),
  and32,
  ...load64(slice * TABLE_BYTES),
]
const loop = (until: number, step: number, body: number[]): number[] => [
  ...[0x02, 0x40, 0x03, 0x40],
  ...[...get(at), ...get(until), 0x4f, 0x0d, 1],
  ...[...body, ...set(crc)],
  ...[...get(at), ...i32(step), 0x6a, ...set(at)],
  ...[0x0c, 0, 0x0b, 0x0b],
]
const sixteenBytes = [
  ...[...get(at), ...load64(0), ...get(crc), xor64, ...set(first)],
  ...[...get(at), ...load64(8), ...set(second)],
  ...Array.from({ length: 16 }, (_, byte) => [
    ...lookUp(15 - byte, byte < 8 ? first : second, byte % 8),
    ...(byte === 0 ? [] : [xor64]),
  ]).flat(),
]
const oneByte = [
  ...[...get(crc), ...get(at), 0x31, 0, 0, xor64, ...set(first)],
  ...lookUp(0, first, 0),
  ...[...get(crc), ...i64(8), shiftRight64, xor64],
]
const code = [
  ...[1, 2, I64],
  ...loop(wholeEnd, 16, sixteenBytes),
  ...loop(end, 1, oneByte),
  ...[...get(crc), 0x0b],
]
const assembled = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 4, I64, I32, I32, I32, 1, I64]),
  ...section(2, [1, 1, 0x6d, 1, 0x6d, 2, 0, ...leb(PAGES)]),
  ...section(3, [1, 0]),
  ...section(7, [1, 1, 0x66, 0, 0]),
  ...section(10, [1, ...leb(code.length), ...code]),
])

const memory = new WebAssembly.Memory({ initial: PAGES })
fillTables(new BigUint64Array(memory.buffer, 0, SLICES * 256))
const data = new Uint8Array(memory.buffer, DATA, DATA_BYTES)
const { f: run } = new WebAssembly.Instance(new WebAssembly.Module(assembled), { m: { m: memory } })
  .exports as {
  f: (crc: bigint, at: number, wholeEnd: number, end: number) => bigint
}

/** A running CRC-64/NVME. */
export const crc64nvme = (): Digest => {
  let state = -1n
  return {
    update: bytes => {
      for (let from = 0; from < bytes.length; from += DATA_BYTES) {
        const piece = bytes.subarray(from, from + DATA_BYTES)
        data.set(piece)
        state = run(state, DATA, DATA + (piece.length & ~15), DATA + piece.length)
      }
    },
    base64: () => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64BE(BigInt.asUintN(64, ~state))
      return bytes.toString('base64')
    },
  }
}
