import { beforeAll, describe, expect, test } from 'vitest'
import { type Listed, page, type Scan, successor } from '../../../server/engine/store/listing.ts'
import { newBucket } from '../for-file.ts'
import { failure, oddKeys, seeded } from '../support.ts'
import { differs, follows, storageForAll } from './storage.ts'

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

type Query = { prefix: string; delimiter: string; after: string }

/** The definition of a listing, without any cleverness: keys and common prefixes, in order. */
const model = (keys: string[], { prefix, delimiter, after }: Query): string[] => {
  const entries = new Set<string>()
  for (const key of [...keys].sort(bytewise)) {
    if (!key.startsWith(prefix) || bytewise(key, after) <= 0) continue
    const at = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    const common = key.slice(0, at + delimiter.length)
    if (at < 0) entries.add(`key ${key}`)
    else if (!after.startsWith(common)) entries.add(`prefix ${common}`)
  }
  return [...entries]
}

const afterOf = (entry: string | undefined): string => entry?.replace(/^(key|prefix) /, '') ?? ''

describe('a page', () => {
  const scanOf = (keys: string[]): Scan<Listed> => {
    const sorted = [...keys].sort(bytewise)
    const empty = { size: 0, etag: '', modified: 0, checksum: null, acl: null, storage_class: null }
    return {
      rows: (from, end, limit) =>
        sorted
          .filter(
            key =>
              (from.inclusive ? bytewise(key, from.key) >= 0 : bytewise(key, from.key) > 0) &&
              (end === undefined || bytewise(key, end) < 0),
          )
          .slice(0, limit)
          .map(key => ({ key, ...empty })),
      firstKey: first => sorted.find(key => bytewise(key, first) >= 0),
    }
  }

  test('agrees with the definition for any keys, prefix, delimiter, start and length', () => {
    const random = seeded(20261120)
    const alphabet = ['a', 'b', '/', '/', '-', 'ă', '\ud7ff', '\ue000', '😀', '\u{10ffff}', '\u0000']
    const word = (most: number): string =>
      Array.from(
        { length: Math.floor(random() * (most + 1)) },
        () => alphabet[Math.floor(random() * alphabet.length)],
      ).join('')
    for (let round = 0; round < 400; round += 1) {
      const keys = [...new Set(Array.from({ length: 30 }, () => word(6)))].filter(key => key !== '')
      const prefix = word(2)
      const delimiter = ['', '/', '/', 'a', '-/', '\u{10ffff}'][Math.floor(random() * 6)] ?? ''
      const limit = 1 + Math.floor(random() * 7)
      let after = random() < 0.5 ? '' : word(3)
      const expected = model(keys, { prefix, delimiter, after })
      const seen: string[] = []
      for (;;) {
        const { entries, more } = page(scanOf(keys), { prefix, delimiter, after, limit })
        const names = entries.map(entry =>
          'row' in entry ? `key ${entry.row.key}` : `prefix ${entry.prefix}`,
        )
        seen.push(...names)
        if (!more) break
        expect(names.length, `round ${round}`).toBe(limit)
        after = afterOf(names.at(-1))
      }
      expect(seen, `round ${round}: ${JSON.stringify({ keys, prefix, delimiter, limit })}`).toEqual(expected)
    }
  })

  test('jumps over a common prefix: reads no more rows for more keys', () => {
    const keys = Array.from({ length: 5000 }, (_, n) => `dir${n % 5}/${n}`)
    const scan = scanOf(keys)
    let rows = 0
    const counting: Scan<Listed> = {
      rows: (...question) => {
        const found = scan.rows(...question)
        rows += found.length
        return found
      },
      firstKey: key => {
        rows += 1
        return scan.firstKey(key)
      },
    }
    const { entries } = page(counting, { prefix: '', delimiter: '/', after: '', limit: 1000 })
    expect(entries).toEqual(['dir0/', 'dir1/', 'dir2/', 'dir3/', 'dir4/'].map(prefix => ({ prefix })))
    expect(rows).toBeLessThan(30)
  })

  test.each([['/'], ['']])(
    'is shorter where keys are long, and the next one goes on (delimiter %j)',
    delimiter => {
      const keys = Array.from({ length: 500 }, (_, n) => `${String(n).padEnd(1000, 'x')}${n % 2 ? '/' : ''}`)
      const query = { prefix: '', delimiter, after: '' }
      const seen: string[] = []
      for (let more = true; more; ) {
        const found = page(scanOf(keys), { ...query, after: afterOf(seen.at(-1)), limit: 1000 })
        more = found.more
        expect(found.entries.length).toBeLessThan(130)
        seen.push(
          ...found.entries.map(entry => ('row' in entry ? `key ${entry.row.key}` : `prefix ${entry.prefix}`)),
        )
      }
      expect(seen).toEqual(model(keys, query))
    },
  )

  test.each([
    ['a', 'b'],
    ['a/', 'a0'],
    ['\ud7ff', '\ue000'],
    ['a\u{10ffff}', 'b'],
    ['\u{10ffff}', undefined],
    ['', undefined],
  ])('the successor of %j is %j', (text, next) => {
    expect(successor(text)).toBe(next)
  })
})

/**
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html
 */
describe('ListObjects', () => {
  const Bucket = 'listed'
  const keys = [
    ...oddKeys,
    ...Array.from({ length: 60 }, (_, n) => `many/${String(n).padStart(3, '0')}`),
    ...Array.from({ length: 20 }, (_, n) => `deep/${n % 4}/${n}`),
  ]

  const { client } = storageForAll()
  const { put } = newBucket(client, Bucket)
  beforeAll(() => Promise.all(keys.map(key => put(key, key))))

  const decode = (text: string | undefined): string => decodeURIComponent(text ?? '')

  const second = async (query: Query & { size: number }): Promise<string[]> => {
    const seen: string[] = []
    let ContinuationToken: string | undefined
    do {
      const got = await client.listObjectsV2({
        Bucket,
        Prefix: query.prefix,
        Delimiter: query.delimiter || undefined,
        StartAfter: query.after || undefined,
        MaxKeys: query.size,
        EncodingType: 'url',
        ContinuationToken,
      })
      const names = [
        ...(got.Contents ?? []).map(item => `key ${decode(item.Key)}`),
        ...(got.CommonPrefixes ?? []).map(item => `prefix ${decode(item.Prefix)}`),
      ].sort((a, b) => bytewise(afterOf(a), afterOf(b)))
      expect([got.KeyCount, got.IsTruncated]).toEqual([names.length, got.NextContinuationToken !== undefined])
      seen.push(...names)
      ContinuationToken = got.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return seen
  }

  const first = async (query: Query & { size: number }): Promise<string[]> => {
    const seen: string[] = []
    let Marker = query.after
    for (;;) {
      const got = await client.listObjects({
        Bucket,
        Prefix: query.prefix,
        Delimiter: query.delimiter || undefined,
        Marker,
        MaxKeys: query.size,
        EncodingType: 'url',
      })
      const names = [
        ...(got.Contents ?? []).map(item => `key ${decode(item.Key)}`),
        ...(got.CommonPrefixes ?? []).map(item => `prefix ${decode(item.Prefix)}`),
      ].sort((a, b) => bytewise(afterOf(a), afterOf(b)))
      seen.push(...names)
      if (!got.IsTruncated) return seen
      expect(got.NextMarker !== undefined).toBe(query.delimiter !== '' || !follows('list-next-marker'))
      Marker =
        got.NextMarker === undefined
          ? afterOf(names.at(-1))
          : follows('list-encoded-markers')
            ? decode(got.NextMarker)
            : got.NextMarker
    }
  }

  test.each([
    { prefix: '', delimiter: '', after: '', size: 1000 },
    { prefix: '', delimiter: '', after: '', size: 7 },
    { prefix: '', delimiter: '/', after: '', size: 1000 },
    { prefix: '', delimiter: '/', after: '', size: 3 },
    { prefix: 'many/', delimiter: '/', after: '', size: 25 },
    { prefix: 'many/01', delimiter: '', after: 'many/013', size: 2 },
    { prefix: 'deep/', delimiter: '/', after: '', size: 1 },
    { prefix: 'deep/', delimiter: '/', after: 'deep/1/1', size: 10 },
    { prefix: 'tiếng', delimiter: '/', after: '', size: 10 },
    { prefix: '', delimiter: 'ư', after: 'm', size: 10 },
    { prefix: 'none', delimiter: '/', after: '', size: 10 },
  ])('both versions list %j as defined', async query => {
    const expected = model(keys, query)
    expect(await second(query)).toEqual(expected)
    expect(await first(query)).toEqual(expected)
  })

  test('a page of no keys is empty and complete', async () => {
    const got = await client.listObjectsV2({ Bucket, MaxKeys: 0 })
    expect([got.KeyCount, got.IsTruncated, got.Contents]).toEqual([0, false, undefined])
  })

  test('an entry has size, time, ETag, class; the owner when asked for', async () => {
    const plain = await client.listObjectsV2({ Bucket, Prefix: 'many/000' })
    const owned = await client.listObjectsV2({ Bucket, Prefix: 'many/000', FetchOwner: true })
    const entry = {
      Key: 'many/000',
      LastModified: expect.any(Date),
      ETag: '"a94ec18e9d3fc8c9a2b8ee2ef0a24a71"',
      Size: 8,
      StorageClass: 'STANDARD',
      ...(follows('checksums') && { ChecksumAlgorithm: ['CRC32'], ChecksumType: 'FULL_OBJECT' }),
    }
    expect(plain.Contents).toEqual([{ ...entry, ETag: plain.Contents?.[0]?.ETag }])
    expect(owned.Contents?.[0]?.Owner).toEqual({ ID: 'owner', DisplayName: 'Owner' })
  })

  test('bad parameters are refused', async () => {
    const list = (input: object) => failure(client.listObjectsV2({ Bucket, ...input }))
    const invalid = { status: 400, code: 'InvalidArgument' }
    differs('list-checks')
    expect(await list({ MaxKeys: -1 })).toEqual(invalid)
    expect(await list({ EncodingType: 'base64' })).toEqual(invalid)
    expect(await list({ ContinuationToken: 'not ours' })).toEqual(invalid)
  })
})
