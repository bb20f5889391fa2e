import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { isConditionKey } from '../../domain/policy/condition-keys.ts'
import { readPolicy } from '../../domain/policy/reading.ts'
import {
  statementOf,
  type TemplateName,
  templateNames,
  withStatement,
} from '../../domain/policy/templates.ts'
import { conditionKeys, policyCompletion } from '../../src/buckets/page/policy/completion.ts'
import { lastStatement, placedIssues } from '../../src/buckets/page/policy/issue-places.ts'
import { exemptionOf, sentenceOf } from '../../src/buckets/page/policy/reading-text.ts'
import { texts } from '../support/screens.ts'

describe('completion', () => {
  const names = { bucket: 'kho', principals: [{ arn: 'arn:aws:iam:::user/u1', whose: 'an' }] }
  /** What is offered at the bar in the text. */
  async function offered(marked: string): Promise<string[]> {
    const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
    const context = new CompletionContext(state, marked.indexOf('|'), true)
    const found = await policyCompletion(() => names)(context)
    return found?.options.map(({ label }) => label) ?? []
  }

  test.each([
    ['{"|"}', 'Version'],
    ['{"Statement": [{"|"}]}', 'NotPrincipal'],
    ['{"Statement": [{"Effect": "|"}]}', 'Deny'],
    ['{"Statement": [{"Action": ["s3:GetObject", "|"]}]}', 's3:PutObject'],
    ['{"Statement": [{"Resource": "|"}]}', 'arn:aws:s3:::kho/*'],
    ['{"Statement": [{"Principal": {"AWS": "|"}}]}', 'arn:aws:iam:::user/u1'],
    ['{"Statement": [{"Condition": {"|"}}]}', 'NotIpAddress'],
    ['{"Statement": [{"Condition": {"Bool": {"|"}}}]}', 'aws:SecureTransport'],
    ['{"Statement": [{"Condition": {"Bool": {"aws:SecureTransport": "|"}}}]}', 'false'],
  ])('%s: %s', async (text, label) => {
    expect(await offered(text)).toContain(label)
  })

  test('the editor has not parsed the text up to the cursor', async () => {
    const before = '{"Effect": "Allow"}, '.repeat(500)
    expect(await offered(`{"Statement": [${before}{"Effect": "|"}]}`)).toEqual(['Allow', 'Deny'])
  })

  test('nothing is offered outside of quotation marks, and where anything may stand', async () => {
    expect(await offered('{"Statement": |}')).toEqual([])
    expect(await offered('{"Statement": [{"Sid": "|"}]}')).toEqual([])
  })

  test('policies know every condition key that is offered', () => {
    expect(conditionKeys.filter(key => !isConditionKey(key.toLowerCase()))).toEqual([])
  })
})

test('issues stand at their place', () => {
  const policy = `{
  "Statement": [
    { "Effect": "Allow", "Principal": "*", "Action": ["s3:GetObject", "get"], "Resource": "*" },
    { "Effect": "Allow", "Principle": "*" },
    { "Effect": "Allow", "Principal": "*", "Action": "s3:*" }
  ]
}`
  const at = placedIssues(policy, 'kho').map(({ fault, from, to, line }) => [
    fault,
    line,
    policy.slice(from, to),
  ])
  expect(at).toEqual([
    ['action', 3, '"get"'],
    ['unknown-element', 4, '"Principle"'],
    ['either', 5, '{'],
  ])
  expect(placedIssues('{"Statement": [}', 'kho')).toMatchObject([{ fault: 'json', line: 1 }])
  expect(placedIssues(' ', 'kho')).toEqual([])
})

test("a Sid of the console's is an issue at the Sid, in a list or alone", () => {
  const mine =
    '{ "Sid": "KhoAccessMine", "Effect": "Allow", "Principal": "*", "Action": "s3:*", "Resource": "*" }'
  for (const policy of [`{\n"Statement": [\n${mine}]}`, `{\n"Statement":\n${mine}}`]) {
    const [issue, ...others] = placedIssues(policy, 'kho')
    expect(others).toEqual([])
    expect(issue).toMatchObject({ fault: 'reserved-sid', line: 3 })
    expect(policy.slice(issue?.from, issue?.to)).toBe('"KhoAccessMine"')
  }
})

test('the last statement of a policy has its place in the text', () => {
  const policy = withStatement(
    withStatement('', statementOf('public-read', 'kho')),
    statementOf('https', 'kho'),
  )
  const { from, to } = lastStatement(policy)!
  expect(JSON.parse(policy.slice(from, to))).toEqual(statementOf('https', 'kho'))
  expect(['', '{}', '{"Statement":[]}'].map(lastStatement)).toEqual([null, null, null])
})

const people = {
  uid: 'u1',
  subUsers: new Map([['id', 'Bình']]),
  keys: new Map([['KEY', { name: 'Máy chủ', email: 'binh@example.com' }]]),
}

test("those who are named are said by their names: sub-users, limited keys, and other accounts' by theirs", () => {
  const policy = JSON.stringify({
    Statement: ['u1:id', 'u1:KEY', 'u1:gone', 'u2:id'].map(user => ({
      ...{ Effect: 'Allow', Principal: { AWS: `arn:aws:iam:::user/${user}` } },
      ...{ Action: 's3:GetObject', Resource: 'arn:aws:s3:::kho/*' },
    })),
  })
  const said = (locale: 'en' | 'vi') =>
    readPolicy(policy, 'kho')!.map(each =>
      'invalid' in each ? null : sentenceOf(each, { t: texts(locale), locale, people }),
    )
  expect(said('en')).toEqual([
    'Sub-user Bình may download any file.',
    'Key Máy chủ of binh@example.com may download any file.',
    'Another sub-user or key of this account (gone) may download any file.',
    'Sub-user id may download any file.',
  ])
  expect(said('vi')[1]).toBe('Khóa truy cập Máy chủ của binh@example.com được tải xuống mọi tệp.')
})

test('templates in words, in both languages', () => {
  const values: Partial<Record<TemplateName, string>> = {
    'public-prefix': 'anh/',
    'sub-user': 'arn:aws:iam:::user/u1:id',
    addresses: '203.0.113.0/24',
  }
  const policy = templateNames.reduce(
    (text, each) => withStatement(text, statementOf(each, 'kho', values[each])),
    '',
  )
  const said = (locale: 'en' | 'vi') => {
    const inside = { t: texts(locale), locale, people }
    return readPolicy(policy, 'kho')!.map(reading => {
      if ('invalid' in reading) throw new Error('A template is not valid.')
      return [sentenceOf(reading, inside), exemptionOf(reading, inside)].filter(Boolean).join(' ')
    })
  }
  expect(said('en')).toEqual([
    'Everyone may download any file.',
    'Everyone may download files under “anh/”.',
    'Sub-user Bình may download, upload, delete, and list the bucket and any file in it.',
    'Nobody may do anything with the bucket and any file in it, except from 203.0.113.0/24. Not included: manage the policy of the bucket and any file in it.',
    'Nobody may do anything with the bucket and any file in it, except over HTTPS. Not included: manage the policy of the bucket and any file in it.',
  ])
  expect(said('vi')[1]).toBe('Mọi người được tải xuống các tệp trong “anh/”.')
  expect(said('vi')[4]).toContain('Không ai được làm gì với bucket và mọi tệp trong đó, trừ khi dùng HTTPS.')
})
