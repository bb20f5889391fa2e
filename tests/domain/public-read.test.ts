import { describe, expect, test } from 'vitest'
import { openStatements, withoutPublicRead, withPublicRead } from '../../domain/public-read.ts'

const ours = {
  Sid: 'KhoPublicRead',
  Effect: 'Allow',
  Principal: '*',
  Action: ['s3:ListBucket', 's3:GetObject'],
  Resource: ['arn:aws:s3:::anh', 'arn:aws:s3:::anh/*'],
}
const own = {
  Sid: 'Own',
  Effect: 'Deny',
  Principal: '*',
  Action: 's3:GetObject',
  Resource: 'arn:aws:s3:::anh/mat/*',
}
const policy = (...Statement: object[]) => JSON.stringify({ Version: '2012-10-17', Id: 'x', Statement })

describe('making a bucket public', () => {
  test('writes a policy of one statement where there is none', () => {
    expect(JSON.parse(withPublicRead(null, 'anh'))).toEqual({ Version: '2012-10-17', Statement: [ours] })
  })

  test('adds the statement to a policy of the user’s, and replaces one of that name', () => {
    const before = policy(own, { ...ours, Resource: 'arn:aws:s3:::anh/cu/*' })
    expect(withPublicRead(before, 'anh')).toBe(policy(own, ours))
    const single = JSON.stringify({ Version: '2012-10-17', Statement: own })
    expect(JSON.parse(withPublicRead(single, 'anh')).Statement).toEqual([own, ours])
  })
})

describe('making it private', () => {
  test('leaves no policy where nothing else was in it', () => {
    expect([withoutPublicRead(null), withoutPublicRead(policy(ours))]).toEqual([null, null])
  })

  test('leaves a policy of the user’s as it was', () => {
    expect(withoutPublicRead(policy(own, ours))).toBe(policy(own))
    const odd = `{ "Statement": [${JSON.stringify(own)}] }`
    expect(withoutPublicRead(odd)).toBe(odd)
  })
})

test.each([
  ['everybody', { Principal: { AWS: '*' } }, ['#1']],
  ['everybody among others', { Principal: { AWS: ['arn:aws:iam::b:root', '*'] } }, ['#1']],
  ['one account', { Principal: { AWS: 'arn:aws:iam::b:root' } }, []],
  ['everybody but one', { Principal: undefined, NotPrincipal: { AWS: 'b' } }, ['#1']],
  ['a refusal', { Effect: 'Deny' }, []],
  ['a range of addresses', { Condition: { IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } } }, []],
  ['all addresses', { Condition: { IpAddress: { 'aws:SourceIp': '0.0.0.0/0' } } }, ['#1 conditional']],
  ['HTTPS alone', { Condition: { Bool: { 'aws:SecureTransport': 'true' } } }, ['#1 conditional']],
  ['a condition that only Ceph RGW knows', { Condition: { Odd: { 'x:y': 'z' } } }, ['#1 conditional']],
])('a statement for %s opens %o: %o', (_what, more, names) => {
  const { Sid, ...statement } = { ...ours, ...more }
  const found = openStatements(policy(statement), 'anh')
  expect(found.map(({ name, conditional }) => name + (conditional ? ' conditional' : ''))).toEqual(names)
})

test('statements are told by their Sid, the console’s own apart', () => {
  expect(openStatements(policy(own, { ...ours, Sid: 'Cua-toi' }, ours), 'anh')).toEqual([
    { ours: false, name: 'Cua-toi', conditional: false },
    { ours: true, name: 'KhoPublicRead', conditional: false },
  ])
})
