/** By the reversed polynomial of ISO 3309. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** CRC-32 in base64, big-endian, as in `x-amz-checksum-crc32`. */
export function crc32(bytes: Uint8Array): string {
  let sum = -1
  for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ table[(sum ^ bytes[at]!) & 255]!
  sum = ~sum
  return btoa(String.fromCharCode(sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255))
}
