import { beforeAll, expect, test } from 'vitest'
import { operations } from '../../server/engine/router.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { engineForAll } from './for-file.ts'
import { region, seeded, send } from './support.ts'

const EACH = 24
const Bucket = 'attacked'
const Key = 'file'

const values = [
  ...[
    '',
    '0',
    '-1',
    '1',
    '1001',
    '99999999999999999999',
    '1e9',
    'NaN',
    'null',
    'true',
    '*',
    '/',
    '../..',
    '%',
  ],
  ...[
    'a b',
    'é',
    '😀',
    '\u0001',
    "';--",
    '<x>',
    '&amp;',
    '=',
    'a=b&c',
    'x'.repeat(3000),
    '2026-01-01',
    'bytes=5-1',
  ],
  ...[
    'bytes=0-99999999999999999999',
    '"',
    'W/"x"',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    '/attacked/file',
    'attacked/file?versionId=x',
  ],
  ...[
    'emailAddress="a@b"',
    'id=x',
    'uri=http://acs.amazonaws.com/groups/global/AllUsers',
    'GOVERNANCE',
    'ON',
    'sha256',
    'AES256',
  ],
]
const parameters = [
  ...['prefix', 'delimiter', 'marker', 'max-keys', 'key-marker', 'version-id-marker', 'upload-id-marker'],
  ...[
    'continuation-token',
    'start-after',
    'encoding-type',
    'list-type',
    'versionId',
    'partNumber',
    'uploadId',
  ],
  ...[
    'part-number-marker',
    'max-parts',
    'max-uploads',
    'max-buckets',
    'response-content-type',
    'fetch-owner',
  ],
]
const fields = [
  ...['range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'content-md5'],
  ...['content-type', 'content-encoding', 'cache-control', 'expires', 'x-amz-copy-source', 'x-amz-tagging'],
  ...['x-amz-copy-source-range', 'x-amz-copy-source-if-match', 'x-amz-metadata-directive', 'x-amz-acl'],
  ...['x-amz-tagging-directive', 'x-amz-grant-read', 'x-amz-grant-full-control', 'x-amz-object-lock-mode'],
  ...['x-amz-object-lock-retain-until-date', 'x-amz-object-lock-legal-hold', 'x-amz-storage-class'],
  ...['x-amz-bypass-governance-retention', 'x-amz-checksum-crc32', 'x-amz-checksum-sha256', 'x-amz-meta-a'],
  ...['x-amz-checksum-algorithm', 'x-amz-checksum-type', 'x-amz-sdk-checksum-algorithm', 'x-amz-trailer'],
  ...[
    'x-amz-expected-bucket-owner',
    'x-amz-server-side-encryption',
    'x-amz-object-attributes',
    'x-amz-part-number-marker',
  ],
  ...['x-amz-bucket-object-lock-enabled', 'x-amz-object-ownership', 'x-amz-if-match-size', 'x-amz-max-parts'],
]
const documents = [
  '<Delete><Object><Key>a</Key><VersionId>x</VersionId></Object></Delete>',
  '<Tagging><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tagging>',
  '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>',
  '<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention><Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule></ObjectLockConfiguration>',
  '<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate></Retention>',
  '<LegalHold><Status>ON</Status></LegalHold>',
  '<LifecycleConfiguration><Rule><ID>a</ID><Filter><And><Prefix>a</Prefix><Tag><Key>k</Key><Value>v</Value></Tag></And></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration></Rule></LifecycleConfiguration>',
  '<AccessControlPolicy><Owner><ID>owner</ID></Owner><AccessControlList><Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="CanonicalUser"><ID>owner</ID></Grantee><Permission>READ</Permission></Grant></AccessControlList></AccessControlPolicy>',
  '<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>',
  '<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>"x"</ETag></Part></CompleteMultipartUpload>',
  '<PublicAccessBlockConfiguration><BlockPublicAcls>TRUE</BlockPublicAcls></PublicAccessBlockConfiguration>',
  '<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault><SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>',
  '<OwnershipControls><Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule></OwnershipControls>',
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:*","Resource":"arn:aws:s3:::attacked/*","Condition":{"IpAddress":{"aws:SourceIp":"10.0.0.0/8"}}}]}',
  '<'.repeat(5000),
  '<a>'.repeat(5000),
  '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '\ufeff<a/>',
  '[]',
  'null',
  '',
]

const logged: string[] = []
const { running, client } = engineForAll({
  log: (message, error) => logged.push(`${message} ${String(error)}`),
})
beforeAll(async () => {
  await client.createBucket({ Bucket })
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await client.putBucketVersioning({ Bucket, VersioningConfiguration })
  await client.putObject({ Bucket, Key, Body: 'body' })
})

let random = seeded(0)
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const some = <T>(from: readonly T[], most: number): T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(from))

/** Some characters of the text replaced, removed or doubled. */
const mutated = (text: string): string => {
  let out = text
  for (let times = Math.floor(random() * 4); times > 0 && out !== ''; times -= 1) {
    const at = Math.floor(random() * out.length)
    const length = Math.floor(random() * 12)
    out = out.slice(0, at) + pick(['', pick(values), out.slice(at, at + length)]) + out.slice(at + length)
  }
  return out
}
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

/** A signed request to the operation with bad parameters, headers and body. */
const badRequest = (of: string, name: string) => {
  const [method = '', subresource] = name.split(' ')
  const query = new Map(some(parameters, 3).map(parameter => [parameter, pick(values)]))
  if (subresource) query.set(subresource, subresource === 'uploadId' ? pick(values) : '')
  const path =
    of === 'service'
      ? '/'
      : of === 'bucket'
        ? `/${pick([Bucket, Bucket, 'unknown', 'Not Valid'])}`
        : `/${Bucket}/${pick([Key, Key, 'missing', 'x'.repeat(2000)])}`
  const headers: Record<string, string> = {}
  for (const field of some(fields, 4)) {
    // Others than these the client itself refuses to send.
    headers[field] = pick(values)
      .replaceAll(/[^\t\x20-\x7e]/g, '~')
      .trim()
  }
  const body = method === 'PUT' || method === 'POST' ? mutated(pick(documents)) : ''
  const queryText = [...query]
    .map(([parameter, value]) => `${encode(parameter)}=${encode(value)}`)
    .sort()
    .join('&')
  const encodedPath = path.split('/').map(encode).join('/')
  const signed = signHeaders({
    method,
    host: `127.0.0.1:${running.port}`,
    path: encodedPath,
    query: queryText,
    region,
    keys: running.keys,
    payloadHash: 'UNSIGNED-PAYLOAD',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  })
  return { method, path: queryText ? `${encodedPath}?${queryText}` : encodedPath, headers: signed, body }
}

async function expectNoFault(seed: number): Promise<void> {
  random = seeded(seed)
  logged.length = 0
  const wrong: unknown[] = []
  const codes = new Set<string>()
  for (const { of, name } of operations) {
    for (let count = 0; count < EACH; count += 1) {
      const request = badRequest(of, name)
      const { status, code } = await send(running, request)
      if (code) codes.add(code)
      if (status >= 500 && status !== 501) wrong.push({ of, name, status, code, ...request })
    }
  }
  expect({ wrong, logged }).toEqual({ wrong: [], logged: [] })
  expect(codes.size).toBeGreaterThan(15)
}

test(`${EACH} bad requests to each operation get no 5xx but NotImplemented, and nothing is logged [V2.2.1]`, () =>
  expectNoFault(1))

const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 32)

test(`nor do ${EACH} others by chance (seed ${seed})`, { tags: ['chance'] }, () => expectNoFault(seed))
