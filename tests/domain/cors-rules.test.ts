import { expect, test } from 'vitest'
import { type CorsRule, consoleOriginsIn, corsRules, coversOrigin } from '../../domain/cors-rules.ts'
import * as v from '../../domain/valibot.ts'

const rule: CorsRule = {
  id: '',
  origins: ['https://example.com'],
  methods: ['GET'],
  allowed_headers: [],
  expose_headers: [],
  max_age_seconds: null,
}

function issues(rules: Partial<CorsRule>[]): [string, string][] {
  const result = v.safeParse(
    corsRules,
    rules.map(each => ({ ...rule, ...each })),
    { abortPipeEarly: true },
  )
  return (result.issues ?? []).map(issue => [
    (issue.path ?? []).map(step => step.key).join('.'),
    issue.message,
  ])
}

test.each([
  ['*'],
  ['null'],
  ['https://example.com'],
  ['http://localhost:3000'],
  ['https://*.example.com'],
  ['*.example.com'],
  ['http://[::1]:8080'],
  ['capacitor://localhost'],
])('the origin %s is allowed', origin => {
  expect(issues([{ origins: [origin] }])).toEqual([])
})

test.each([
  ['', 'required'],
  ['example.com', 'cors-origin'],
  ['https://example.com/', 'cors-origin'],
  ['https://example.com/a', 'cors-origin'],
  ['https://a b.com', 'cors-origin'],
  ['https://*.*.com', 'cors-one-wildcard'],
  [`https://${'a'.repeat(250)}.com`, 'cors-too-long'],
])('the origin "%s" is refused: %s', (origin, issue) => {
  expect(issues([{ origins: ['https://example.com', origin] }])).toEqual([['0.origins.1', issue]])
})

test.each<[Partial<CorsRule>, string, string]>([
  [{ origins: [] }, '1.origins', 'required'],
  [{ methods: [] }, '1.methods', 'required'],
  [{ allowed_headers: ['x-*', 'a:b'] }, '1.allowed_headers.1', 'cors-header'],
  [{ allowed_headers: ['*-*'] }, '1.allowed_headers.0', 'cors-one-wildcard'],
  [{ expose_headers: ['*'] }, '1.expose_headers.0', 'cors-exposed-wildcard'],
  [{ id: 'kho-console' }, '1.id', 'cors-id-taken'],
  [{ id: 'a'.repeat(256) }, '1.id', 'cors-too-long'],
  [
    { allowed_headers: Array.from({ length: 101 }, (_, i) => `x-${i}`) },
    '1.allowed_headers',
    'cors-list-too-long',
  ],
])('each rule gets its issue at its own field: %j', (wrong, field, issue) => {
  expect(issues([{}, wrong])).toEqual([[field, issue]])
})

test('99 rules fit beside the console’s own, and 60 KB', () => {
  expect(issues(Array.from({ length: 99 }, () => ({})))).toEqual([])
  expect(issues(Array.from({ length: 100 }, () => ({})))).toEqual([['', 'cors-too-many']])
  const many = { origins: Array.from({ length: 100 }, (_, i) => `https://${'a'.repeat(200)}${i}.example`) }
  expect(issues([many, many])).toEqual([])
  expect(issues([many, many, many])).toEqual([['', 'cors-too-large']])
})

test('an origin is covered by itself and by a pattern around it', () => {
  expect(coversOrigin('https://*.example.com', 'https://a.example.com')).toBe(true)
  expect(coversOrigin('https://*.example.com', 'https://example.com')).toBe(false)
  expect(coversOrigin('https://a.a*a', 'https://a.a')).toBe(false)
  expect(coversOrigin('*', 'http://localhost')).toBe(true)
})

test('a rule that names the console’s origin is told, one for everybody or for other methods is not', () => {
  const own = ['https://kho.example', 'http://localhost:8080']
  const said = (origins: string[], methods: CorsRule['methods'] = ['GET']) =>
    consoleOriginsIn({ origins, methods }, own)
  expect(said(['https://kho.example'])).toEqual(['https://kho.example'])
  expect(said(['http*'], ['PUT', 'POST'])).toEqual(own)
  expect(said(['https://kho.example'], ['DELETE'])).toEqual([])
  expect(said(['*', 'https://other.example'])).toEqual([])
})
