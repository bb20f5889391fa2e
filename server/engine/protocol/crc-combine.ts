import { CRC64_NVME } from './crc64.ts'

type Field = { width: bigint; polynomial: bigint }

const fields: Record<'crc32' | 'crc32c' | 'crc64nvme', Field> = {
  crc32: { width: 32n, polynomial: 0xedb88320n },
  crc32c: { width: 32n, polynomial: 0x82f63b78n },
  crc64nvme: { width: 64n, polynomial: CRC64_NVME },
}

/** a·b modulo the polynomial, in the reflected representation: the highest bit is x⁰. */
const multiply = ({ width, polynomial }: Field, a: bigint, b: bigint): bigint => {
  let product = 0n
  let factor = b
  for (let bit = 1n << (width - 1n); bit > 0n; bit >>= 1n) {
    if (a & bit) product ^= factor
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n
  }
  return product
}

/** x to the power 8·bytes, modulo the polynomial: the factor for a CRC when bytes follow it. */
const shift = (field: Field, bytes: number): bigint => {
  let result = 1n << (field.width - 1n)
  let square = 1n << (field.width - 9n)
  for (let rest = BigInt(bytes); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(field, result, square)
    square = multiply(field, square, square)
  }
  return result
}

/**
 * The CRC (base64) of the concatenation of parts, from each part's CRC (base64) and size in bytes:
 * crc(A·B) = crc(A)·x^(8·|B|) + crc(B). Most parts have the same size, so powers are cached.
 */
export const combineCrc = (
  algorithm: 'crc32' | 'crc32c' | 'crc64nvme',
  parts: { value: string; size: number }[],
): string => {
  const field = fields[algorithm]
  const powers = new Map<number, bigint>()
  let crc = 0n
  for (const part of parts) {
    const power = powers.get(part.size) ?? shift(field, part.size)
    powers.set(part.size, power)
    crc = multiply(field, crc, power) ^ BigInt(`0x${Buffer.from(part.value, 'base64').toString('hex')}`)
  }
  return Buffer.from(crc.toString(16).padStart(Number(field.width / 4n), '0'), 'hex').toString('base64')
}
