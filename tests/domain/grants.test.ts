import { expect, test } from 'vitest'
import { grantsIn, withGrants, withoutGrants } from '../../domain/policy/grants.ts'

const grants = grantsIn('website', 'acc', [
  { name: 'b', permission: 'read', scope: [{ bucket: 'website', prefix: 'anh/' }] },
  { name: 'a', permission: 'read', scope: [{ bucket: 'website', prefix: 'anh/' }] },
  { name: 'c', permission: 'write', scope: [{ bucket: 'website', prefix: '' }] },
  { name: 'd', permission: 'full-control', scope: [{ bucket: 'another', prefix: '' }] },
])
const own = {
  Sid: 'Mine',
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:*',
  Resource: 'arn:aws:s3:::website/x',
}
const parsed = (policy: string | null) => JSON.parse(policy ?? 'null')

test('those with the same rights share statements; Sids are unique', () => {
  expect(grants.map(({ Sid, Principal }) => [Sid, Principal.AWS.map(arn => arn.slice(-1)).join('')])).toEqual(
    [
      ['KhoAccess1Files', 'ab'],
      ['KhoAccess1List', 'ab'],
      ['KhoAccess2Files', 'c'],
      ['KhoAccess2List', 'c'],
      ['KhoAccessLocation', 'abc'],
    ],
  )
  expect(grantsIn('third', 'acc', [{ name: 'a', permission: 'read', scope: [] }])).toEqual([])
})

test('grants join a policy, replace earlier ones, and leave it', () => {
  const policy = JSON.stringify({ Id: 'id', Version: '2008-10-17', Statement: own })
  const joined = withGrants(policy, grants)
  expect(parsed(joined)).toEqual({ Id: 'id', Version: '2008-10-17', Statement: [own, ...grants] })
  expect(withGrants(joined, grants)).toBe(joined)
  expect(parsed(withGrants(joined, grants.slice(0, 1))).Statement).toEqual([own, grants[0]])
  expect(parsed(withoutGrants(joined))).toEqual({ Id: 'id', Version: '2008-10-17', Statement: [own] })
})

test('without a policy there are the grants alone, and none leaves none', () => {
  const alone = withGrants(null, grants)
  expect(parsed(alone)).toEqual({ Version: '2012-10-17', Statement: grants })
  expect(withoutGrants(alone)).toBe(null)
  expect(withoutGrants(null)).toBe(null)
})

test('a policy without grants keeps every letter', () => {
  const policy = ` { "Statement" : [ ${JSON.stringify(own)} ] } `
  expect([withoutGrants(policy), withGrants(policy, []), withoutGrants('no JSON')]).toEqual([
    policy,
    policy,
    'no JSON',
  ])
})
