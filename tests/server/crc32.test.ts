import { randomBytes } from 'node:crypto'
import { crc32 as zlibCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32, crc32c, makePlainCrc32c } from '../../server/crc32.ts'

const plainCrc32c = makePlainCrc32c()

test('CRC-32C without the library has the check value of its definition', () => {
  expect(plainCrc32c(Buffer.from('123456789'))).toBe(0xe3069283)
})

test('with and without the library the values are the same, in one piece or in several', () => {
  const bytes = randomBytes(4099)
  for (const [from, split] of [
    [0, 0],
    [1, 2],
    [3, 1024],
    [8, 4000],
  ] as const) {
    const [head, tail] = [bytes.subarray(from, from + split), bytes.subarray(from + split)]
    expect(plainCrc32c(tail, plainCrc32c(head))).toBe(crc32c(bytes.subarray(from)))
    expect(zlibCrc32(tail, zlibCrc32(head))).toBe(crc32(bytes.subarray(from)))
  }
})
