import { beforeEach, expect, test } from 'vitest'
import type { SsoExplanation } from '../../openapi/schema.ts'
import { problem, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { providerEnv } from './support/sso.ts'
import { restoredConsole } from './support/with-console.ts'

const group = (name: string) => [{ claim: ['realm', 'groups'], contains: name }]
const issuer = 'https://sso.example.com'
const rules = [
  { when: group('operators'), role: 'super-admin' },
  { when: [{ claim: 'level', in: [1, 'two'] }], role: 'owner', account: 'ACME' },
  { when: group('lost'), account: 'NOBODY', permission: 'read' },
  {
    ...{ when: group('guests'), account: 'ACME', permission: 'read', expire_days: 7 },
    folders: [{ bucket: 'photos', prefix: '2026/' }],
  },
  { when: group('writers'), account: 'ACME', permission: 'read-write' },
]
const console = restoredConsole(() => ({
  KHO_OIDC_PROVIDERS: 'corp,other',
  ...providerEnv('corp', { issuer, rules, NAME: 'Công ty' }),
  ...providerEnv('other', { issuer, rules: [{ when: [{ claim: 'hd', equals: 'x' }], role: 'super-admin' }] }),
}))

let admin: Visitor
beforeEach(async () => {
  const people = await makePeople(console)
  const { accountId } = await people.owner('acme')
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ contract_code: 'ACME' }).where('id', '=', accountId).execute()
  admin = await people.visit(await people.superAdmin())
})

const ask = (claims: string) => admin.call('POST', '/auth/sso/explain', { claims })
async function explain(claims: object): Promise<SsoExplanation[]> {
  const { status, body } = await ask(JSON.stringify(claims))
  expect(status).toBe(200)
  return (body as { explanations: SsoExplanation[] }).explanations
}

const none = { account: null, account_name: null, permission: null, scope: null, expire_date: null }

test('each provider’s rules say which decides, what it gives, and why those before it do not apply', async () => {
  const day = Math.floor(console.clock.now / 86_400_000)
  expect(await explain({ level: [3], realm: { groups: ['guests'] } })).toEqual([
    {
      ...{ provider: 'corp', name: 'Công ty', rules: 5, outcome: 'admitted', rule: 4, claim: null },
      passed: [
        {
          rule: 1,
          claim: ['realm', 'groups'],
          test: 'contains',
          values: ['"operators"'],
          why: 'other-value',
        },
        { rule: 2, claim: ['level'], test: 'in', values: ['1', '"two"'], why: 'other-value' },
        { rule: 3, claim: ['realm', 'groups'], test: 'contains', values: ['"lost"'], why: 'other-value' },
      ],
      terms: {
        ...{ role: 'sub-user', account: 'ACME', account_name: 'acme', permission: 'read' },
        ...{ scope: [{ bucket: 'photos', prefix: '2026/' }], expire_date: (day + 8) * 86_400 },
      },
    },
    {
      ...{ provider: 'other', name: 'other', rules: 1, outcome: 'refused', rule: null, claim: null },
      passed: [{ rule: 1, claim: ['hd'], test: 'equals', values: ['"x"'], why: 'missing' }],
      terms: null,
    },
  ])
})

test.each([
  [{ realm: { groups: ['operators'] } }, { ...none, role: 'super-admin' }],
  [{ level: 'two' }, { ...none, role: 'owner', account: 'ACME', account_name: 'acme' }],
  [{ realm: { groups: ['lost'] } }, { ...none, role: 'sub-user', account: 'NOBODY', permission: 'read' }],
  [
    { realm: { groups: ['writers'] } },
    { ...none, role: 'sub-user', account: 'ACME', account_name: 'acme', permission: 'read-write' },
  ],
])('%j gives %j', async (claims, terms) => {
  expect((await explain(claims))[0]).toMatchObject({ outcome: 'admitted', terms })
})

test('a claim by reference leaves its rule undecided', async () => {
  expect((await explain({ _claim_names: { realm: 'src1' } }))[0]).toMatchObject({
    ...{ outcome: 'undecided', rule: 1, claim: ['realm', 'groups'], passed: [], terms: null },
  })
})

test('what is no object of claims is refused', async () => {
  const large = JSON.stringify({ filler: 'x'.repeat(65_536) })
  for (const [claims, message] of [
    ['', 'claims-invalid'],
    ['[]', 'claims-invalid'],
    ['null', 'claims-invalid'],
    [large, 'claims-too-long'],
  ] as const) {
    const answer = await ask(claims)
    expect(problem(answer).code).toBe('INVALID_REQUEST')
    expect(answer.body).toMatchObject({ fields: [{ field: 'claims', message }] })
  }
})
