import fs from 'node:fs'
import { crc32 } from '../../crc32.ts'

/** Bytes of a blob that one CRC covers. */
export const BLOCK = 64 * 1024

/** Suffix of the ids of blobs with a footer. Older blobs have no footer, and are read unverified. */
const MARK = '-c'
const MAGIC = 0x4b_48_4f_32
/** Magic of older footers, whose CRC does not cover the file's name. */
const NAMELESS = 0x4b_48_4f_31
/**
 * Bytes of the footer's tail: magic and block size (4 each), the blob's size and the index's commits when it was placed
 * (8 each), and a CRC of the file's name and the preceding footer (4): after a lost write, the disk may hold an intact
 * older file instead.
 */
const TAIL = 28

/** The id of a blob whose file ends with a footer. */
export const checkedId = (id: string): string => id + MARK
export const isChecked = (blob: string): boolean => blob.endsWith(MARK)

/** The name of a blob's file, in the folder of its shard. */
const fileName = (blob: string): string => blob.slice(2)

/** Bytes of the footer of a blob of `size` bytes. */
export const footerLength = (blob: string, size: number): number =>
  isChecked(blob) ? Math.ceil(size / BLOCK) * 4 + TAIL : 0

type BlockChecks = {
  add(bytes: Uint8Array): void
  /**
   * Call after the last byte: a CRC32 for each block, and the tail. `name`: the file's; `commits`: those that are
   * durable.
   */
  footer(name: string, commits: number): Buffer
}

export const createBlockChecks = (): BlockChecks => {
  const crcs: number[] = []
  let crc = 0
  let size = 0
  return {
    add: bytes => {
      for (let at = 0; at < bytes.length; ) {
        const end = Math.min(bytes.length, at + BLOCK - (size % BLOCK))
        crc = crc32(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end), crc)
        size += end - at
        at = end
        if (size % BLOCK > 0) continue
        crcs.push(crc)
        crc = 0
      }
    },
    footer: (name, commits) => {
      if (size % BLOCK > 0) crcs.push(crc)
      const bytes = Buffer.allocUnsafe(crcs.length * 4 + TAIL)
      for (const [index, value] of crcs.entries()) bytes.writeUInt32LE(value, index * 4)
      const tail = crcs.length * 4
      bytes.writeUInt32LE(MAGIC, tail)
      bytes.writeUInt32LE(BLOCK, tail + 4)
      bytes.writeBigUInt64LE(BigInt(size), tail + 8)
      bytes.writeBigUInt64LE(BigInt(commits), tail + 16)
      bytes.writeUInt32LE(crc32(bytes.subarray(0, tail + 24), crc32(name)), tail + 24)
      return bytes
    },
  }
}

/** Whether `footer` is intact, and belongs to `blob` of `size` bytes. */
export const isFooter = (footer: Buffer, blob: string, size: number): boolean => {
  const tail = footer.length - TAIL
  if (tail !== Math.ceil(size / BLOCK) * 4) return false
  const magic = footer.readUInt32LE(tail)
  const seed = magic === NAMELESS ? 0 : crc32(fileName(blob))
  return (
    footer.readUInt32LE(tail + 24) === crc32(footer.subarray(0, tail + 24), seed) &&
    (magic === MAGIC || magic === NAMELESS) &&
    footer.readUInt32LE(tail + 4) === BLOCK &&
    footer.readBigUInt64LE(tail + 8) === BigInt(size)
  )
}

/** The first damaged block of `bytes`, which start at block `first`; or undefined. */
export const damagedBlock = (footer: Buffer, bytes: Buffer, first: number): number | undefined => {
  for (let at = 0, block = first; at < bytes.length; at += BLOCK, block += 1) {
    if (crc32(bytes.subarray(at, at + BLOCK)) !== footer.readUInt32LE(block * 4)) return block
  }
  return undefined
}

/** The index's commits when the file was placed; undefined without an intact footer. */
export const footerCommits = (blob: string, path: string): number | undefined => {
  if (!isChecked(blob)) return undefined
  const fd = fs.openSync(path, 'r')
  try {
    const length = fs.fstatSync(fd).size
    const tail = Buffer.alloc(TAIL)
    if (length < TAIL || fs.readSync(fd, tail, 0, TAIL, length - TAIL) < TAIL) return undefined
    const size = Number(tail.readBigUInt64LE(8))
    const bytes = footerLength(blob, size)
    if (size + bytes !== length) return undefined
    const footer = Buffer.alloc(bytes)
    fs.readSync(fd, footer, 0, bytes, size)
    return isFooter(footer, blob, size) ? Number(tail.readBigUInt64LE(16)) : undefined
  } finally {
    fs.closeSync(fd)
  }
}
