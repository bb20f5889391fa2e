import { describe, expect, test } from 'vitest'
import { policyActions } from '../../domain/policy/actions.ts'
import { compilePolicy, policyIssues } from '../../domain/policy/policy.ts'
import { type Reading, readPolicy } from '../../domain/policy/reading.ts'
import {
  statementOf,
  type TemplateName,
  templateNames,
  withStatement,
} from '../../domain/policy/templates.ts'

const arn = 'arn:aws:s3:::kho'
const policyOf = (...statements: object[]): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: statements })
const read = (statement: object): Reading => {
  const base = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `${arn}/*` }
  const [reading] = readPolicy(policyOf({ ...base, ...statement }), 'kho') ?? []
  if (!reading || 'invalid' in reading) throw new Error('The statement has no reading.')
  return reading
}
const values: Partial<Record<TemplateName, string>> = {
  'public-prefix': 'anh/',
  'sub-user': 'arn:aws:iam:::user/u1:binh',
  addresses: '203.0.113.0/24',
}

describe('a policy in words', () => {
  test('everyone may download files under a prefix', () => {
    expect(read({ Sid: 'Anh', Resource: `${arn}/anh/*` })).toEqual({
      ...{
        index: 0,
        sid: 'Anh',
        allows: true,
        who: { everybody: true },
        how: 'only',
        terms: [],
        idle: false,
      },
      what: { everything: false, verbs: ['download'], others: [], but: false },
      where: { places: [{ kind: 'prefix', text: 'anh/' }], but: false },
    })
  })

  test('nobody may do anything, except over HTTPS', () => {
    const https = { Bool: { 'aws:SecureTransport': 'false' } }
    expect(
      read({ Effect: 'Deny', Action: 's3:*', Resource: [arn, `${arn}/*`], Condition: https }),
    ).toMatchObject({
      ...{ allows: false, what: { everything: true }, where: { places: [{ kind: 'all' }] } },
      ...{ how: 'except', terms: [{ kind: 'https', met: true }] },
    })
  })

  test.each([
    ['*', { everybody: true }],
    [{ AWS: '*' }, { everybody: true }],
    [{ AWS: ['*', 'u1'] }, { everybody: true }],
    [
      { AWS: 'arn:aws:iam::u1:root' },
      { everybody: false, but: false, these: [{ kind: 'account', uid: 'u1' }] },
    ],
    [
      { AWS: ['arn:aws:iam:::user/u1:binh', 'arn:aws:iam::u2:user/an'] },
      {
        ...{ everybody: false, but: false },
        these: [
          { kind: 'sub-user', uid: 'u1', name: 'binh' },
          { kind: 'sub-user', uid: 'u2', name: 'an' },
        ],
      },
    ],
  ])('who: %j', (Principal, who) => {
    expect(read({ Principal }).who).toEqual(who)
  })

  test.each<[string | string[], string[], string[]]>([
    [['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], ['download', 'upload', 'delete'], []],
    ['s3:ListBucket', ['list'], []],
    ['s3:GetObjectVersion', [], ['s3:GetObjectVersion']],
    [['s3:GetObject', 's3:GetObjectVersion'], ['download'], []],
    ['s3:GetObject*', ['download'], ['s3:GetObject*']],
    ['s3:PutBucketPolicy', ['policy'], []],
    ['s3:Unheard', [], ['s3:Unheard']],
  ])('what: %j', (Action, verbs, others) => {
    expect(read({ Action }).what).toEqual({ everything: false, verbs, others, but: false })
  })

  test.each([
    ['*', [{ kind: 'all' }]],
    [arn, [{ kind: 'bucket' }]],
    [`${arn}/a/b.txt`, [{ kind: 'key', text: 'a/b.txt' }]],
    [`${arn}/*.jpg`, [{ kind: 'pattern', text: '*.jpg' }]],
    [
      [`${arn}/a/*`, `${arn}/b/*`],
      [
        { kind: 'prefix', text: 'a/' },
        { kind: 'prefix', text: 'b/' },
      ],
    ],
  ])('where: %j', (Resource, places) => {
    expect(read({ Resource }).where.places).toEqual(places)
  })

  test('terms: what has no words is told as it stands', () => {
    const Condition = {
      IpAddress: { 'aws:SourceIp': ['203.0.113.0/24', '2001:db8::/32'] },
      StringEquals: { 's3:x-amz-acl': 'private' },
    }
    const terms = [
      { kind: 'addresses', texts: ['203.0.113.0/24', '2001:db8::/32'], met: true },
      { kind: 'other', operator: 'StringEquals', key: 's3:x-amz-acl', texts: ['private'], met: true },
    ]
    expect(read({ Condition })).toMatchObject({ how: 'only', terms })
    expect(read({ Effect: 'Deny', Condition })).toMatchObject({ how: 'when', terms })
  })

  test('a statement whose actions are not for what it names says that it does nothing', () => {
    expect(read({ Resource: arn }).idle).toBe(true)
    expect(read({ Action: 's3:ListBucket' }).idle).toBe(true)
    expect(read({ Action: 's3:ListBucket', Resource: [arn, `${arn}/*`] }).idle).toBe(false)
    expect(read({ Action: 's3:*' }).idle).toBe(false)
  })

  test('a wrong statement has no reading, the others have theirs; a wrong document has none', () => {
    const right = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `${arn}/*` }
    const readings = readPolicy(policyOf({ ...right, Effect: 'Perhaps' }, right), 'kho')
    expect(readings?.map(each => 'invalid' in each)).toEqual([true, false])
    expect(readPolicy('{"Statement":', 'kho')).toBeNull()
    expect(readPolicy('{"Version":"1","Statement":[]}', 'kho')).toBeNull()
  })
})

test('every issue has its place', () => {
  const wrong = policyOf(
    { Effect: 'Allow', Principal: { AWS: ['a b'] }, Action: 's3:*', Resource: '*' },
    {
      Effect: 'Allow',
      Principal: '*',
      Action: 's3:*',
      Resource: '*',
      Condition: { Bool: { 'aws:SecureTransport': 'no' } },
    },
    { Effect: 'Allow', Principal: '*', Action: 's3:*', Resource: '*', Note: '' },
  )
  expect(policyIssues(wrong, 'kho').map(({ fault, path }) => [fault, path.join('.')])).toEqual([
    ['principal', 'Statement.0.Principal.AWS.0'],
    ['boolean', 'Statement.1.Condition.Bool.aws:SecureTransport'],
    ['unknown-element', 'Statement.2.Note'],
  ])
})

test.each(templateNames)('the template %s compiles and can be read, also beside others', template => {
  const one = withStatement('', statementOf(template, 'kho', values[template]))
  const two = withStatement(one, statementOf('https', 'kho'))
  expect(compilePolicy(two, 'kho').isPublic).toBe(template === 'public-read' || template === 'public-prefix')
  const readings = readPolicy(two, 'kho') as Reading[]
  expect(readings.length).toBe(2)
  expect(readings.flatMap(({ terms }) => terms).some(({ kind }) => kind === 'other')).toBe(false)
})

test('actions are named once', () => {
  expect(new Set(policyActions).size).toBe(policyActions.length)
})
