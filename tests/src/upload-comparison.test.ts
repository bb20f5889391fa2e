import { expect, test } from 'vitest'
import { Comparison } from '../../src/uploads/compare/comparison.ts'
import type { DigestName } from '../../src/uploads/compare/digest.ts'
import { digestOf } from './support/digest-of.ts'

const bytes = new Blob(['múa lân'])
const crc32 = await digestOf(bytes, 'crc32')
const md5 = await digestOf(bytes, 'md5')
const otherMd5 = 'd41d8cd98f00b204e9800998ecf8427e'
const { signal } = new AbortController()

/** A comparison that computes real digests, and tells which. */
function compared() {
  const computed: DigestName[] = []
  const comparison = new Comparison(async (blob, name) => {
    computed.push(name)
    return { digest: await digestOf(blob, name) }
  })
  const compare = (
    stored: { etag?: string; crc32?: string; checked?: boolean },
    isResent = false,
    bucket = 'anh',
  ) => comparison.compare(bucket, bytes, { etag: '', crc32: null, ...stored }, { isResent, signal })
  return { computed, compare }
}

test('what the storage has checked is not compared', async () => {
  const { compare, computed } = compared()
  expect(await compare({ etag: `"${otherMd5}"`, crc32: 'AAAAAA==', checked: true })).toBe('same')
  expect(computed).toEqual([])
})

test('what the storage says by CRC-32 decides, whatever its ETag', async () => {
  const { compare, computed } = compared()
  expect(await compare({ crc32, etag: `"${otherMd5}"` })).toBe('same')
  expect(await compare({ crc32: 'AAAAAA==', etag: `"${md5}"` })).toBe('different')
  expect(await compare({ crc32: 'AAAAAA==' }, true)).toBe('different')
  expect(computed).toEqual(['crc32', 'crc32', 'crc32'])
})

test('without a CRC-32 the ETag is compared as an MD5, in quotes or not, in any case', async () => {
  const { compare, computed } = compared()
  for (const etag of [`"${md5}"`, md5, md5.toUpperCase()]) expect(await compare({ etag })).toBe('same')
  expect(await compare({ etag: `"${otherMd5}"` })).toBe('different')
  expect(await compare({ etag: `"${otherMd5}"` }, true)).toBe('different')
  expect(computed).toEqual(['md5', 'md5', 'md5', 'md5', 'md5'])
})

test('an ETag that is no MD5 is not compared', async () => {
  const { compare, computed } = compared()
  for (const etag of ['', '"1"', `"${md5}-2"`]) expect(await compare({ etag })).toBe('same')
  expect(computed).toEqual([])
})

test('ETags of a bucket that only look like MD5s are compared until a part that was sent again differs too', async () => {
  const { compare, computed } = compared()
  expect(await compare({ etag: otherMd5 })).toBe('different')
  expect(await compare({ etag: otherMd5 })).toBe('different')
  expect(await compare({ etag: otherMd5 }, true)).toBe('same')
  expect(await compare({ etag: otherMd5 })).toBe('same')
  expect(computed.length).toBe(3)
  expect(await compare({ etag: otherMd5 }, false, 'another')).toBe('different')
})

test('a file that cannot be read is unreadable; without a worker nothing is compared', async () => {
  const options = { isResent: false, signal }
  const unreadable = new Comparison(async () => ({ unreadable: true }))
  expect(await unreadable.compare('anh', bytes, { etag: '', crc32 }, options)).toBe('unreadable')
  const noWorker = new Comparison(async () => null)
  expect(await noWorker.compare('anh', bytes, { etag: '', crc32: 'AAAAAA==' }, options)).toBe('same')
})
