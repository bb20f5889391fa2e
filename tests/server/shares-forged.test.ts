import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRange } from '../../server/shares/byte-range.ts'
import { networkOf } from '../../server/shares/guests.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { shared, sharedConsole } from './support/with-console.ts'

const console = sharedConsole()
const secret = 'Bí mật của cả nhà'

/** Addresses of shares that are ended, paused, expired, used up, or of an account that is suspended. */
const closed = shared(async () => {
  const people = await makePeople(console)
  const { db } = console.kho.services
  const tokens: string[] = []
  for (const name of ['an', 'binh']) {
    const owner = await people.owner(name)
    const visitor = await people.visit(owner)
    const bucket = `kho-cua-${name}`
    await ok(request(visitor, 'createBucket', { body: { bucket } }))
    await (await clientOf(console, owner)).putObject({ Bucket: bucket, Key: 'a.txt', Body: secret })
    const share = async () => {
      const body = { bucket, path: 'a.txt', expire_date: 0, password: undefined, download_limit: 1 }
      const made = await ok<{ share: { id: string }; url: string }>(request(visitor, 'createShare', { body }))
      tokens.push(made.url.split('/s/')[1]!)
      return made
    }
    const end = (id: string) => ok(request(visitor, 'deleteShare', { body: { id } }))
    await end((await share()).share.id)
    const set = async (values: object) =>
      db
        .updateTable('shares')
        .set(values)
        .where('id', '=', (await share()).share.id)
        .execute()
    await set({ pause: 'person' })
    await set({ pause: 'attack' })
    await set({ expire_date: 1 })
    await set({ downloads: 1 })
    await set({ bucket: 'kho-khac' })
    if (name === 'an') continue
    await share()
    await db.updateTable('accounts').set({ suspended: 1 }).where('id', '=', owner.accountId).execute()
  }
  return { tokens }
})

const rest = fc.constantFrom('', '/file', '/view', '/', '/file/', '/x', '?a=1', '/file?token=1', '/%2e%2e/x')
const method = fc.constantFrom('GET', 'HEAD', 'POST')
const headers = fc.record(
  {
    range: fc.constantFrom('bytes=0-', 'bytes=5-9', 'bytes=-3', 'bytes=99999-', 'x'),
    'if-none-match': fc.constantFrom('*', '"a"'),
    cookie: fc.constantFrom(`kho_share=9999999999.${'a'.repeat(64)}`, 'kho_share=x'),
    'accept-language': fc.constantFrom('vi', 'en'),
  },
  { requiredKeys: [] },
)

async function forged(numRuns: number, seed?: number): Promise<void> {
  const real = closed.tokens
  const token = fc.oneof(
    fc.constantFrom(...real),
    fc.constantFrom(...real).map(text => text.toLowerCase()),
    fc.constantFrom(...real).map(text => text.slice(0, -1)),
    fc.constantFrom(...real).map(text => text + text),
    fc.constant(null).map(() => randomBytes(24).toString('base64url')),
    fc.string({ maxLength: 60 }).map(encodeURIComponent),
    fc.constantFrom('..', '%00', "'%20or%201=1--", 'null', '*'),
  )
  const requests = fc.array(fc.tuple(token, rest, method, headers), { minLength: 20, maxLength: 20 })
  let shares = 0
  await fc.assert(
    fc.asyncProperty(requests, async all => {
      await Promise.all(
        all.map(async ([token, path, method, headers]) => {
          const body = method === 'POST' ? { body: new URLSearchParams({ password: 'x' }) } : {}
          const url = `${console.url}/s/${token}${path}`
          const answer = await fetch(url, { method, headers, redirect: 'manual', ...body })
          const text = await answer.text()
          expect(text).not.toContain(secret)
          expect(text).not.toContain('a.txt')
          if (!new URL(url).pathname.startsWith('/s/')) return
          expect(answer.status).toBe(404)
          shares += 1
        }),
      )
    }),
    { numRuns: numRuns / 20, ...(seed !== undefined && { seed }) },
  )
  expect(shares).toBeGreaterThan(numRuns / 2)
}

test('forged, ended, paused, expired, used-up and foreign addresses of shares give no byte', () =>
  forged(1_000, 20261201))

test('10,000 such addresses, at random, give no byte', { tags: 'chance', timeout: 1_800_000 }, () =>
  forged(10_000),
)

test('a range is what RFC 9110 says, and never beyond the file', () => {
  expect(byteRange('bytes=0-0', 5)).toEqual({ from: 0, to: 1 })
  expect(byteRange('bytes=-2', 5)).toEqual({ from: 3, to: 5 })
  expect(byteRange('bytes=3-1', 5)).toBe(null)
  expect(byteRange('bytes=0-1,3-4', 5)).toBe(null)
  expect(byteRange('bytes=5-', 5)).toBe('unsatisfiable')
  expect(byteRange('bytes=-0', 5)).toBe('unsatisfiable')
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
  const number = fc.oneof(fc.nat(20), fc.nat(), fc.constant(''))
  fc.assert(
    fc.property(number, number, fc.nat(30), (first, last, size) => {
      const range = byteRange(`bytes=${first}-${last}`, size)
      if (range === null || range === 'unsatisfiable') return true
      return range.from >= 0 && range.from < range.to && range.to <= size
    }),
  )
})

test('of a guest’s address the network is kept', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48')
  expect(networkOf('')).toBe('')
})
