import { expect, test } from 'vitest'
import { logText } from '../../domain/audit-text.ts'
import { withoutBase } from '../../domain/base-path.ts'
import { changes } from '../../server/audit/changes.ts'
import { hashSecret, verifySecret } from '../../server/auth/hash.ts'
import { domainIssues } from '../../server/contract/field-rules.ts'
import { Problem } from '../../server/errors/problem.ts'
import { storageProblem } from '../../server/errors/storage-error.ts'
import { addressBlock } from '../../server/limits/rate.ts'
import { attachment } from '../../server/storage/objects.ts'
import { digestKeyOf, makeVault } from '../../server/vault/vault.ts'

const secret = 'a secret of at least 32 characters'

test('the vault gives a secret back for its own context alone [V11.3.3]', () => {
  const vault = makeVault(secret)
  const sealed = vault.seal('hush', 'account_keys.secret_key', 'account 1')
  expect(sealed).not.toBe(vault.seal('hush', 'account_keys.secret_key', 'account 1'))
  expect(makeVault(secret).open(sealed, 'account_keys.secret_key', 'account 1')).toBe('hush')
  expect(() => vault.open(sealed, 'account_keys.secret_key', 'account 2')).toThrow()
  expect(() => makeVault(`${secret}!`).open(sealed, 'account_keys.secret_key', 'account 1')).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  expect(() => vault.open(bytes.toString('base64url'), 'account_keys.secret_key', 'account 1')).toThrow()
})

test('with an earlier secret the vault opens what either sealed, and seals with the new one', () => {
  const place = ['account_keys.secret_key', 'account 1'] as const
  const earlier = makeVault(secret)
  const vault = makeVault(`${secret}!`, secret, [digestKeyOf(secret)])
  const sealed = earlier.seal('hush', ...place)
  expect(vault.open(sealed, ...place)).toBe('hush')
  const again = vault.reseal(sealed, ...place)!
  expect(makeVault(`${secret}!`).open(again, ...place)).toBe('hush')
  expect(() => earlier.open(again, ...place)).toThrow()
  expect(vault.reseal(again, ...place)).toBe(null)
  expect(() => vault.reseal(makeVault('other').seal('hush', ...place), ...place)).toThrow()
  expect(vault.digests('a')).toEqual([vault.digest('a'), earlier.digest('a')])
  expect([vault.deriveEarlier('engine'), earlier.deriveEarlier('engine')]).toEqual([
    earlier.derive('engine'),
    null,
  ])
})

test('digests and derived secrets differ by purpose and by secret [V9.2.2, V9.2.4]', () => {
  const vault = makeVault(secret)
  const other = makeVault(`${secret}!`)
  const all = [vault.digest('a'), vault.digest('b'), vault.derive('a'), vault.derive('b'), other.digest('a')]
  expect(new Set(all).size).toBe(5)
  expect(makeVault(secret).digest('a')).toBe(vault.digest('a'))
  expect(vault.derive('engine')).toMatch(/^[\da-f]{64}$/)
})

test('no more than 32 wait for a hash, and who has gone waits no longer [V15.2.2]', async () => {
  const hash = await hashSecret('Vuon-tao#1')
  const gone = new AbortController()
  const look = (signal?: AbortSignal) =>
    verifySecret('Vuon-tao#1', hash, signal).catch((error: Problem) => error.code)
  const early = Array.from({ length: 34 }, () => look(gone.signal))
  expect(await look()).toBe('TOO_MANY_REQUESTS')
  gone.abort()
  expect([await look(gone.signal), await look()]).toEqual(['TOO_MANY_REQUESTS', true])
  expect(await Promise.all(early)).toEqual([true, true, ...Array(32).fill('TOO_MANY_REQUESTS')])
})

test('a hash knows its password however it was composed, and no other [V6.2.8]', async () => {
  const hash = await hashSecret('Mật khẩu#1'.normalize('NFC'))
  expect(hash).not.toContain('khẩu')
  expect(await verifySecret('Mật khẩu#1'.normalize('NFD'), hash)).toBe(true)
  expect(await verifySecret('Mật khẩu#2', hash)).toBe(false)
  await expect(verifySecret('a', 'md5')).rejects.toThrow('not an argon2id PHC string')
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:5:1:2:3:4', '2001:db8:0:5::/64'],
  ['2001:db8:0:5::', '2001:db8:0:5::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})

test.each([
  ['plain.txt', `attachment; filename="plain.txt"; filename*=UTF-8''plain.txt`],
  ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
  [
    'a\r\nSet-Cookie: x',
    `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
  ],
  ["it's (1)*.txt", `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['múa.mp4', `attachment; filename="m_a.mp4"; filename*=UTF-8''m%C3%BAa.mp4`],
])('the file name %j is sent as %s', (name, header) => {
  expect(attachment(name)).toBe(header)
})

test('the audit log quotes what could be taken for its own separators [V16.4.1]', () => {
  const before = { name: 'An', permission: 'read', phone: '' } as const
  const changed = changes(before, { ...before, name: 'a; expires: never → "read"', phone: '+84901234567' })
  expect(logText(changed!)).toBe('name: An → "a; expires: never → \\"read\\""; phone:  → +84901234567')
  expect(changes(before, { ...before })).toBeUndefined()
})

function failure(more: Record<string, unknown>): Error {
  return Object.assign(new Error('refused'), more)
}

test.each([
  [{ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } }, 'BUCKET_NOT_FOUND'],
  [{ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } }, 'OBJECT_NOT_FOUND'],
  [{ name: 'NotFound', $metadata: { httpStatusCode: 404 } }, 'OBJECT_NOT_FOUND'],
  [{ name: 'NoSuchUpload', $metadata: { httpStatusCode: 404 } }, 'UPLOAD_NOT_FOUND'],
  [{ name: 'BucketAlreadyOwnedByYou', $metadata: { httpStatusCode: 409 } }, 'BUCKET_EXISTS'],
  [{ name: 'BucketNotEmpty', $metadata: { httpStatusCode: 409 } }, 'BUCKET_NOT_EMPTY'],
  [{ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } }, 'ACCESS_DENIED'],
  [{ name: '403', $metadata: { httpStatusCode: 403 } }, 'ACCESS_DENIED'],
  [{ name: 'TooManyBuckets', $metadata: { httpStatusCode: 400 } }, 'LIMIT_REACHED'],
  [{ name: 'QuotaExceeded', $metadata: { httpStatusCode: 403 } }, 'NOT_ENOUGH_STORAGE'],
  [{ name: 'UnknownError', $metadata: { httpStatusCode: 507 } }, 'NOT_ENOUGH_STORAGE'],
  [{ name: 'InvalidPart', $metadata: { httpStatusCode: 400 } }, 'INVALID_PARTS'],
  [{ name: 'InvalidPartOrder', $metadata: { httpStatusCode: 400 } }, 'INVALID_PARTS'],
  [{ name: 'EntityTooSmall', $metadata: { httpStatusCode: 400 } }, 'INVALID_PARTS'],
  [{ name: 'SlowDown', $metadata: { httpStatusCode: 503 } }, 'TOO_MANY_REQUESTS'],
  [{ name: 'UnknownError', $metadata: { httpStatusCode: 429 } }, 'TOO_MANY_REQUESTS'],
  [{ name: 'UnknownError', $metadata: { httpStatusCode: 503 } }, 'STORAGE_UNAVAILABLE'],
  [{ name: 'TimeoutError', code: 'ETIMEDOUT' }, 'STORAGE_UNAVAILABLE'],
  [{ name: 'Error', code: 'ECONNREFUSED' }, 'STORAGE_UNAVAILABLE'],
  [{ name: 'TypeError', cause: { code: 'ECONNRESET' } }, 'STORAGE_UNAVAILABLE'],
])('the storage failure %o is %s', (more, code) => {
  const found = storageProblem(failure(more))
  expect(found instanceof Problem && found.code).toBe(code)
})

test.each([
  { name: 'InvalidAccessKeyId', $metadata: { httpStatusCode: 403 } },
  { name: 'SignatureDoesNotMatch', $metadata: { httpStatusCode: 403 } },
  { name: 'InternalError', $metadata: { httpStatusCode: 500 } },
  { name: 'TypeError' },
])('the storage failure %o stays an unknown error', more => {
  const error = failure(more)
  expect(storageProblem(error)).toBe(error)
})

test.each([
  ['deleteObjects', 'keys', { keys: Array<string>(1001).fill('') }],
  ['getPutUrls', 'files', { files: Array<unknown>(1001).fill({ key: '' }) }],
] as const)(
  'a list for %s that is too long is one issue, not one for each item',
  (operation, field, body) => {
    expect(domainIssues(operation, body)).toEqual([{ field, message: 'must NOT have more than 1000 items' }])
  },
)

test('the base path is left out of a URL that a proxy left whole, and of that one only', () => {
  const urls = ['/kho', '/kho?a=1', '/kho/b', '/khos', '/b']
  expect(urls.map(url => withoutBase(url, '/kho'))).toEqual(['/', '/?a=1', '/b', '/khos', '/b'])
})
