/** At `256 * n + b`: the CRC of the byte `b` before `n` bytes of 0. */
const table = new Int32Array(16 * 256)
for (let byte = 0; byte < 256; byte++) {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  table[byte] = crc
}
for (let at = 256; at < table.length; at++) {
  const before = table[at - 256]!
  table[at] = (before >>> 8) ^ table[before & 255]!
}

/** What four bytes add to the CRC, if the table of the last of them begins at `at`. */
function wordAt(at: number, word: number): number {
  return (
    table[at + 768 + (word & 255)]! ^
    table[at + 512 + ((word >>> 8) & 255)]! ^
    table[at + 256 + ((word >>> 16) & 255)]! ^
    table[at + (word >>> 24)]!
  )
}

/**
 * CRC-32 (ISO-HDLC, as in gzip) of what `crc` is the CRC of, followed by `bytes`; as a signed number. Takes 16 bytes at a
 * time ("slicing-by-16").
 */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length - (bytes.length % 16)
  let state = ~crc
  for (let at = 0; at < whole; at += 16) {
    state =
      wordAt(3072, view.getInt32(at, true) ^ state) ^
      wordAt(2048, view.getInt32(at + 4, true)) ^
      wordAt(1024, view.getInt32(at + 8, true)) ^
      wordAt(0, view.getInt32(at + 12, true))
  }
  for (let at = whole; at < bytes.length; at++) state = (state >>> 8) ^ table[(state ^ bytes[at]!) & 255]!
  return ~state
}

/** In base64, big-endian, as in `x-amz-checksum-crc32`. */
export function crc32Text(crc: number): string {
  return btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255))
}
