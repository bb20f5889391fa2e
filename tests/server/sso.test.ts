import { beforeAll, beforeEach, expect, test } from 'vitest'
import { logText } from '../../domain/audit-text.ts'
import type {
  AuditEntry,
  ConfirmationTicket,
  CurrentUser,
  MethodSecurity,
  SignedIn,
  SubUser,
} from '../../openapi/schema.ts'
import { addIdentity } from '../../server/store/sso.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { alone } from './support/alone.ts'
import { type Answer, owner, problem, type Visitor } from './support/console.ts'
import { sendJson, startFakeProvider } from './support/fake-provider.ts'
import { makePeople, type Person, password, pin } from './support/people.ts'
import { startRealProvider } from './support/real-provider.ts'
import { answerBy, beginAgain, beginAt, complete, confirmBy, providerEnv, signInAt } from './support/sso.ts'
import { switchTwoStepOn, verify } from './support/two-step.ts'
import { restoredConsole, shared, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const corp = shared(startRealProvider, one => one.stop())
const odd = shared(startFakeProvider, one => one.stop())
const other = shared(startFakeProvider, one => one.stop())
/** Its tokens say who it is, and no more. */
const slim = shared(
  async () => Object.assign(await startFakeProvider(), { userinfo: {} }),
  one => one.stop(),
)

const group = (name: string) => [{ claim: 'groups', contains: name }]
const rules = [
  { when: group('operators'), role: 'super-admin' },
  { when: group('owners'), role: 'owner', account: 'ACME' },
  { when: group('away'), account: 'OTHER', permission: 'read' },
  { when: group('nowhere'), account: 'NOBODY', permission: 'read' },
  { when: group('lost'), account: 'ACME', permission: 'read', folders: [{ bucket: 'no-such-bucket' }] },
  { when: group('guests'), account: 'ACME', permission: 'read', expire_days: 7 },
  { when: group('writers'), account: 'ACME', permission: 'read-write' },
  { when: group('readers'), account: 'ACME', permission: 'read' },
]

const console = restoredConsole(() => ({
  KHO_SMTP_URL: mail.url,
  KHO_OIDC_PROVIDERS: 'corp,odd,other,slim,gone',
  ...providerEnv('corp', { issuer: corp.issuer, rules, CLIENT_SECRET: corp.client.secret, NAME: 'Corp' }),
  ...providerEnv('odd', { issuer: odd.issuer, rules, TWO_STEP_ACR: 'gold', TWO_STEP_AMR: 'mfa hwk' }),
  ...providerEnv('other', { issuer: other.issuer, rules, VERIFIED_EMAIL: 'always', CONFIRM: 'pin' }),
  ...providerEnv('slim', { issuer: slim.issuer, rules }),
  ...providerEnv('gone', { issuer: 'http://127.0.0.1:9', rules }),
}))
beforeAll(() => corp.serve([`${console.url}/sign-in/return/corp`]))

let acme: Person
let makers: Awaited<ReturnType<typeof makePeople>>
beforeEach(async () => {
  makers = await makePeople(console)
  acme = await makers.owner('acme')
  const rival = await makers.owner('rival')
  for (const [id, code] of [
    [acme.accountId, 'ACME'],
    [rival.accountId, 'OTHER'],
  ] as const)
    await console.kho.services.db
      .updateTable('accounts')
      .set({ contract_code: code })
      .where('id', '=', id)
      .execute()
})

const lan = {
  sub: 'lan',
  email: 'lan@corp.example',
  email_verified: true,
  name: 'Lan Trần',
  groups: ['readers'],
}
const enter = (claims: object = {}, visitor = console.visitor()) =>
  signInAt(visitor, 'odd', odd, { ...lan, ...claims })
const userOf = (answer: Answer): CurrentUser => {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  return (answer.body as SignedIn).user
}
const refusal = (answer: Answer) => problem(answer).code
const sessions = () => console.kho.services.db.selectFrom('sessions').selectAll().execute()
const identities = () => console.kho.services.db.selectFrom('sso_identities').selectAll().execute()
const people = () => console.kho.services.db.selectFrom('users').select('email').execute()

async function log(): Promise<string[]> {
  const all = await console.signedIn()
  const { entries } = (await all.call('GET', '/audit?page_size=20')).body as { entries: AuditEntry[] }
  return entries.map(each =>
    [each.action, each.user, each.target, logText(each.detail), each.device].join('; '),
  )
}

test('a person whom a rule lets in is made at the first sign-in, and the same user at the next', async () => {
  corp.people.set('u-1', {
    email: 'Lan@Corp.example',
    email_verified: true,
    name: 'Lan Trần',
    groups: ['readers'],
  })
  const visitor = console.visitor()
  const begun = await beginAt(visitor, 'corp', '/bucket-management/photos?path=2026')
  expect(visitor.sso).toMatch(/^kho_\w+_sso=[\w-]{43}$/)
  const answer = await complete(visitor, 'corp', await corp.signIn(begun.url, 'u-1'))
  const user = userOf(answer)
  expect(user).toMatchObject({
    ...{ email: 'lan@corp.example', name: 'Lan Trần', is_sub_user: true, permission: 'read', scope: null },
    ...{ require_change_pass: false, pin_exists: false, expire_date: 0 },
  })
  expect(answer.body).toMatchObject({ return_to: '/bucket-management/photos?path=2026' })
  expect((await visitor.call('GET', '/user')).body).toEqual(user)
  const second = console.visitor()
  const again = await beginAt(second, 'corp')
  expect(userOf(await complete(second, 'corp', await corp.signIn(again.url, 'u-1'))).id).toBe(user.id)
  expect(await log()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^SIGN_IN; lan@corp.example; ; corp; /),
      'SUB_USER_CREATED; lan@corp.example; lan@corp.example; read; Single sign-on: corp',
    ]),
  )
})

test('what binds a sign-in at a provider is stored as hashes, and the code is sent with PKCE [V10.2.1]', async () => {
  const visitor = console.visitor()
  const { state, nonce, challenge, url } = await beginAt(visitor, 'odd')
  const [, secret = ''] = visitor.sso.split('=')
  const kept = JSON.stringify(await console.kho.services.db.selectFrom('sso_requests').selectAll().execute())
  for (const each of [state, nonce, secret]) expect(kept).not.toContain(each)
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${console.url}/sign-in/return/odd`)
  let sent = new URLSearchParams()
  odd.token = (params, response) => {
    sent = params
    sendJson(response, { error: 'invalid_grant' }, 400)
  }
  expect(refusal(await complete(visitor, 'odd', `code=c&state=${state}`))).toBe('SSO_INVALID')
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(sent.get('code_verifier')!))
  expect(Buffer.from(digest).toString('base64url')).toBe(challenge)
})

test('an answer counts once, in the browser and for the provider of its sign-in, for ten minutes [V10.1.2, V10.2.2]', async () => {
  const visitor = console.visitor()
  const { state } = await beginAt(visitor, 'odd')
  const stranger = console.visitor()
  await beginAt(stranger, 'odd')
  const query = `code=c&state=${state}`
  expect(refusal(await complete(console.visitor(), 'odd', query))).toBe('SSO_TIMED_OUT')
  expect(refusal(await complete(stranger, 'odd', query))).toBe('SSO_TIMED_OUT')
  const bound = visitor.sso
  expect(refusal(await complete(visitor, 'other', query))).toBe('SSO_TIMED_OUT')
  visitor.sso = bound
  expect(refusal(await complete(visitor, 'odd', query))).toBe('SSO_INVALID')
  visitor.sso = bound
  expect(refusal(await complete(visitor, 'odd', query))).toBe('SSO_TIMED_OUT')
  const late = console.visitor()
  const begun = await beginAt(late, 'odd')
  console.clock.now += 600_000
  expect(refusal(await complete(late, 'odd', `code=c&state=${begun.state}`))).toBe('SSO_TIMED_OUT')
  expect(await sessions()).toEqual([])
})

test('each sign-in gives what the rule says by then: level and expiry change, and a refusal ends the rights', async () => {
  const visitor = console.visitor()
  const { id } = userOf(await enter({}, visitor))
  expect(userOf(await enter({ groups: ['writers'] })).permission).toBe('read-write')
  const guest = userOf(await enter({ groups: ['guests'] }))
  const day = Math.floor(console.clock.now / 86_400_000)
  expect(guest).toMatchObject({ id, permission: 'read', expire_date: (day + 8) * 86_400 })
  expect(refusal(await enter({ groups: ['others'] }))).toBe('SSO_NO_RULE')
  expect((await visitor.call('GET', '/user')).status).toBe(401)
  expect(await sessions()).toEqual([])
  const gone = await findUserByEmail(console.kho.services.db, lan.email)
  expect(gone!.expireDate).toBe(Math.floor(console.clock.now / 1000))
  expect(userOf(await enter({ groups: ['writers'] }))).toMatchObject({ id, expire_date: (day + 8) * 86_400 })
  expect((await visitor.call('GET', '/user')).status).toBe(401)
})

test('a person whose groups come by reference keeps the rights, and is not signed in', async () => {
  const visitor = console.visitor()
  userOf(await enter({}, visitor))
  const byReference = { groups: undefined, _claim_names: { groups: 'src1' } }
  expect(refusal(await enter(byReference))).toBe('SSO_CLAIMS_MISSING')
  expect((await visitor.call('GET', '/user')).status).toBe(200)
})

test('claims that the token lacks come from userinfo, and cannot be of another person', async () => {
  const bySlim = () => signInAt(console.visitor(), 'slim', slim, { sub: 'lan' })
  slim.userinfo = { ...lan, groups: ['writers'] }
  expect(userOf(await bySlim()).permission).toBe('read-write')
  slim.userinfo = { ...lan, sub: 'mai', groups: ['writers'] }
  expect(refusal(await bySlim())).toBe('SSO_INVALID')
})

test('a user who has become another person at the provider meanwhile is not linked', async () => {
  const visitor = console.visitor()
  const offered = await enter({ email: acme.email, sub: 'boss', groups: ['owners'] }, visitor)
  const { link } = offered.body as { link: string }
  const { db } = console.kho.services
  await addIdentity(alone(db), { issuer: odd.issuer, subject: 'another' }, acme.id, 1)
  const answer = await visitor.call('POST', '/auth/sso/link', { link, password })
  expect([refusal(answer), await sessions()]).toEqual(['SSO_SUBJECT_CHANGED', []])
})

test('a user with the same address is linked by the password, once, and gets a mail', async () => {
  const email = acme.email
  const as = { email, sub: 'boss', groups: ['owners'] }
  const visitor = console.visitor()
  const offered = await enter(as, visitor)
  expect(offered.body).toEqual({ link: expect.any(String), email, expires_in: 600, return_to: '/' })
  const { link } = offered.body as { link: string }
  const byPassword = (given: string) => visitor.call('POST', '/auth/sso/link', { link, password: given })
  expect(refusal(await byPassword('Sai-mat-khau#1'))).toBe('INVALID_CREDENTIALS')
  expect(await identities()).toEqual([])
  expect(userOf(await byPassword(password))).toMatchObject({ id: acme.id, is_admin: true })
  expect(refusal(await byPassword(password))).toBe('SSO_TIMED_OUT')
  await console.kho.services.mails.run()
  expect((await mail.nextNotice(email)).subject).toContain('liên kết với đăng nhập của tổ chức')
  expect(userOf(await enter(as)).id).toBe(acme.id)
  const links = (await log()).filter(line => line.startsWith('SSO_LINKED'))
  expect(links).toEqual([expect.stringMatching(/^SSO_LINKED; acme@example.com; odd; ; /)])
})

test('a user with two-step verification is linked when the code was right too', async () => {
  const email = acme.email
  const app = await switchTwoStepOn(console, await makers.visit(acme))
  const as = { email, sub: 'boss', groups: ['owners'], amr: ['pwd', 'mfa'] }
  const visitor = console.visitor()
  const { link } = (await enter(as, visitor)).body as { link: string }
  const asked = await visitor.call('POST', '/auth/sso/link', { link, password })
  expect(asked.body).toEqual({ challenge: expect.any(String), expires_in: 300 })
  expect(await identities()).toEqual([])
  const { challenge } = asked.body as { challenge: string }
  expect((await verify(visitor, challenge, app.code())).status).toBe(200)
  expect(await identities()).toEqual([expect.objectContaining({ user_id: acme.id, subject: 'boss' })])
  app.next()
  expect(userOf(await enter(as)).id).toBe(acme.id)
  const weaker = console.visitor()
  const step = (await enter({ ...as, amr: ['pwd'] }, weaker)).body as { challenge: string }
  expect(refusal(await verify(weaker, step.challenge, '000000'))).toBe('AUTH_CODE_INVALID')
  expect((await verify(weaker, step.challenge, app.next())).status).toBe(200)
})

test('a second factor of the provider stands for the one that the account requires [V6.8.4]', async () => {
  await console.kho.services.db
    .updateTable('accounts')
    .set({ require_two_step: 1 })
    .where('id', '=', acme.accountId)
    .execute()
  const weak = console.visitor()
  expect(userOf(await enter({}, weak)).require_two_step).toBe(true)
  expect(refusal(await weak.call('GET', '/user/sessions'))).toBe('TWO_STEP_SET_UP_REQUIRED')
  for (const claims of [{ acr: 'gold' }, { amr: ['pwd', 'hwk'] }]) {
    const strong = console.visitor()
    expect(userOf(await enter(claims, strong)).require_two_step).toBe(false)
    expect((await strong.call('GET', '/user/sessions')).status).toBe(200)
    expect(((await strong.call('GET', '/user')).body as CurrentUser).require_two_step).toBe(false)
  }
})

test('a user whose only second factor is a passkey signs in by it, unless the provider has checked one', async () => {
  const { db } = console.kho.services
  const enrol = (user_id: string) =>
    db
      .insertInto('passkeys')
      .values({
        ...{ id: user_id, user_id, credential_id: user_id, public_key: '', counter: 0, transports: '[]' },
        ...{ aaguid: '00000000-0000-0000-0000-000000000000', name: 'Phone', backed_up: 1, created_at: 1 },
      })
      .execute()
  await db.updateTable('accounts').set({ require_two_step: 1 }).where('id', '=', acme.accountId).execute()
  await enrol(userOf(await enter({})).id)
  await enrol(acme.id)
  expect(refusal(await enter({}))).toBe('PASSKEY_REQUIRED')
  userOf(await enter({ acr: 'gold' }))
  const { link } = (await enter({ email: acme.email, sub: 'boss', groups: ['owners'] })).body as {
    link: string
  }
  const linked = await console.visitor().call('POST', '/auth/sso/link', { link, password })
  expect(refusal(linked)).toBe('PASSKEY_REQUIRED')
})

test('the super admin signs in by a rule once linked, and rules make nobody an owner or a super admin', async () => {
  const as = { email: owner.username, sub: 'root', groups: ['operators'] }
  const visitor = console.visitor()
  const { link } = (await enter(as, visitor)).body as { link: string }
  const linked = await visitor.call('POST', '/auth/sso/link', { link, password: owner.password })
  expect(userOf(linked).is_supper_admin).toBe(true)
  for (const groups of [['operators'], ['owners']])
    expect(refusal(await enter({ sub: 'new', email: 'new@corp.example', groups }))).toBe('SSO_OTHER_USER')
  // The super admin owns an account of its own; another customer's rule does not open it.
  expect(refusal(await enter({ ...as, groups: ['owners'] }))).toBe('SSO_OTHER_USER')
  expect((await visitor.call('GET', '/user')).status).toBe(401)
})

test('another subject with the address of a linked user is refused, and links nobody [V6.8.1, V10.5.2]', async () => {
  userOf(await enter())
  expect(refusal(await enter({ sub: 'mai' }))).toBe('SSO_SUBJECT_CHANGED')
  expect((await identities()).map(({ subject }) => subject)).toEqual(['lan'])
  expect((await signInAt(console.visitor(), 'other', other, lan)).body).toHaveProperty('link')
})

test('a link is made for one user of a provider only', async () => {
  const of = (sub: string) => enter({ email: acme.email, sub, groups: ['owners'] })
  const first = (await of('one')).body as { link: string }
  const link = (body: { link: string }) =>
    console.visitor().call('POST', '/auth/sso/link', { ...body, link: body.link, password })
  expect(
    userOf(await console.visitor().call('POST', '/auth/sso/link', { link: first.link, password })).id,
  ).toBe(acme.id)
  const app = await switchTwoStepOn(console, await makers.visit(acme))
  await console.kho.services.db.deleteFrom('sso_identities').execute()
  const later = await link({ link: ((await of('two')).body as { link: string }).link })
  userOf(await verifyFirst(acme, 'three'))
  const { challenge } = later.body as { challenge: string }
  expect(refusal(await verify(console.visitor(), challenge, app.next()))).toBe('SSO_SUBJECT_CHANGED')

  /** Another sign-in of the user is linked while the first waits for its code. */
  async function verifyFirst({ email }: Person, sub: string): Promise<Answer> {
    const offered = (await enter({ email, sub, groups: ['owners'] })).body as { link: string }
    const asked = (await link({ link: offered.link })).body as { challenge: string }
    return verify(console.visitor(), asked.challenge, app.next())
  }
})

test('only addresses that the provider has verified make or find a user', async () => {
  for (const claims of [
    { email_verified: undefined },
    { email_verified: false },
    { email_verified: 'true' },
    { email: undefined },
    { email: 'not an address' },
  ])
    expect(refusal(await enter(claims))).toBe('SSO_EMAIL_UNVERIFIED')
  expect(
    userOf(await signInAt(console.visitor(), 'other', other, { ...lan, email_verified: undefined })).email,
  ).toBe(lan.email)
})

test('a user of another account or role is refused, and one whose rule has moved away loses the rights', async () => {
  await makers.subUser(acme, 'lan', 'read')
  const as = { email: 'lan@example.com' }
  expect(refusal(await enter({ ...as, groups: ['away'] }))).toBe('SSO_OTHER_USER')
  expect(refusal(await enter({ ...as, groups: ['owners'] }))).toBe('SSO_OTHER_USER')
  const visitor = console.visitor()
  userOf(await enter({}, visitor))
  expect(refusal(await enter({ groups: ['owners'] }))).toBe('SSO_OTHER_USER')
  expect((await visitor.call('GET', '/user')).status).toBe(200)
  expect(refusal(await enter({ groups: ['away'] }))).toBe('SSO_OTHER_USER')
  expect((await visitor.call('GET', '/user')).status).toBe(401)
})

test('rights that cannot be given make nobody', async () => {
  const before = await people()
  for (const groups of [['nowhere'], ['lost']])
    expect(refusal(await enter({ groups }))).toBe('SSO_RIGHTS_FAILED')
  expect(await people()).toEqual(before)
  await makers.subUser(acme, 'lan', 'read')
  const visitor = console.visitor()
  const { link } = (await enter({ email: 'lan@example.com', groups: ['lost'] }, visitor)).body as {
    link: string
  }
  expect(refusal(await visitor.call('POST', '/auth/sso/link', { link, password }))).toBe('SSO_RIGHTS_FAILED')
  expect([await identities(), await sessions()]).toEqual([[], []])
})

test('a linked sub-user gets the rights of the rule with the link', async () => {
  await makers.subUser(acme, 'lan', 'full-control')
  const visitor = console.visitor()
  const { link } = (await enter({ email: 'lan@example.com' }, visitor)).body as { link: string }
  expect(userOf(await visitor.call('POST', '/auth/sso/link', { link, password })).permission).toBe('read')
})

test('a suspended or expired account lets nobody in by a provider', async () => {
  userOf(await enter())
  const { db } = console.kho.services
  const account = (set: object) =>
    db.updateTable('accounts').set(set).where('id', '=', acme.accountId).execute()
  await account({ suspended: 1 })
  expect(refusal(await enter())).toBe('ACCOUNT_SUSPENDED')
  await account({ suspended: 0, expire_date: 1 })
  expect(refusal(await enter())).toBe('ACCOUNT_EXPIRED')
  const { link } = (await enter({ email: acme.email, sub: 'boss', groups: ['owners'] })).body as {
    link: string
  }
  const byPassword = () => console.visitor().call('POST', '/auth/sso/link', { link, password })
  expect(refusal(await byPassword())).toBe('ACCOUNT_EXPIRED')
  await account({ suspended: 1 })
  expect(refusal(await byPassword())).toBe('ACCOUNT_SUSPENDED')
})

test('wrong passwords for a link count like those of a sign-in', async () => {
  const { link } = (await enter({ email: acme.email, sub: 'boss', groups: ['owners'] })).body as {
    link: string
  }
  const attempt = () => console.visitor().call('POST', '/auth/sso/link', { link, password: 'Sai-mat-khau#1' })
  for (let i = 0; i < 10; i++) expect(refusal(await attempt())).toBe('INVALID_CREDENTIALS')
  expect(refusal(await attempt())).toBe('TOO_MANY_REQUESTS')
  const { db } = console.kho.services
  await db.deleteFrom('attempts').execute()
  const { vault } = console.kho.services
  const name = `sign-in new devices ${vault.digest(acme.email)}`
  await db
    .insertInto('attempts')
    .values({ name, count: 100, reset_at: Math.floor(console.clock.now / 1000) + 3600 })
    .execute()
  expect(refusal(await attempt())).toBe('NEW_DEVICE_BLOCKED')
})

test('a reset of the password unlinks the user from providers', async () => {
  const { id } = userOf(await enter())
  const boss = await makers.visit(acme, { confirmed: true })
  const listed = async () => {
    const { body } = await boss.call('GET', '/user-management')
    return (body as { users: SubUser[] }).users.find(user => user.id === id)?.sso
  }
  expect(await listed()).toBe(true)
  expect(
    (await boss.call('POST', '/user-management/reset', { id, parts: ['password'] })).status,
  ).toBeLessThan(300)
  expect([await identities(), await listed()]).toEqual([[], false])
  expect((await enter()).body).toHaveProperty('link')
})

test('a provider that declines, is away, or sends no answer signs nobody in, with the request in the log', async () => {
  const end = async (query: string, visitor: Visitor = console.visitor()) => {
    const { state } = await beginAt(visitor, 'odd')
    return refusal(await complete(visitor, 'odd', `${query}&state=${state}`))
  }
  expect(await end('error=access_denied')).toBe('SSO_CANCELLED')
  expect(await end('error=temporarily_unavailable')).toBe('SSO_UNAVAILABLE')
  expect(await end('error=invalid_scope')).toBe('SSO_INVALID')
  odd.token = (_, response) => void response.writeHead(502).end()
  expect(await end('code=c')).toBe('SSO_UNAVAILABLE')
  odd.token = (_, response) => void response.destroy()
  expect(await end('code=c')).toBe('SSO_UNAVAILABLE')
  odd.token = (_, response) => sendJson(response, { error: 'invalid_client' }, 401)
  expect(await end('code=c')).toBe('SSO_UNAVAILABLE')
  odd.token = (_, response) =>
    sendJson(response, { access_token: 'x'.repeat(1024 ** 2), token_type: 'bearer' })
  expect(await end('code=c')).toBe('SSO_UNAVAILABLE')
  const away = await console.visitor().call('POST', '/auth/sso/begin', { provider: 'gone', return_to: '/' })
  expect(problem(away)).toEqual({ status: 503, code: 'SSO_UNAVAILABLE', retry_after: 5 })
  expect(await log()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^SIGN_IN_FAILED; ; odd; SSO_CANCELLED; /)]),
  )
  expect(await sessions()).toHaveLength(1)
})

test('an unknown provider, and a way back to another site, are refused', async () => {
  const visitor = console.visitor()
  const begin = (provider: string, return_to: string) =>
    visitor.call('POST', '/auth/sso/begin', { provider, return_to })
  expect(refusal(await begin('none', '/'))).toBe('NOT_FOUND')
  expect(refusal(await complete(visitor, 'none', ''))).toBe('NOT_FOUND')
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', ''])
    expect(refusal(await begin('odd', to))).toBe('INVALID_REQUEST')
})

test('two answers of one new person at once make one user', async () => {
  const visitors = [console.visitor(), console.visitor()]
  const answers = await Promise.all(
    visitors.map(async visitor => {
      const { state, nonce } = await beginAt(visitor, 'odd')
      odd.token = (
        (before = odd.token) =>
        (params, response) =>
          params.get('code') === state
            ? sendJson(response, {
                access_token: 'a',
                token_type: 'bearer',
                id_token: odd.idToken(lan, nonce),
              })
            : before(params, response)
      )()
      return complete(visitor, 'odd', `code=${state}&state=${state}`)
    }),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect((await people()).filter(({ email }) => email === lan.email)).toHaveLength(1)
  expect(await identities()).toHaveLength(1)
})

/** Signs in at the fake provider again, which says these claims, and sends its answer from `by`. */
async function confirm(
  visitor: Visitor,
  claims: object = {},
  { by = visitor, more = '' } = {},
): Promise<Answer> {
  const { state, nonce } = await beginAgain(visitor)
  answerBy(odd, { ...lan, auth_time: seconds(), ...claims }, nonce)
  return confirmBy(by, `code=once&state=${state}${more}`)
}
const seconds = () => Math.floor(console.clock.now / 1000)
const tickets = () => console.kho.services.db.selectFrom('confirmation_tickets').selectAll().execute()
const methodOf = async (visitor: Visitor) =>
  (await visitor.call('GET', '/user/method-security')).body as MethodSecurity
const byTicket = (visitor: Visitor, { body }: Answer) =>
  visitor.call('POST', '/user/confirm-identity', { pin: (body as ConfirmationTicket).pin })

test('who has no PIN confirms by a new sign-in at the provider, once, in the same session [V6.8.4]', async () => {
  corp.people.set('u-2', { ...lan, email: 'mai@corp.example' })
  const visitor = console.visitor()
  const first = await beginAt(visitor, 'corp')
  const user = userOf(await complete(visitor, 'corp', await corp.signIn(first.url, 'u-2')))
  expect(user).toMatchObject({ pin_exists: false, confirms_at_provider: true })
  expect(await methodOf(visitor)).toMatchObject({ method: 'pin', provider: 'corp', pin_exists: false })
  expect(refusal(await visitor.call('GET', '/user/access-key'))).toBe('CONFIRMATION_REQUIRED')
  const before = await sessions()
  const { url, state } = await beginAgain(visitor)
  const sent = new URL(url).searchParams
  expect([sent.get('max_age'), sent.get('prompt'), state.startsWith('confirm.')]).toEqual([
    '0',
    'login',
    true,
  ])
  expect(sent.get('redirect_uri')).toBe(`${console.url}/sign-in/return/corp`)
  const bound = visitor.sso
  const query = await corp.signIn(url, 'u-2')
  const ticket = await confirmBy(visitor, query)
  expect(ticket.body).toEqual({ pin: expect.stringMatching(/^kct_/), expires_in: 300 })
  expect(await sessions()).toEqual(before)
  visitor.sso = bound
  expect(refusal(await confirmBy(visitor, query))).toBe('SSO_TIMED_OUT')
  expect((await byTicket(visitor, ticket)).status).toBe(200)
  expect(refusal(await byTicket(visitor, ticket))).toBe('PIN_INCORRECT')
  expect((await visitor.call('GET', '/user/access-key')).status).toBe(200)
  expect(await log()).toEqual(
    expect.arrayContaining([expect.stringMatching(/^IDENTITY_CONFIRMED; mai@corp.example; /)]),
  )
})

test('a new sign-in that is none, or of another person, confirms nobody, and makes nobody', async () => {
  const visitor = console.visitor()
  userOf(await enter({}, visitor))
  const before = await people()
  for (const auth_time of [undefined, seconds() - 61, seconds() + 120])
    expect(refusal(await confirm(visitor, { auth_time }))).toBe('SSO_NOT_FRESH')
  expect(refusal(await confirm(visitor, { sub: 'mai', email: 'mai@corp.example' }))).toBe('SSO_OTHER_PERSON')
  expect(refusal(await confirm(visitor, { nonce: 'another' }))).toBe('SSO_INVALID')
  const { state } = await beginAgain(visitor)
  expect(refusal(await confirmBy(visitor, `error=access_denied&state=${state}`))).toBe('SSO_CANCELLED')
  const away = await beginAgain(visitor)
  odd.token = (_, response) => void response.writeHead(502).end()
  expect(refusal(await confirmBy(visitor, `code=c&state=${away.state}`))).toBe('SSO_UNAVAILABLE')
  expect([await tickets(), await people()]).toEqual([[], before])
  const refused = (await log()).filter(line =>
    line.startsWith('IDENTITY_REFUSED; lan@corp.example; odd; SSO_NOT_FRESH'),
  )
  expect(refused).toHaveLength(3)
  expect((await confirm(visitor, { auth_time: seconds() - 59 })).status).toBe(200)
})

test('an answer confirms the session that began it alone, in its browser, for ten minutes, and begins none', async () => {
  const visitor = console.visitor()
  userOf(await enter({}, visitor))
  const second = console.visitor()
  userOf(await enter({}, second))
  const open = await sessions()
  expect(refusal(await confirm(visitor, {}, { by: second }))).toBe('SSO_TIMED_OUT')
  const { state } = await beginAgain(visitor)
  second.sso = visitor.sso
  expect(refusal(await confirmBy(second, `code=c&state=${state}`))).toBe('SSO_TIMED_OUT')
  expect(refusal(await complete(visitor, 'odd', `code=c&state=${state}`))).toBe('SSO_TIMED_OUT')
  const begun = await beginAt(visitor, 'odd')
  expect(refusal(await confirmBy(visitor, `code=c&state=${begun.state}`))).toBe('SSO_TIMED_OUT')
  const late = await beginAgain(visitor)
  console.clock.now += 600_000
  expect(refusal(await confirmBy(visitor, `code=c&state=${late.state}`))).toBe('SSO_TIMED_OUT')
  const after = await sessions()
  expect([after.map(({ id }) => id), await tickets()]).toEqual([open.map(({ id }) => id), []])
  const gone = await beginAgain(visitor)
  await visitor.call('POST', '/auth/logout')
  expect(refusal(await confirmBy(visitor, `code=c&state=${gone.state}`))).toBe('UNAUTHORIZED')
})

test('the rules decide again when a person confirms, and the session keeps the name that the provider gives it', async () => {
  const visitor = console.visitor()
  userOf(await enter({ sid: 'one' }, visitor))
  expect((await confirm(visitor, { sid: 'two', groups: ['writers'] })).status).toBe(200)
  expect(((await visitor.call('GET', '/user')).body as CurrentUser).permission).toBe('read-write')
  expect((await sessions()).map(({ sso_sid }) => sso_sid)).toEqual(['two'])
  const byReference = { groups: undefined, _claim_names: { groups: 'src1' } }
  expect(refusal(await confirm(visitor, byReference))).toBe('SSO_CLAIMS_MISSING')
  expect(refusal(await confirm(visitor, { groups: ['lost'] }))).toBe('SSO_RIGHTS_FAILED')
  expect(refusal(await confirm(visitor, { groups: ['owners'] }))).toBe('SSO_OTHER_USER')
  expect(refusal(await confirm(visitor, { groups: ['others'] }))).toBe('SSO_NO_RULE')
  expect([await sessions(), await people()]).toEqual([[], expect.arrayContaining([{ email: lan.email }])])
})

test('a PIN confirms who has one, in other sessions, and where the provider is not to', async () => {
  const visitor = console.visitor()
  const { id } = userOf(await enter({}, visitor))
  const setPin = () => visitor.call('PUT', '/user/init-pin', { pin })
  // A session that was taken over could confirm itself by a PIN of its own.
  expect(refusal(await setPin())).toBe('CONFIRMATION_REQUIRED')
  const user = await makers.visit({ id, accountId: acme.accountId, email: lan.email })
  expect((await user.call('GET', '/user')).body).toMatchObject({ confirms_at_provider: false })
  expect(refusal(await user.call('POST', '/user/confirm-identity/provider/begin'))).toBe('NOT_FOUND')
  expect((await byTicket(visitor, await confirm(visitor))).status).toBe(200)
  expect((await setPin()).status).toBe(204)
  expect(await methodOf(visitor)).toMatchObject({ provider: null, pin_exists: true })
  expect(refusal(await confirmBy(visitor, 'code=c&state=s'))).toBe('NOT_FOUND')
  const elsewhere = console.visitor()
  const an = { ...lan, sub: 'an', email: 'an@corp.example' }
  expect(userOf(await signInAt(elsewhere, 'other', other, an))).toMatchObject({ confirms_at_provider: false })
})

test('a required second step stays required of who confirms by the provider, and a provider that is away says so', async () => {
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ require_two_step: 1 }).where('id', '=', acme.accountId).execute()
  const visitor = console.visitor()
  expect(userOf(await enter({}, visitor))).toMatchObject({
    confirms_at_provider: true,
    require_two_step: true,
  })
  expect((await confirm(visitor)).status).toBe(200)
  expect(refusal(await visitor.call('GET', '/user/sessions'))).toBe('TWO_STEP_SET_UP_REQUIRED')
  await db.updateTable('sessions').set({ sso_provider: 'gone' }).execute()
  const away = await visitor.call('POST', '/user/confirm-identity/provider/begin')
  expect(problem(away)).toEqual({ status: 503, code: 'SSO_UNAVAILABLE', retry_after: 5 })
})
