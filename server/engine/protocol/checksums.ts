import { createHash, type Hash } from 'node:crypto'
import { crc32, crc32c } from '../../crc32.ts'
import { CRC64_NVME, crc64nvme } from './crc64.ts'
import { S3Error } from './errors.ts'

/** S3's additional checksums, as in `x-amz-checksum-…` headers. */
export const checksumAlgorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE'
/** `value`: base64, with the suffix `-N` for a composite of N parts. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string; type: ChecksumType }

/** The digest's length in bytes. */
const checksumLength: Record<ChecksumAlgorithm, number> = {
  crc32: 4,
  crc32c: 4,
  crc64nvme: 8,
  sha1: 20,
  sha256: 32,
}

/** The name in XML, such as `ChecksumCRC32`. */
export const checksumElement = (algorithm: ChecksumAlgorithm): string => `Checksum${algorithm.toUpperCase()}`

/** The algorithm of an `x-amz-checksum-algorithm` value in any case, or undefined. */
export const checksumAlgorithm = (name: string): ChecksumAlgorithm | undefined =>
  checksumAlgorithms.find(algorithm => algorithm === name.toLowerCase())

/** S3's algorithms that the engine lacks. */
const lacking = ['md5', 'sha512', 'xxhash3', 'xxhash64', 'xxhash128']

/** @throws S3Error NotImplemented for S3's algorithms that the engine lacks; InvalidRequest for others */
export const requireAlgorithm = (name: string): ChecksumAlgorithm => {
  const algorithm = checksumAlgorithm(name)
  if (algorithm) return algorithm
  if (lacking.includes(name.toLowerCase())) throw new S3Error('NotImplemented')
  throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.')
}

/** The type of a multipart upload's checksum that names none. */
export const defaultType = (algorithm: ChecksumAlgorithm): ChecksumType =>
  algorithm === 'crc64nvme' ? 'FULL_OBJECT' : 'COMPOSITE'

/** True if it is base64 of the digest's exact length. */
export const isChecksumValue = (algorithm: ChecksumAlgorithm, value: string): boolean => {
  const bytes = Buffer.from(value, 'base64')
  return bytes.length === checksumLength[algorithm] && bytes.toString('base64') === value
}

export type Digest = { update(bytes: Uint8Array): void; base64(): string }

const crcDigest = (next: (bytes: Uint8Array, state: number) => number): Digest => {
  let state = 0
  return {
    update: bytes => {
      state = next(bytes, state)
    },
    base64: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(state >>> 0)
      return bytes.toString('base64')
    },
  }
}

const hashDigest = (hash: Hash): Digest => ({
  update: bytes => {
    hash.update(bytes)
  },
  base64: () => hash.digest('base64'),
})

/** Algorithms for the digest of a body. */
export type DigestName = ChecksumAlgorithm | 'md5'

/** A running digest; `base64()` ends it. */
export const openDigest = (algorithm: DigestName): Digest => {
  if (algorithm === 'crc32') return crcDigest((bytes, state) => crc32(bytes, state))
  if (algorithm === 'crc32c') return crcDigest((bytes, state) => crc32c(bytes, state))
  if (algorithm === 'crc64nvme') return crc64nvme()
  return hashDigest(createHash(algorithm))
}

/**
 * The checksum of a multipart object from its parts'. COMPOSITE: the digest of the parts' digests, `-N`. FULL_OBJECT
 * (CRCs only): the CRC of all bytes.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
 */
export const multipartChecksum = (
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: { value: string; size: number }[],
): Checksum => {
  if (type === 'FULL_OBJECT' && algorithm !== 'sha1' && algorithm !== 'sha256') {
    return { algorithm, type, value: combineCrc(algorithm, parts) }
  }
  const digest = openDigest(algorithm)
  for (const part of parts) digest.update(Buffer.from(part.value, 'base64'))
  return { algorithm, type: 'COMPOSITE', value: `${digest.base64()}-${parts.length}` }
}

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
const combineCrc = (
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
