/**
 * The records of a ZIP archive with stored (uncompressed) entries and data descriptors, so that its length is known
 * before a byte is read. Zip64 if a size, an offset or the number of entries requires it.
 * Source: PKWARE, APPNOTE.TXT 6.3.10.
 */

/** `name`: UTF-8; folders end in a slash and have no bytes. `size`: bytes. `modified`: unix seconds. */
export type ZipEntry = { name: Buffer; size: number; modified: number }

const slash = 47
export const isFolder = ({ name }: ZipEntry) => name.at(-1) === slash
/** From this value on, a field requires Zip64. */
const large = 0xffffffff
const many = 0xffff
const utf8 = 1 << 11
const checksumBehind = 1 << 3
const timeLength = 9
/** Made on Unix, by version 4.5. */
const madeBy = (3 << 8) | 45

const isLarge = ({ size }: ZipEntry) => size >= large
const localLength = (entry: ZipEntry) => 30 + entry.name.length + timeLength + (isLarge(entry) ? 20 : 0)
const descriptorLength = (entry: ZipEntry) => (isFolder(entry) ? 0 : isLarge(entry) ? 24 : 16)
const centralZip64 = (entry: ZipEntry, offset: number) =>
  isLarge(entry) || offset >= large ? 4 + (isLarge(entry) ? 16 : 0) + (offset >= large ? 8 : 0) : 0

export class ZipLength {
  entries = 0
  /** Where the next entry begins. */
  offset = 0
  central = 0

  add(entry: ZipEntry): void {
    this.central += 46 + entry.name.length + timeLength + centralZip64(entry, this.offset)
    this.offset += localLength(entry) + entry.size + descriptorLength(entry)
    this.entries += 1
  }

  get needsZip64(): boolean {
    return this.entries >= many || this.offset >= large || this.central >= large
  }

  /** Bytes of the whole archive. */
  get total(): number {
    return this.offset + this.central + (this.needsZip64 ? 76 : 0) + 22
  }
}

/**
 * Extended timestamp: the time in UTC, which the entry's own fields cannot represent. Source: APPNOTE-Info-ZIP, 0x5455.
 */
function timeField(at: Buffer, offset: number, modified: number): number {
  at.writeUInt16LE(0x5455, offset)
  at.writeUInt16LE(5, offset + 2)
  at.writeUInt8(1, offset + 4)
  at.writeInt32LE(Math.min(modified, 0x7fffffff), offset + 5)
  return offset + timeLength
}

/** Date and time in MS-DOS format, from 1980 to 2107. */
function dosTime(modified: number): { date: number; time: number } {
  const at = new Date(modified * 1000)
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107)
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  }
}

/** The fields that local header and central record share, at `offset`. */
function shared(
  at: Buffer,
  offset: number,
  entry: ZipEntry,
  crc: number,
  sizes: number,
  extra: number,
): void {
  const { date, time } = dosTime(entry.modified)
  at.writeUInt16LE(isLarge(entry) ? 45 : 20, offset)
  at.writeUInt16LE(isFolder(entry) ? utf8 : utf8 | checksumBehind, offset + 2)
  at.writeUInt16LE(0, offset + 4)
  at.writeUInt16LE(time, offset + 6)
  at.writeUInt16LE(date, offset + 8)
  at.writeUInt32LE(crc, offset + 10)
  at.writeUInt32LE(sizes, offset + 14)
  at.writeUInt32LE(sizes, offset + 18)
  at.writeUInt16LE(entry.name.length, offset + 22)
  at.writeUInt16LE(extra, offset + 24)
}

export function localHeader(entry: ZipEntry): Buffer {
  const header = Buffer.alloc(localLength(entry))
  header.writeUInt32LE(0x04034b50, 0)
  shared(header, 4, entry, 0, isLarge(entry) ? large : 0, header.length - 30 - entry.name.length)
  entry.name.copy(header, 30)
  const next = timeField(header, 30 + entry.name.length, entry.modified)
  if (isLarge(entry)) {
    header.writeUInt16LE(1, next)
    header.writeUInt16LE(16, next + 2)
  }
  return header
}

/** The data descriptor after the bytes of a file. */
export function descriptor(entry: ZipEntry, crc: number): Buffer {
  const after = Buffer.alloc(descriptorLength(entry))
  if (after.length === 0) return after
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  if (isLarge(entry)) {
    after.writeBigUInt64LE(BigInt(entry.size), 8)
    after.writeBigUInt64LE(BigInt(entry.size), 16)
  } else {
    after.writeUInt32LE(entry.size, 8)
    after.writeUInt32LE(entry.size, 12)
  }
  return after
}

/** `offset`: of the entry's local header. */
export function centralRecord(entry: ZipEntry, crc: number, offset: number): Buffer {
  const zip64 = centralZip64(entry, offset)
  const record = Buffer.alloc(46 + entry.name.length + timeLength + zip64)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(madeBy, 4)
  shared(record, 6, entry, crc, isLarge(entry) ? large : entry.size, timeLength + zip64)
  const mode = isFolder(entry) ? 0o40755 : 0o100644
  record.writeUInt32LE(((mode << 16) | (isFolder(entry) ? 0x10 : 0)) >>> 0, 38)
  record.writeUInt32LE(Math.min(offset, large), 42)
  entry.name.copy(record, 46)
  let next = timeField(record, 46 + entry.name.length, entry.modified)
  if (zip64 === 0) return record
  record.writeUInt16LE(1, next)
  record.writeUInt16LE(zip64 - 4, next + 2)
  next += 4
  if (isLarge(entry)) {
    record.writeBigUInt64LE(BigInt(entry.size), next)
    record.writeBigUInt64LE(BigInt(entry.size), next + 8)
    next += 16
  }
  if (offset >= large) record.writeBigUInt64LE(BigInt(offset), next)
  return record
}

/** The records after the central directory. */
export function endOf(length: ZipLength): Buffer {
  const { entries, offset, central, needsZip64 } = length
  const end = Buffer.alloc((needsZip64 ? 76 : 0) + 22)
  let at = 0
  if (needsZip64) {
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    end.writeUInt16LE(madeBy, 12)
    end.writeUInt16LE(45, 14)
    end.writeBigUInt64LE(BigInt(entries), 24)
    end.writeBigUInt64LE(BigInt(entries), 32)
    end.writeBigUInt64LE(BigInt(central), 40)
    end.writeBigUInt64LE(BigInt(offset), 48)
    end.writeUInt32LE(0x07064b50, 56)
    end.writeBigUInt64LE(BigInt(offset + central), 64)
    end.writeUInt32LE(1, 72)
    at = 76
  }
  end.writeUInt32LE(0x06054b50, at)
  end.writeUInt16LE(Math.min(entries, many), at + 8)
  end.writeUInt16LE(Math.min(entries, many), at + 10)
  end.writeUInt32LE(Math.min(central, large), at + 12)
  end.writeUInt32LE(Math.min(offset, large), at + 16)
  return end
}
