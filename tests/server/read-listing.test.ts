import { expect, test } from 'vitest'
import { readListing } from '../../server/storage/read-listing.ts'

const page = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>${inner}</ListBucketResult>\n`
const encoded = '<EncodingType>url</EncodingType>'

test('a page is read with its files, folders and token', () => {
  const xml =
    page(`<Prefix>T%E1%BA%BFt/</Prefix><KeyCount>3</KeyCount><MaxKeys>3</MaxKeys><Delimiter>/</Delimiter>${encoded}
    <IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;lt;&#43;&#x2F;=</NextContinuationToken>
    <Contents>
      <Key>T%E1%BA%BFt/a+b%2Bc%3C.txt</Key><LastModified>2026-01-02T03:04:05.678Z</LastModified>
      <ETag>&quot;5d41402abc4b2a76b9719d911017c592&quot;</ETag><Size>5</Size><StorageClass>STANDARD</StorageClass>
      <Owner><ID>x</ID><DisplayName>y</DisplayName></Owner>
    </Contents>
    <Contents><Key>T%E1%BA%BFt/b&apos;</Key><Size>0</Size></Contents>
    <CommonPrefixes><Prefix>T%E1%BA%BFt/%E1%BA%A3nh/</Prefix></CommonPrefixes>`)
  expect(readListing(xml)).toEqual({
    files: [
      {
        Key: 'Tết/a b+c<.txt',
        Size: 5,
        ETag: '"5d41402abc4b2a76b9719d911017c592"',
        LastModified: new Date('2026-01-02T03:04:05.678Z'),
        StorageClass: 'STANDARD',
      },
      { Key: "Tết/b'", Size: 0, ETag: undefined, LastModified: undefined, StorageClass: undefined },
    ],
    folders: ['Tết/ảnh/'],
    token: 'a&lt;+/=',
  })
})

test('the last page has no token', () => {
  expect(readListing(page(`${encoded}<IsTruncated>false</IsTruncated>`))).toEqual({
    files: [],
    folders: [],
    token: undefined,
  })
})

test.each([
  ['keys that are not encoded', page('<Contents><Key>a&lt;b</Key></Contents>')],
  ['a page that ends too early', page(`${encoded}<Contents><Key>a</Key></Contents>`).slice(0, -30)],
  ['an error', '<Error><Code>InternalError</Code></Error>'],
  ['an object', 'EncodingType'],
])('%s: nothing is read', (_name, xml) => {
  expect(readListing(xml)).toBe(null)
})
