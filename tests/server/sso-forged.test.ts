import type { KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { problem, type Visitor } from './support/console.ts'
import { forge, keyPair, sendJson, startFakeProvider } from './support/fake-provider.ts'
import { makePeople } from './support/people.ts'
import { beginAgain, beginAt, complete, confirmBy, providerEnv, signInAt } from './support/sso.ts'
import { restoredConsole, shared } from './support/with-console.ts'

const rules = [{ when: [{ claim: 'groups', contains: 'readers' }], account: 'ACME', permission: 'read' }]
const first = shared(startFakeProvider, one => one.stop())
const second = shared(startFakeProvider, one => one.stop())
const stranger = keyPair()

const console = restoredConsole(() => ({
  KHO_OIDC_PROVIDERS: 'first,second',
  ...providerEnv('first', { issuer: first.issuer, rules }),
  ...providerEnv('second', { issuer: second.issuer, rules }),
}))
beforeEach(async () => {
  const acme = await (await makePeople(console)).owner('acme')
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ contract_code: 'ACME' }).where('id', '=', acme.accountId).execute()
})

const lan = { sub: 'lan', email: 'lan@corp.example', email_verified: true, groups: ['readers'] }
/** Seconds by which clocks may differ: what is within it is not forged. */
const skew = 60

/** Each way of forging, with what it does to an answer that would be right. */
type Answer = {
  header: Record<string, unknown>
  claims: Record<string, unknown>
  key: KeyObject | null
  query: URLSearchParams
}
type Forgery = (answer: Answer) => void

const seconds = () => Math.floor(Date.now() / 1000)
const text = fc.string({ maxLength: 40 })
const notText = fc.oneof(fc.constant(undefined), fc.constant(null), fc.integer(), fc.object({ maxDepth: 1 }))
const claim = (name: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<Forgery> =>
  values.map(value => ({ claims }) => {
    claims[name] = value
  })

const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  claim('iss', fc.oneof(text, notText, fc.constantFrom('second', 'slash'))).map(
    change => (answer: Answer) => {
      change(answer)
      if (answer.claims.iss === 'second') answer.claims.iss = second.issuer
      if (answer.claims.iss === 'slash') answer.claims.iss = `${first.issuer}/`
    },
  ),
  claim('aud', fc.oneof(text, notText, fc.array(text, { maxLength: 3 }))),
  claim('nonce', fc.oneof(text, notText)),
  claim('sub', notText),
  claim(
    'exp',
    fc.integer({ min: skew + 10, max: 10 ** 6 }).map(ago => seconds() - ago),
  ),
  claim(
    'nbf',
    fc.integer({ min: skew + 30, max: 10 ** 6 }).map(ahead => seconds() + ahead),
  ),
  claim('exp', fc.oneof(text, fc.constant(undefined), fc.constant(null))),
  claim('iat', fc.oneof(text, fc.constant(undefined), fc.constant(null))),
  fc.constantFrom('none', 'HS256', 'RS512', 'ES256', '').map(alg => ({ header }: Answer) => {
    header.alg = alg
  }),
  fc.constant((answer: Answer) => Object.assign(answer, { key: stranger.privateKey })),
  fc.constant((answer: Answer) => Object.assign(answer, { key: null })),
  fc.constant((answer: Answer) => {
    answer.key = second.keys.privateKey
    answer.claims.iss = second.issuer
  }),
  text.map(
    state =>
      ({ query }: Answer) =>
        query.set('state', state),
  ),
  fc.constant(({ query }: Answer) => query.delete('state')),
  fc.constant(({ query }: Answer) => query.append('state', query.get('state')!)),
  // An empty one is none.
  fc.oneof(fc.string({ minLength: 1 }), fc.constant('second')).map(
    iss =>
      ({ query }: Answer) =>
        query.set('iss', iss === 'second' ? second.issuer : iss),
  ),
  fc.constant(({ query }: Answer) => query.set('response', 'eyJ.e30.')),
)

/** Ways beside those that matter to a sign-in that confirms only. */
const forgeryOfConfirmation = fc.oneof(
  { weight: 4, arbitrary: forgery },
  claim(
    'auth_time',
    fc.integer({ min: skew + 30, max: 10 ** 6 }).map(ago => seconds() - ago),
  ),
  claim('auth_time', fc.oneof(text, fc.constantFrom(undefined, null, 0, -1))),
  claim(
    'sub',
    text.map(other => `${other} of another`),
  ),
)

const sessions = () => console.kho.services.db.selectFrom('sessions').select('id').execute()

/** `session`: the one that the answer is to confirm; without it, the answer is to begin one. */
async function answerForged(forgeries: Forgery[], session?: Visitor): Promise<number> {
  console.clock.now = Date.now()
  const visitor = session ?? console.visitor()
  const { state, nonce } = session ? await beginAgain(session) : await beginAt(visitor, 'first')
  const now = seconds()
  const answer: Answer = {
    header: { alg: 'RS256', kid: 'one' },
    claims: { ...lan, iss: first.issuer, aud: 'kho', iat: now, exp: now + 300, auth_time: now, nonce },
    key: first.keys.privateKey,
    query: new URLSearchParams({ code: 'once', state }),
  }
  for (const change of forgeries) change(answer)
  first.token = (_, response) => {
    const id_token = forge(answer.header, answer.claims, answer.key)
    sendJson(response, { access_token: 'a', token_type: 'bearer', id_token })
  }
  const { status, body } = session
    ? await confirmBy(session, `${answer.query}`)
    : await complete(visitor, 'first', `${answer.query}`)
  await console.kho.services.db.deleteFrom('attempts').execute()
  if (status !== 200)
    expect([...refusals, ...(session ? ['SSO_NOT_FRESH', 'SSO_OTHER_PERSON'] : [])]).toContain(
      (body as { code: string }).code,
    )
  return status
}

const refusals = ['SSO_INVALID', 'SSO_TIMED_OUT', 'SSO_UNAVAILABLE']

/** 0 sessions, however an answer was forged. */
const forged = (numRuns: number, seed?: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(forgery, { minLength: 1, maxLength: 3 }), async forgeries => {
      expect(await answerForged(forgeries)).not.toBe(200)
      expect(await sessions()).toEqual([])
    }),
    { numRuns, ...(seed !== undefined && { seed }) },
  )

/** 0 tickets, and the one session stays. */
async function forgedConfirmations(numRuns: number, seed?: number): Promise<void> {
  const visitor = console.visitor()
  await signInAt(visitor, 'first', first, lan)
  const open = await sessions()
  await fc.assert(
    fc.asyncProperty(fc.array(forgeryOfConfirmation, { minLength: 1, maxLength: 3 }), async forgeries => {
      expect(await answerForged(forgeries, visitor)).not.toBe(200)
      expect([await tickets(), await sessions()]).toEqual([[], open])
    }),
    { numRuns, ...(seed !== undefined && { seed }) },
  )
}
const tickets = () => console.kho.services.db.selectFrom('confirmation_tickets').selectAll().execute()

test('the answer that the forgeries change signs in, and confirms, as it is', async () => {
  expect(await answerForged([])).toBe(200)
  const visitor = console.visitor()
  await signInAt(visitor, 'first', first, lan)
  expect(await answerForged([], visitor)).toBe(200)
})

test('a forged answer of a provider never signs in [V6.8.2, V10.2.2, V10.5.4]', () => forged(120, 20261130))

test('a forged answer of a provider never confirms [V6.8.2]', () => forgedConfirmations(60, 20261130))

test(
  '10,000 forged answers of a provider, at random, never sign in',
  { tags: 'chance', timeout: 1_800_000 },
  () => forged(10_000),
)

test('10,000 forged answers, at random, never confirm', { tags: 'chance', timeout: 1_800_000 }, () =>
  forgedConfirmations(10_000),
)

test('a replayed answer never signs in: code, token or whole, in this browser or another [V10.5.1]', async () => {
  const visitor = console.visitor()
  expect((await signInAt(visitor, 'first', first, lan)).status).toBe(200)
  const before = await sessions()
  const replayed = first.token
  for (const each of [visitor, console.visitor()]) {
    const { state } = await beginAt(each, 'first')
    first.token = replayed
    expect(problem(await complete(each, 'first', `code=once&state=${state}`)).code).toBe('SSO_INVALID')
  }
  expect(await sessions()).toEqual(before)
})
