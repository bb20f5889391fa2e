import { describe, expect, test } from 'vitest'
import { type Claims, decideSso, readSsoRules, type SsoRule, ssoExpireDate } from '../../domain/sso-rules.ts'
import { decisionLines } from '../../domain/sso-text.ts'

const reader = { account: 'ACME', permission: 'read' }
const rulesOf = (given: unknown): SsoRule[] => {
  const read = readSsoRules(JSON.stringify(given))
  if ('problem' in read) throw new Error(read.problem)
  return read.rules
}
const when = (...conditions: object[]) => rulesOf([{ when: conditions, ...reader }])
const lets = (conditions: object[], claims: Claims) =>
  decideSso(when(...conditions), claims).kind === 'admitted'

describe('a condition', () => {
  const editors = { claim: 'groups', contains: '/kho/editors' }

  test('finds its value in a list, and in a claim that has one value alone', () => {
    expect(lets([editors], { groups: ['/kho/readers', '/kho/editors'] })).toBe(true)
    expect(lets([editors], { groups: '/kho/editors' })).toBe(true)
    expect(lets([editors], { groups: ['/kho/editors/interns', 'kho/editors'] })).toBe(false)
  })

  test('reads members of objects by a list of names, and names with dots as they are', () => {
    const roles = { claim: ['resource_access', 'kho', 'roles'], contains: 'admin' }
    expect(lets([roles], { resource_access: { kho: { roles: ['admin'] } } })).toBe(true)
    expect(lets([roles], { 'resource_access.kho.roles': ['admin'] })).toBe(false)
    expect(
      lets([{ claim: 'https://example.com/role', equals: 'x' }], { 'https://example.com/role': 'x' }),
    ).toBe(true)
  })

  test('equals one value only, of the same type', () => {
    const one = { claim: 'level', equals: 1 }
    expect(lets([one], { level: 1 })).toBe(true)
    expect([
      lets([one], { level: '1' }),
      lets([one], { level: [1, 2] }),
      lets([one], { level: true }),
    ]).toEqual([false, false, false])
  })

  test('finds one of several values', () => {
    const tenant = { claim: 'tid', in: ['a', 'b'] }
    expect([lets([tenant], { tid: 'b' }), lets([tenant], { tid: 'c' }), lets([tenant], {})]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('does not hold where the claim is missing, null or inherited', () => {
    const any = { claim: 'constructor', in: ['Object'] }
    for (const claims of [{}, { constructor: null }, { groups: {} }]) expect(lets([any], claims)).toBe(false)
  })
})

const two = rulesOf([
  { when: [{ claim: 'groups', contains: 'contractors' }], ...reader, expire_days: 30 },
  {
    when: [
      { claim: 'email_verified', equals: true },
      { claim: 'hd', equals: 'example.com' },
    ],
    account: 'ACME',
    permission: 'full-control',
    folders: [{ bucket: 'photos', prefix: '2026/' }, { bucket: 'photos' }],
  },
  { when: [{ claim: 'sub', equals: 'root' }], role: 'super-admin' },
])

test('the first rule whose conditions all hold decides, and those before it say why they do not', () => {
  const decision = decideSso(two, { hd: 'example.com', email_verified: true })
  expect(decision).toEqual({
    kind: 'admitted',
    rule: 2,
    terms: {
      role: 'sub-user',
      account: 'ACME',
      permission: 'full-control',
      scope: [{ bucket: 'photos', prefix: '' }],
      expiry: null,
    },
    passed: [{ rule: 1, condition: two[0]!.when[0], why: 'missing' }],
  })
  expect(decisionLines(two, decision)).toEqual([
    'Rule 1 does not apply: claim "groups" contains "contractors"; the claim is missing.',
    'Rule 2 decides: sub-user of the account ACME, full-control in photos/.',
  ])
  expect(decisionLines(two, decideSso(two, { sub: 'root' })).at(-1)).toBe('Rule 3 decides: super admin.')
  expect(decisionLines(two, decideSso(two, {})).at(-1)).toBe('None of 3 rules applies: refused.')
})

test('a claim by reference leaves the rule undecided, and no later rule decides in its place', () => {
  const claims = { _claim_names: { groups: 'src1' }, hd: 'example.com', email_verified: true }
  const decision = decideSso(two, claims)
  expect(decision).toEqual({ kind: 'undecided', rule: 1, claim: ['groups'], passed: [] })
  expect(decisionLines(two, decision)).toEqual([
    'Rule 1 cannot be decided: the provider sends the claim "groups" by reference: refused.',
  ])
  const both = when({ claim: 'groups', contains: 'x' }, { claim: 'hd', equals: 'other.org' })
  expect(decideSso(both, claims).kind).toBe('refused')
})

test('an expiry ends at midnight UTC, of a day or so many days after the sign-in', () => {
  const now = Date.UTC(2026, 10, 30, 15) / 1000
  expect([
    ssoExpireDate(null, now),
    ssoExpireDate({ days: 0 }, now),
    ssoExpireDate({ days: 30 }, now),
    ssoExpireDate({ day: '2027-03-31' }, now),
  ]).toEqual([0, Date.UTC(2026, 11, 1) / 1000, Date.UTC(2026, 11, 31) / 1000, Date.UTC(2027, 3, 1) / 1000])
})

const given = (rule: object) => [{ when: [{ claim: 'sub', equals: 'x' }], ...reader, ...rule }]
test.each([
  ['{', /^is not JSON: /],
  [{}, 'must be a JSON array of rules'],
  [[], 'must be a JSON array of rules'],
  [Array(501).fill(given({})[0]), 'must have at most 500 rules'],
  [[...given({}), 'x'], 'rule 2: must be an object'],
  [given({ when: [] }), 'rule 1, when: must be a list of 1 to 20'],
  [given({ when: [{ claim: 'a' }] }), 'rule 1, condition 1: must have one of equals, contains, in'],
  [
    given({ when: [{ claim: 'a', equals: 1, in: [1] }] }),
    'rule 1, condition 1: must have one of equals, contains, in',
  ],
  [given({ when: [{ claim: [], equals: 1 }] }), 'rule 1, condition 1, claim: must be a list of 1 to 8'],
  [
    given({ when: [{ claim: 'a', equals: {} }] }),
    'rule 1, condition 1, equals: must be a text, a number, true or false',
  ],
  [
    given({ when: [{ claim: 'a', contains: '' }] }),
    'rule 1, condition 1, contains: must be a text of 1 to 512 characters',
  ],
  [given({ when: [{ claim: 'a', in: [] }] }), 'rule 1, condition 1, in: must be a list of 1 to 200'],
  [given({ permissions: 'read' }), /^rule 1: "permissions" is not one of when, role, /],
  [given({ role: 'admin' }), 'rule 1, role: must be one of sub-user, owner, super-admin'],
  [given({ role: 'owner' }), /^rule 1 \(owner\): "permission" is not one of /],
  [given({ permission: 'write-read' }), /^rule 1, permission: must be one of read, write, /],
  [given({ account: undefined }), 'rule 1, account: must be a text of 1 to 512 characters'],
  [given({ folders: [{ bucket: 'No' }] }), 'rule 1, folders, bucket: "No" is not a name of a bucket'],
  [given({ folders: [{ bucket: 'photos', prefix: '/a' }] }), /^rule 1, folders, prefix: must be a folder/],
  [given({ expire_days: 1.5 }), 'rule 1, expire_days: must be a number of days from 0 to 3650'],
  [given({ expire_date: '2027-02-30' }), 'rule 1, expire_date: must be a day (2027-03-31)'],
  [
    given({ expire_days: 1, expire_date: '2027-03-31' }),
    'rule 1: must not have both expire_days and expire_date',
  ],
])('rules that are wrong are refused, with the place: %j', (rules, problem) => {
  const text = typeof rules === 'string' ? rules : JSON.stringify(rules)
  const expected = typeof problem === 'string' ? problem : expect.stringMatching(problem)
  expect(readSsoRules(text)).toEqual({ problem: expected })
})
