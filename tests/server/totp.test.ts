import { describe, expect, test } from 'vitest'
import { newTotpSecret, totpStep, totpUri } from '../../server/auth/totp.ts'
import { toBase32, totpAt } from '../support/totp.ts'

/** RFC 6238, appendix B: the secret and the times of SHA-1, whose eight digits end in these six. */
const secret = toBase32(Buffer.from('12345678901234567890'))
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

describe.each(vectors)('at %d, RFC 6238 says %s, which [V11.2.1]', (time, code) => {
  const step = Math.floor(time / 30)

  test('is what the tests’ own authenticator shows', () => {
    expect(totpAt(secret, time)).toBe(code)
  })

  test('is taken in its step, the one before and the one after [V6.5.5]', () => {
    const found = [-30, 0, 30].map(drift => totpStep(secret, code, time + drift))
    expect(found).toEqual([step, step, step])
  })

  test('is taken to the last second of that, and not beyond', () => {
    const first = Math.max(0, (step - 1) * 30)
    const last = (step + 2) * 30 - 1
    expect([totpStep(secret, code, first), totpStep(secret, code, last)]).toEqual([step, step])
    const outside = [last + 1, last + 31, ...(first > 0 ? [first - 1, first - 31] : [])]
    expect(outside.map(now => totpStep(secret, code, now))).toEqual(outside.map(() => null))
  })
})

test.each(['', '28708', '2870820', '28708a', '２８７０８２', ' 287082', '-87082'])('%j is no code', text => {
  expect(totpStep(secret, text, 59)).toBe(null)
})

test('a secret has 160 bits in base 32, and no two are the same [V6.5.3, V11.2.3]', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret)
  expect(secrets.filter(each => /^[A-Z2-7]{32}$/.test(each)).length).toBe(100)
  expect(new Set(secrets).size).toBe(100)
})

test('the address for authenticator apps names the console, the user and the secret', () => {
  const uri = new URL(totpUri(secret, 'an+kho@example.com', 'Kho'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Kho:an+kho@example.com',
  ])
  const said = Object.fromEntries(uri.searchParams)
  expect({ algorithm: 'SHA1', digits: '6', period: '30', ...said }).toEqual({
    secret,
    issuer: 'Kho',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
