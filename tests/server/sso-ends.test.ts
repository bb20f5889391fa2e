import { beforeEach, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../openapi/schema.ts'
import { ssoChecks } from '../../server/operations/sso-ends.ts'
import { type Answer, problem, type Visitor } from './support/console.ts'
import { forge, keyPair, sendJson, startFakeProvider } from './support/fake-provider.ts'
import { makePeople, type Person } from './support/people.ts'
import { beginAt, complete, providerEnv } from './support/sso.ts'
import { restoredConsole, shared } from './support/with-console.ts'

const day = shared(startFakeProvider, one => one.stop())
const away = shared(startFakeProvider, one => one.stop())
const providers = { day, away }
type Id = keyof typeof providers

const group = (name: string) => [{ claim: 'groups', contains: name }]
const rules = [
  { when: group('owners'), role: 'owner', account: 'ACME' },
  { when: group('writers'), account: 'ACME', permission: 'read-write' },
  { when: group('readers'), account: 'ACME', permission: 'read' },
]

const console = restoredConsole(() => ({
  KHO_OIDC_PROVIDERS: 'day,away,gone',
  ...providerEnv('gone', { issuer: 'http://127.0.0.1:9', rules }),
  ...providerEnv('day', { issuer: day.issuer, rules, CHECK_MINUTES: 5 }),
  ...providerEnv('away', {
    ...{ issuer: away.issuer, rules, CHECK_MINUTES: 5, SCOPES: 'openid email offline_access' },
    NAME: 'Away',
  }),
}))

let acme: Person
beforeEach(async () => {
  acme = await (await makePeople(console)).owner('acme')
  await console.kho.services.db
    .updateTable('accounts')
    .set({ contract_code: 'ACME' })
    .where('id', '=', acme.accountId)
    .execute()
  for (const each of Object.values(providers)) each.discovery = {}
})

const lan = { sub: 'lan', email: 'lan@corp.example', email_verified: true, groups: ['writers'] }
const seconds = () => Math.floor(console.clock.now / 1000)
const isSignedIn = async (visitor: Visitor) => (await visitor.call('GET', '/user')).status === 200

/** Signs in; the provider gives a refresh token. */
async function enter(id: Id, claims: Record<string, unknown> = {}): Promise<Visitor> {
  const visitor = console.visitor()
  const provider = providers[id]
  const { state, nonce } = await beginAt(visitor, id)
  provider.token = (_, response) =>
    sendJson(response, {
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 300, refresh_token: 'first' },
      id_token: provider.idToken({ ...lan, ...claims }, nonce),
    })
  const answer = await complete(visitor, id, `code=once&state=${state}`)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  expect((answer.body as SignedIn).user.email).toBe(claims.email ?? lan.email)
  return visitor
}

const signOutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} }
let tokens = 0
const word = (claims: object) => ({
  ...{ iss: day.issuer, aud: 'kho', iat: seconds(), jti: `word-${tokens++}`, events: signOutEvent },
  ...claims,
})
const header = { alg: 'RS256', kid: 'one', typ: 'logout+jwt' }
const send = (token: string, id = 'day'): Promise<Answer> =>
  console
    .visitor()
    .call('POST', `/auth/sso/back-channel-logout/${id}`, new URLSearchParams({ logout_token: token }))
const say = (claims: object) => send(forge(header, word(claims), day.keys.privateKey))

describe('a provider says that a person has signed out', () => {
  test('of one session, or everywhere; the other people stay [V7.6.1–V7.6.2]', async () => {
    const [first, second] = [await enter('day', { sid: 's-1' }), await enter('day', { sid: 's-2' })]
    expect((await say({ sub: 'lan', sid: 's-1' })).status).toBe(204)
    expect(await Promise.all([first, second].map(isSignedIn))).toEqual([false, true])
    expect((await say({ sid: 's-2' })).status).toBe(204)
    expect(await isSignedIn(second)).toBe(false)
    const [third, other] = [
      await enter('day', { sid: 's-3' }),
      await enter('away', { email: 'mai@corp.example' }),
    ]
    expect((await say({ sub: 'mai' })).status).toBe(204)
    expect(await isSignedIn(third)).toBe(true)
    expect((await say({ sub: 'lan' })).status).toBe(204)
    expect(await Promise.all([third, other].map(isSignedIn))).toEqual([false, true])
    const { entries } = (await (await console.signedIn()).call('GET', '/audit?page_size=5')).body as {
      entries: { action: string; user: string; device: string }[]
    }
    expect(entries.find(({ action }) => action === 'SESSION_ENDED')).toMatchObject({
      ...{ user: lan.email, device: 'Single sign-on: day' },
    })
  })

  const stranger = keyPair().privateKey
  test.each<[string, () => [object, object, ...unknown[]]]>([
    ['signed by another', () => [header, { sub: 'lan' }, stranger]],
    ['without a signature', () => [{ ...header, alg: 'none' }, { sub: 'lan' }, null]],
    ['for another client', () => [header, { sub: 'lan', aud: 'other' }]],
    ['of another issuer', () => [header, { sub: 'lan', iss: 'https://example.com' }]],
    ['of six minutes ago', () => [header, { sub: 'lan', iat: seconds() - 361 }]],
    ['of the future', () => [header, { sub: 'lan', iat: seconds() + 61 }]],
    ['with a nonce', () => [header, { sub: 'lan', nonce: 'n' }]],
    ['about another event', () => [header, { sub: 'lan', events: { other: {} } }]],
    ['without an event', () => [header, { sub: 'lan', events: undefined }]],
    ['without an id', () => [header, { sub: 'lan', jti: undefined }]],
    ['about nobody', () => [header, {}]],
    ['of another kind', () => [{ ...header, typ: 'at+jwt' }, { sub: 'lan' }]],
  ])('a word %s is refused, and ends nothing [V10.5.5]', async (_, forged) => {
    const visitor = await enter('day', { sid: 's-1' })
    const [head, claims, key = day.keys.privateKey] = forged()
    const answer = await send(forge(head as never, word(claims), key as never))
    expect(problem(answer).code).toBe('SSO_INVALID')
    expect(await isSignedIn(visitor)).toBe(true)
  })

  test('a word counts once, and for its provider', async () => {
    const token = forge(header, word({ sub: 'lan' }), day.keys.privateKey)
    expect((await send(token)).status).toBe(204)
    const visitor = await enter('day')
    expect(problem(await send(token)).code).toBe('SSO_INVALID')
    expect(problem(await send(token, 'away')).code).toBe('SSO_INVALID')
    expect(problem(await send(token, 'nobody')).code).toBe('NOT_FOUND')
    expect(problem(await send(token, 'gone')).code).toBe('SSO_UNAVAILABLE')
    expect(await isSignedIn(visitor)).toBe(true)
  })
})

describe('every few minutes a provider is asked whether it still lets a person in', () => {
  const failures: unknown[] = []
  const check = async () => {
    failures.length = 0
    const { services } = console.kho
    const turn = { stopping: new AbortController().signal, failed: (error: unknown) => failures.push(error) }
    await ssoChecks(services).run(turn)
  }
  const later = (minutes: number) => {
    console.clock.now += minutes * 60_000
  }
  /** What was asked with; `answer`: to a refresh token. */
  function answers(id: Id, answer: (token: string | null) => [number, object]): string[] {
    const asked: string[] = []
    providers[id].token = (params, response) => {
      asked.push(`${params.get('grant_type')} ${params.get('refresh_token')}`)
      const [status, body] = answer(params.get('refresh_token'))
      sendJson(response, body, status)
    }
    return asked
  }
  const renewed = { access_token: 'access', token_type: 'Bearer', expires_in: 300 }
  const refused: [number, object] = [400, { error: 'invalid_grant' }]
  const kept = () => console.kho.services.db.selectFrom('sso_grants').selectAll().execute()
  const user = () =>
    console.kho.services.db
      .selectFrom('users')
      .select(['permission', 'expire_date'])
      .where('email', '=', lan.email)
      .executeTakeFirstOrThrow()

  test('who is let in stays, and is asked about with the newest token, which is stored sealed', async () => {
    const visitor = await enter('day')
    expect(JSON.stringify(await kept())).not.toContain('first')
    const asked = answers('day', token => [200, { ...renewed, refresh_token: `${token}+` }])
    await check()
    later(5)
    await Promise.all([check(), check()])
    later(4)
    await check()
    later(1)
    await check()
    expect(asked).toEqual(['refresh_token first', 'refresh_token first+'])
    expect([await isSignedIn(visitor), failures]).toEqual([true, []])
  })

  test('who is refused is signed out; the rights stay, as the sign-in there may have ended alone', async () => {
    const visitor = await enter('day')
    answers('day', () => refused)
    later(5)
    await check()
    expect([await isSignedIn(visitor), (await user()).expire_date, await kept()]).toEqual([false, 0, []])
  })

  test('who is refused by a provider that answers also for people who are away has no rights any more', async () => {
    const visitor = await enter('away')
    answers('away', () => refused)
    later(5)
    await check()
    expect([await isSignedIn(visitor), (await user()).expire_date]).toEqual([false, seconds()])
  })

  test.each<[string, [number, object]]>([
    ['is down', [503, {}]],
    ['refuses the console itself', [401, { error: 'invalid_client' }]],
  ])('a provider that %s ends nothing, and is asked again after a minute', async (_, answer) => {
    const visitor = await enter('day')
    const asked = answers('day', () => answer)
    later(5)
    await check()
    expect([await isSignedIn(visitor), failures.length, asked.length]).toEqual([true, 1, 1])
    await check()
    later(1)
    await check()
    expect([await isSignedIn(visitor), asked.length]).toEqual([true, 2])
  })

  test('what the rules give follows the claims; whom they refuse is out', async () => {
    const visitor = await enter('day')
    const claim = (groups: string[]) =>
      answers('day', () => [
        200,
        { ...renewed, id_token: day.idToken({ ...lan, groups, nonce: undefined }, '') },
      ])
    claim(['readers'])
    later(5)
    await check()
    expect([(await user()).permission, await isSignedIn(visitor)]).toEqual(['read', true])
    claim(['others'])
    later(5)
    await check()
    expect([(await user()).expire_date, await isSignedIn(visitor)]).toEqual([seconds(), false])
    expect(failures).toEqual([])
  })

  test('an answer about another person ends the session', async () => {
    const visitor = await enter('day')
    const id_token = day.idToken({ ...lan, sub: 'mai', nonce: undefined }, '')
    answers('day', () => [200, { ...renewed, id_token }])
    later(5)
    await check()
    expect(await isSignedIn(visitor)).toBe(false)
  })

  test('nothing is kept of who has signed out', async () => {
    const visitor = await enter('day')
    await visitor.call('POST', '/auth/logout')
    const asked = answers('day', () => refused)
    later(10)
    await check()
    expect([asked, await kept()]).toEqual([[], []])
  })
})

describe('signing out leads to the provider', () => {
  const url = async (visitor: Visitor) =>
    ((await visitor.call('GET', '/auth/sso/sign-out')).body as { url: string | null }).url

  test('where it offers that', async () => {
    day.discovery = { end_session_endpoint: `${day.issuer}/logout` }
    console.clock.now += 3_600_000
    const at = new URL((await url(await enter('day')))!)
    expect([at.origin + at.pathname, Object.fromEntries(at.searchParams)]).toEqual([
      `${day.issuer}/logout`,
      { client_id: 'kho', post_logout_redirect_uri: `${console.url}/` },
    ])
  })

  test('and nowhere where it does not, or the session began with a password', async () => {
    expect(await url(await enter('away'))).toBeNull()
    expect(await url(await console.signedIn())).toBeNull()
  })
})
