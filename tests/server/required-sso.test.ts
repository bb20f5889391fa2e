import { beforeEach, expect, test } from 'vitest'
import type { AuditEntry, MethodSecurity } from '../../openapi/schema.ts'
import { addIdentity } from '../../server/store/sso.ts'
import { alone } from './support/alone.ts'
import { type Answer, owner, problem, type Visitor } from './support/console.ts'
import { startFakeProvider } from './support/fake-provider.ts'
import { addPasskey, byName, signInWith } from './support/passkeys.ts'
import { makePeople, type Person, password } from './support/people.ts'
import { request } from './support/requests.ts'
import { providerEnv, signInAt } from './support/sso.ts'
import { challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { restoredConsole, shared, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const corp = shared(startFakeProvider, one => one.stop())
const group = (name: string) => [{ claim: 'groups', contains: name }]
const rules = [
  { when: group('operators'), role: 'super-admin' },
  { when: group('owners'), role: 'owner', account: 'ACME' },
  { when: group('readers'), account: 'ACME', permission: 'read' },
]
const console = restoredConsole(() => ({
  KHO_SMTP_URL: mail.url,
  KHO_OIDC_PROVIDERS: 'corp',
  ...providerEnv('corp', { issuer: corp.issuer, rules, TWO_STEP_AMR: 'mfa' }),
}))

let people: Awaited<ReturnType<typeof makePeople>>
let boss: Person
let staff: Person
beforeEach(async () => {
  people = await makePeople(console)
  boss = await people.owner('acme')
  staff = await people.subUser(boss, 'staff', 'read')
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ contract_code: 'ACME' }).where('id', '=', boss.accountId).execute()
  for (const { id } of [boss, staff])
    await addIdentity(alone(db), { issuer: corp.issuer, subject: id }, id, 1)
})

/** Signs the person in at the provider. */
async function enter({ id, email }: Person, more: object = {}): Promise<Visitor> {
  const visitor = console.visitor()
  const groups = [email === owner.username ? 'operators' : id === boss.id ? 'owners' : 'readers']
  const claims = { sub: id, email, email_verified: true, groups, ...more }
  const answer = await signInAt(visitor, 'corp', corp, claims)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { db } = console.kho.services
  const confirmed = { confirmed_until: Math.floor(console.clock.now / 1000) + 300 }
  await db.updateTable('sessions').set(confirmed).where('user_id', '=', id).execute()
  return visitor
}
const byPassword = ({ email: username }: { email: string }, visitor = console.visitor()) =>
  visitor.signIn({ username, password })
const change = (visitor: Visitor, required: boolean) =>
  visitor.call('PUT', '/user/account/sign-in', { require_sso: required })
const codeOf = (answer: Answer) => (answer.status < 300 ? answer.status : problem(answer).code)
const security = async (visitor: Visitor) =>
  (await visitor.call('GET', '/user/method-security')).body as MethodSecurity
const requireOfAcme = () =>
  console.kho.services.db
    .updateTable('accounts')
    .set({ require_sso: 1 })
    .where('id', '=', boss.accountId)
    .execute()

async function log(action: string): Promise<string[]> {
  const all = await console.signedIn()
  const { entries } = (await all.call('GET', `/audit?action=${action}`)).body as { entries: AuditEntry[] }
  return entries.map(({ user, detail }) => `${user} ${JSON.stringify(detail)}`)
}

test('an owner who came by a provider requires it of everybody: sessions by password end, and no more begin [V6.3.4]', async () => {
  const [typed, keyed, theirs] = [
    await people.visit(boss, { confirmed: true }),
    byName(await people.visit(staff, { confirmed: true })),
    await people.visit(await people.owner('other')),
  ]
  const { device } = await addPasskey(keyed)
  const token = (await request(typed, 'createApiClient', { body: { permission: 'read' } })).body
  expect(await security(typed)).toMatchObject({ sso: 'offered', sso_required: false })
  expect(codeOf(await change(typed, true))).toBe('SSO_SIGN_IN_FIRST')
  expect((await typed.call('GET', '/user')).status).toBe(200)

  const here = await enter(boss)
  expect(await security(here)).toMatchObject({ sso: 'used', sso_required: false })
  expect(codeOf(await change(here, true))).toBe(204)
  expect(await security(here)).toMatchObject({ sso: 'used', sso_required: true })
  for (const ended of [typed, keyed]) {
    expect(codeOf(await ended.call('GET', '/user'))).toBe('UNAUTHORIZED')
    expect(codeOf(await ended.refresh())).toBe('UNAUTHORIZED')
  }
  expect((await theirs.call('GET', '/user')).status).toBe(200)
  const program = { authorization: `Bearer ${(token as { token: string }).token}` }
  expect((await request(console.visitor(), 'listBuckets', {}, program)).status).toBe(200)

  expect(codeOf(await byPassword(boss))).toBe('SSO_REQUIRED')
  expect(codeOf(await byPassword(staff))).toBe('SSO_REQUIRED')
  expect(codeOf(await signInWith(byName(console.visitor()), device))).toBe('SSO_REQUIRED')
  const wrong = await console.visitor().signIn({ username: boss.email, password: 'Sai-mat-khau#1' })
  expect(codeOf(wrong)).toBe('INVALID_CREDENTIALS')
  await enter(staff)

  expect(codeOf(await change(here, false))).toBe(204)
  expect(codeOf(await byPassword(staff))).toBe(200)
  for (const ended of [typed, keyed]) expect(codeOf(await ended.call('GET', '/user'))).toBe('UNAUTHORIZED')
  expect(await log('ACCOUNT_CHANGED')).toEqual(
    [false, true].map(
      after =>
        `${boss.email} ${JSON.stringify({ kind: 'settings', path: null, before: { require_sso: !after }, after: { require_sso: after } })}`,
    ),
  )
  expect(await log('SIGN_IN_FAILED')).toContain(
    `${staff.email} ${JSON.stringify({ kind: 'error', code: 'SSO_REQUIRED' })}`,
  )
})

test('a super admin’s own account may require it: the super admin’s sessions stay', async () => {
  const root = await people.superAdmin()
  const other = await people.subUser(root, 'helper', 'read')
  await addIdentity(alone(console.kho.services.db), { issuer: corp.issuer, subject: root.id }, root.id, 1)
  const [typed, others] = [await people.visit(root), await people.visit(other)]
  expect(codeOf(await change(await enter(root), true))).toBe(204)
  expect((await typed.call('GET', '/user')).status).toBe(200)
  expect(codeOf(await others.call('GET', '/user'))).toBe('UNAUTHORIZED')
  expect(codeOf(await byPassword(other))).toBe('SSO_REQUIRED')
})

test('a session that a password began while the requirement was made ends at its next call', async () => {
  const raced = await people.visit(staff)
  const entered = await enter(staff)
  await requireOfAcme()
  expect(codeOf(await raced.call('GET', '/user'))).toBe('UNAUTHORIZED')
  expect(codeOf(await raced.refresh())).toBe('UNAUTHORIZED')
  expect((await entered.call('GET', '/user')).status).toBe(200)
})

test('a sign-in that waited for its code meanwhile is refused', async () => {
  const app = await switchTwoStepOn(console, await people.visit(staff))
  const waiting = console.visitor()
  const challenge = await challengeOf(waiting, { username: staff.email, password })
  await requireOfAcme()
  expect(codeOf(await verify(waiting, challenge, app.code()))).toBe('SSO_REQUIRED')
})

test('an existing user is still linked by the password', async () => {
  const { db } = console.kho.services
  await requireOfAcme()
  await db.deleteFrom('sso_identities').execute()
  const visitor = console.visitor()
  const claims = { sub: 'new', email: staff.email, email_verified: true, groups: ['readers'] }
  const { link } = (await signInAt(visitor, 'corp', corp, claims)).body as { link: string }
  expect(codeOf(await visitor.call('POST', '/auth/sso/link', { link, password }))).toBe(200)
  expect((await visitor.call('GET', '/user')).status).toBe(200)
})

test('where a second step is required too, a passkey is none: the provider checks one, or a code is set up', async () => {
  const { db } = console.kho.services
  await addPasskey(byName(await people.visit(staff, { confirmed: true })))
  await requireOfAcme()
  await db.updateTable('accounts').set({ require_two_step: 1 }).where('id', '=', boss.accountId).execute()
  const weak = await enter(staff)
  expect((await weak.call('GET', '/user')).body).toMatchObject({ require_two_step: true, sso_required: true })
  const app = await switchTwoStepOn(console, weak)
  expect((await weak.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
  const off = await weak.call('DELETE', '/user/two-step-verification', { code: app.code() })
  expect(codeOf(off)).toBe('TWO_STEP_ENFORCED')
  const strong = await enter(staff, { amr: ['mfa'] })
  expect((await strong.call('GET', '/user')).body).toMatchObject({ require_two_step: false })
})

test('the super admin lifts it for a customer, and cannot require it', async () => {
  await requireOfAcme()
  const admin = await people.visit(await people.superAdmin(), { confirmed: true })
  const put = (require_sso: boolean) =>
    admin.call('PUT', '/user/account', { id: boss.accountId, require_sso })
  expect(codeOf(await put(true))).toBe('INVALID_REQUEST')
  expect((await put(false)).body).toMatchObject({ require_sso: false })
  expect(codeOf(await byPassword(staff))).toBe(200)
})

test('a super admin’s password always works; where a rule lets super admins in, that is recorded and mailed to all', async () => {
  const { db } = console.kho.services
  const root = await people.first()
  const second = await people.subUser(root, 'second', 'read')
  const superAdmin = { is_supper_admin: 1, is_sub_user: 0 }
  await db.updateTable('users').set(superAdmin).where('id', '=', second.id).execute()
  await db.updateTable('accounts').set({ require_sso: 1 }).where('id', '=', root.accountId).execute()
  const told = async () => {
    await console.kho.services.mails.run()
    const subject = 'Một quản trị viên cấp cao của Kho vừa đăng nhập không qua tổ chức'
    return mail.notices().flatMap(each => (each.subject === subject ? [each.to] : []))
  }
  const recorded = async () => {
    const rows = await db.selectFrom('audit').select('user').where('action', '=', 'SSO_BYPASSED').execute()
    return rows.map(({ user }) => user)
  }

  await addIdentity(alone(db), { issuer: corp.issuer, subject: root.id }, root.id, 1)
  await enter(root)
  await byPassword(boss)
  expect([await recorded(), await told()]).toEqual([[], []])
  const visitor = console.visitor()
  expect(codeOf(await byPassword(root, visitor))).toBe(200)
  expect((await visitor.call('GET', '/user')).status).toBe(200)
  expect(await recorded()).toEqual([owner.username])
  expect((await told()).toSorted()).toEqual([owner.username, second.email].toSorted())
  const app = await switchTwoStepOn(console, visitor)
  const challenge = await challengeOf(visitor, { username: root.email, password })
  expect(await recorded()).toHaveLength(1)
  expect(codeOf(await verify(visitor, challenge, app.code()))).toBe(200)
  expect(await recorded()).toHaveLength(2)
  const { device } = await addPasskey(byName(await people.visit(root, { confirmed: true })))
  expect(codeOf(await signInWith(byName(console.visitor()), device))).toBe(200)
  expect(await recorded()).toHaveLength(3)
})
