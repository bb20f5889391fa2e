import { expect, test } from 'vitest'
import { pruneEmailChanges } from '../../server/store/email-changes.ts'
import { listTopics } from '../../server/store/topics.ts'
import { tokenIn } from '../support/mail.ts'
import { problem, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type Person, password } from './support/people.ts'
import { rawPost } from './support/raw-post.ts'
import { request } from './support/requests.ts'
import { challengeOf, switchTwoStepOn } from './support/two-step.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_WEBHOOK_ALLOW: '127.0.0.0/8' }))
const people = shared(() => makePeople(console))

const day = 24 * 60 * 60_000
const newPassword = 'Vuon-tao#2'
const invalidLink = { status: 400, code: 'INVALID_TOKEN' }
const taken = { status: 409, code: 'EMAIL_TAKEN' }
const noContent = { status: 204, body: null }
const restored = { status: 200 }

async function mailTo(email: string) {
  await console.kho.services.mails.run()
  return mail.next(email)
}

const ask = (visitor: Visitor, email: string) => request(visitor, 'requestEmailChange', { body: { email } })
const confirm = (token: string, word = password) =>
  request(console.visitor(), 'changeEmail', { body: { token, password: word } })
const undo = (token: string, word = newPassword) =>
  request(console.visitor(), 'undoEmailChange', { body: { token, new_password: word } })
const check = (token: string, operation: 'checkEmailChange' | 'checkEmailUndo') =>
  request(console.visitor(), operation, { body: { token } })
const signIn = (username: string, word = password) => console.visitor().signIn({ username, password: word })

/** The token mailed to an address that the person asks for. */
async function requested(person: Person, email: string): Promise<string> {
  const visitor = await people.visit(person, { confirmed: true })
  expect(await ask(visitor, email)).toMatchObject(noContent)
  return tokenIn(await mailTo(email), 'confirm-email')
}

/** Changes the address; gives the token that undoes it. */
async function changed(person: Person, email: string): Promise<string> {
  const { email: old } = await stateOf(person)
  expect(await confirm(await requested(person, email))).toMatchObject(noContent)
  return tokenIn(await mailTo(old), 'undo-email')
}

const columns = ['email', 'password_hash', 'pin_hash', 'two_step'] as const
async function stateOf({ id }: Person) {
  return console.kho.services.db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

const roles = {
  'an owner': () => people.owner('doi-chu'),
  'a sub-user': async () =>
    people.subUser(await people.owner('doi-chu-phu'), 'doi-phu', 'read', { scope: [] }),
  'the super admin': () => people.superAdmin(),
}

test.each(Object.entries(roles))(
  '%s signs in with another address once its link is used',
  async (_, make) => {
    const person = await make()
    const email = `moi-${person.email}`
    const visitor = await people.visit(person, { confirmed: true })
    expect(await ask(visitor, ` Moi-${person.email.toUpperCase()} `)).toMatchObject(noContent)
    const { subject, text, html } = await mailTo(email)
    expect(subject).toBe('Xác nhận địa chỉ email Kho mới')
    expect(text).toContain('Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần.')
    const token = tokenIn({ text } as never, 'confirm-email')
    expect(html).toContain(`href="${console.url}/confirm-email#${token}"`)
    expect(`${text}${html}`).not.toContain(` ${person.email}`)
    const rows = await console.kho.services.db.selectFrom('email_changes').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await check(token, 'checkEmailChange')).body).toEqual({ email: person.email, new_email: email })
    expect((await stateOf(person)).email).toBe(person.email)
    expect((await signIn(email)).status).toBe(401)

    expect(await confirm(token)).toMatchObject(noContent)
    expect(await visitor.call('GET', '/user')).toMatchObject({
      body: { id: person.id, email, username: email },
    })
    expect(problem(await signIn(person.email)).code).toBe('INVALID_CREDENTIALS')
    expect((await signIn(email)).status).toBe(200)
    expect(problem(await confirm(token))).toEqual(invalidLink)
    const told = await mailTo(person.email)
    expect(told.subject).toBe('Địa chỉ email Kho của bạn đã được đổi')
    expect(told.text).toContain(`mà bằng:\n\n${email}\n\n`)
    await undo(tokenIn(told, 'undo-email'), `${newPassword}-${person.id}`)
  },
)

test('it is asked for with a confirmed identity, and an address that is one, and another one [V7.5.1]', async () => {
  const person = await people.owner('hoi')
  expect(problem(await ask(await people.visit(person), 'a@example.com')).code).toBe('CONFIRMATION_REQUIRED')
  const visitor = await people.visit(person, { confirmed: true })
  for (const [email, message] of [
    ['hoi', 'email-invalid'],
    ['HOI@example.com', 'email-unchanged'],
  ])
    expect(problem(await ask(visitor, email!)).fields).toEqual([{ field: 'email', message }])
})

test('the link does nothing without the password, and whoever guesses it is stopped', async () => {
  const person = await people.owner('go-nham')
  const token = await requested(person, 'nguoi-la@example.com')
  for (let i = 0; i < 10; i++)
    expect(problem(await confirm(token, 'Sai-Mat-Khau#1'))).toEqual({
      ...{ status: 400, code: 'CURRENT_PASSWORD_INCORRECT' },
    })
  expect(problem(await confirm(token)).code).toBe('TOO_MANY_REQUESTS')
  expect((await stateOf(person)).email).toBe(person.email)
  expect(problem(await confirm('made-up'))).toEqual(invalidLink)
})

test('a link lasts an hour, and only the newest works', async () => {
  const person = await people.owner('moi-nhat')
  const first = await requested(person, 'mot@example.com')
  const second = await requested(person, 'hai@example.com')
  expect(problem(await confirm(first))).toEqual(invalidLink)
  console.clock.now += 60 * 60_000
  expect(problem(await check(second, 'checkEmailChange'))).toEqual(invalidLink)
  expect(problem(await confirm(second))).toEqual(invalidLink)
  console.clock.now -= 1000
  expect(await confirm(second)).toMatchObject(noContent)
})

test('a new password, by whatever way, ends a change that waits', async () => {
  const boss = await people.owner('chu-khoa')
  const ways: [string, (person: Person) => Promise<unknown>][] = [
    [
      'doi',
      async person =>
        (await people.visit(person)).call('PUT', '/user/change-password', {
          current_password: password,
          new_password: newPassword,
        }),
    ],
    [
      'dat-lai',
      async person =>
        request(await people.visit(boss, { confirmed: true }), 'resetSubUser', {
          body: { id: person.id, parts: ['pin'] },
        }),
    ],
  ]
  for (const [name, way] of ways) {
    const person = await people.subUser(boss, `cho-${name}`, 'read')
    const token = await requested(person, `cho-${name}-moi@example.com`)
    expect(await way(person)).toMatchObject({ status: expect.toBeOneOf([200, 204]) })
    expect(problem(await confirm(token))).toEqual(invalidLink)
  }
})

test('who has an address is told, and the one who asked learns nothing', async () => {
  const holder = await people.owner('co-san')
  const person = await people.owner('do-tim')
  const visitor = await people.visit(person, { confirmed: true })
  const free = await ask(visitor, 'chua-ai-co@example.com')
  const other = await ask(visitor, holder.email)
  expect([other.status, other.body]).toEqual([free.status, free.body])
  const { subject, text } = await mailTo(holder.email)
  expect(subject).toBe('Địa chỉ email này đã được dùng trong Kho')
  expect(text).not.toMatch(/https?:|do-tim/)
  expect((await stateOf(holder)).email).toBe(holder.email)
})

test('of two who ask for an address, the first to confirm gets it', async () => {
  const [one, two] = [await people.owner('mot-trong-hai'), await people.owner('hai-trong-hai')]
  const email = 'cung-mot@example.com'
  const tokens = [await requested(one, email), await requested(two, email)]
  const answers = await Promise.all(tokens.map(token => confirm(token)))
  const winner = answers.findIndex(({ status }) => status === 204)
  expect(problem(answers[1 - winner]!)).toEqual(taken)
  expect(problem(await confirm(tokens[1 - winner]!))).toEqual(taken)
  const emails = [(await stateOf(one)).email, (await stateOf(two)).email]
  expect(emails.filter(each => each === email)).toHaveLength(1)
})

test('an address that a new user got meanwhile stays theirs', async () => {
  const person = await people.owner('cham-chan')
  const token = await requested(person, 'nhanh-hon@example.com')
  await people.subUser(await people.owner('nguoi-khac'), 'nhanh-hon', 'read')
  expect(problem(await confirm(token))).toEqual(taken)
  expect((await stateOf(person)).email).toBe(person.email)
})

test.each([
  ['suspended', 'ACCOUNT_SUSPENDED', { suspended: 1 }],
  ['expired', 'ACCOUNT_EXPIRED', { expire_date: 1 }],
] as const)('an account that is %s changes no address, but undoes a change', async (name, code, state) => {
  const person = await people.owner(`ngung-${name}`)
  const back = await changed(person, `ngung-${name}-2@example.com`)
  const token = await requested(person, `ngung-${name}-3@example.com`)
  const { db } = console.kho.services
  await db.updateTable('accounts').set(state).where('id', '=', person.accountId).execute()
  expect(problem(await confirm(token, 'Sai-Mat-Khau#1')).code).toBe('CURRENT_PASSWORD_INCORRECT')
  expect(problem(await confirm(token))).toEqual({ status: 403, code })
  expect(await undo(back)).toMatchObject(restored)
  expect((await stateOf(person)).email).toBe(person.email)
  expect(problem(await signIn(person.email, newPassword)).code).toBe(code)
})

test('what was mailed to the old address to get in ends with the change', async () => {
  const person = await people.owner('dang-dat-lai')
  const forgot = () => request(console.visitor(), 'requestResetPassword', { body: { email: person.email } })
  await forgot()
  const reset = tokenIn(await mailTo(person.email), 'reset-password')
  const visitor = await people.visit(person)
  await request(visitor, 'requestResetPin')
  const { text } = await mailTo(person.email)
  const code = /\b\d{6}\b/.exec(text)![0]
  await changed(person, 'da-doi@example.com')
  const byLink = await request(console.visitor(), 'resetPassword', {
    body: { token: reset, new_password: newPassword },
  })
  expect(problem(byLink)).toEqual(invalidLink)
  const byCode = await request(visitor, 'resetPin', { body: { code, new_pin: '97531' } })
  expect(problem(byCode).code).toBe('MAIL_CODE_EXPIRED')
  const before = mail.mails().length
  await forgot()
  await console.kho.services.mails.run()
  expect(mail.mails()).toHaveLength(before)
})

test('the old address undoes a change: a new password and PIN, nobody signed in, no key or client made since', async () => {
  const person = await people.owner('bi-chiem')
  const mine = await people.visit(person, { confirmed: true })
  const makeKey = async (visitor: Visitor) =>
    ((await request(visitor, 'createAccessKey')).body as { key: { access_key: string } }).key.access_key
  const oldKey = await makeKey(mine)
  await request(mine, 'createApiClient', { body: { name: 'cũ' } })
  console.clock.now += 10_000
  const token = await changed(person, 'ke-gian@example.com')
  console.clock.now += 10_000
  const thief = await people.visit(person, { confirmed: true })
  const newKey = await makeKey(thief)
  const signing = await clientOf(console, { ...person, email: 'ke-gian@example.com' })
  await signing.listBuckets()
  await request(thief, 'createApiClient', { body: { name: 'mới' } })
  const again = await changed(person, 'ke-gian-2@example.com')
  const waiting = await requested(person, 'ke-gian-3@example.com')

  expect((await check(token, 'checkEmailUndo')).body).toEqual({
    ...{ email: 'ke-gian-2@example.com', new_email: person.email },
  })
  expect(problem(await undo(token, password)).code).toBe('PASSWORD_REUSED')
  expect(problem(await undo(token, 'weak')).code).toBe('INVALID_REQUEST')
  expect(await undo(token)).toMatchObject(restored)

  expect(await stateOf(person)).toMatchObject({ email: person.email, pin_hash: null })
  await expect(signing.listBuckets()).rejects.toThrow()
  for (const visitor of [mine, thief]) {
    expect(problem(await visitor.call('GET', '/user')).code).toBe('UNAUTHORIZED')
    expect(problem(await visitor.refresh()).code).toBe('UNAUTHORIZED')
  }
  expect((await signIn('ke-gian-2@example.com')).status).toBe(401)
  const signedIn = await signIn(person.email, newPassword)
  expect(signedIn.body).toMatchObject({ user: { require_change_pass: false, pin_exists: false } })
  for (const spent of [token, again]) expect(problem(await undo(spent, 'Vuon-tao#3'))).toEqual(invalidLink)
  expect(problem(await check(again, 'checkEmailUndo'))).toEqual(invalidLink)
  expect(problem(await confirm(waiting, newPassword))).toEqual(invalidLink)

  const { db } = console.kho.services
  const keys = db.selectFrom('access_keys').select(['access_key', 'enabled']).where('user_id', '=', person.id)
  expect((await keys.execute()).sort((a, b) => b.enabled - a.enabled)).toEqual([
    { access_key: oldKey, enabled: 1 },
    { access_key: newKey, enabled: 0 },
  ])
  const clients = db.selectFrom('api_clients').select('name').where('user_id', '=', person.id)
  expect(await clients.execute()).toEqual([{ name: 'cũ' }])
  const pushed = await db
    .selectFrom('storage_users')
    .select(({ eb, ref }) => eb('desired_version', '=', ref('applied_version')).as('same'))
    .where('account_id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  expect(Boolean(pushed.same)).toBe(true)
  const { subject, text } = await mailTo('ke-gian-2@example.com')
  expect(subject).toBe('Việc đổi địa chỉ email Kho đã được hoàn tác')
  expect(text).toContain(person.email)
})

test('an owner’s undoing ends what was made since in the whole account, and says so; what was there before stays', async () => {
  const boss = await people.owner('chu-bi-chiem', { events: true })
  const before = await people.subUser(boss, 'co-truoc', 'full-control')
  const made = async (person: Person, name: string) => {
    const visitor = await people.visit(person, { confirmed: true })
    const created = await request(visitor, 'createAccessKey', { body: { name } })
    await request(visitor, 'createApiClient', { body: { name } })
    return { visitor, key: (created.body as { key: { access_key: string } }).key.access_key }
  }
  const topic = async (person: Person, name: string) => {
    const visitor = await people.visit(person, { confirmed: true })
    await request(visitor, 'createTopic', { body: { name, address: 'http://127.0.0.1:9/' } })
  }
  const old = await made(before, 'cũ')
  await topic(boss, 'cu')
  console.clock.now += 10_000
  const token = await changed(boss, 'ke-gian-chu@example.com')
  console.clock.now += 10_000
  const late = await people.subUser(boss, 'moi-them', 'full-control')
  const ofLate = await made(late, 'của <b>người mới</b>')
  const ofBefore = await made(before, 'mới')
  await topic({ ...boss, email: 'ke-gian-chu@example.com' }, 'moi')

  const { body } = await undo(token)
  const ended = body as Record<'access_keys' | 'api_clients', { user: string }[]>
  for (const list of [ended.access_keys, ended.api_clients]) list.sort((a, b) => (a.user < b.user ? -1 : 1))
  expect(ended).toEqual({
    sub_users: [late.email],
    access_keys: [
      { user: before.email, name: 'mới' },
      { user: late.email, name: 'của <b>người mới</b>' },
    ],
    api_clients: [
      { user: before.email, name: 'mới' },
      { user: late.email, name: 'của <b>người mới</b>' },
    ],
    topics: ['moi'],
  })
  expect(problem(await ofLate.visitor.call('GET', '/user')).code).toBe('UNAUTHORIZED')
  expect(problem(await ofLate.visitor.refresh()).code).toBe('UNAUTHORIZED')
  expect(problem(await signIn(late.email)).code).toBe('ACCOUNT_EXPIRED')
  expect((await ofBefore.visitor.call('GET', '/user')).status).toBe(200)
  const { db } = console.kho.services
  const keys = await db
    .selectFrom('access_keys')
    .select('access_key')
    .where('user_id', 'in', [before.id, late.id])
    .where('console', '=', 0)
    .where('enabled', '=', 1)
    .execute()
  expect(keys).toEqual([{ access_key: old.key }])
  const running = await listTopics(db, boss.accountId)
  expect(running.filter(({ paused }) => !paused).map(({ name }) => name)).toEqual(['cu'])
  const { text, html } = await mailTo(boss.email)
  expect(text).toContain(`Người dùng phụ, đã hết hạn: ${late.email}\n`)
  expect(text).toContain(`Khóa truy cập S3, đã tắt: mới (${before.email})\n`)
  expect(text).toContain('Hãy kiểm tra cả những gì có từ trước')
  expect(html).toContain('API client, đã xóa: của &#60;b&#62;người mới&#60;/b&#62;')
})

test.each([
  ['a second later', 1000],
  ['in the same second', 0],
  ['by a clock that is behind', -1000],
])('undoing a change made %s leaves the link that undoes an earlier one', async (_, later) => {
  const person = await people.owner(`hai-lan-${later}`)
  const first = await changed(person, `hai-lan-2-${later}@example.com`)
  console.clock.now += later
  const second = await changed(person, `hai-lan-3-${later}@example.com`)
  expect(await undo(second)).toMatchObject(restored)
  expect((await stateOf(person)).email).toBe(`hai-lan-2-${later}@example.com`)
  expect(await undo(first, 'Vuon-tao#3')).toMatchObject(restored)
  expect((await stateOf(person)).email).toBe(person.email)
})

test('a mailbox alone does not end two-step verification [V6.3.4]', async () => {
  const person = await people.owner('hai-buoc')
  await switchTwoStepOn(console, await people.visit(person))
  expect(await undo(await changed(person, 'hai-buoc-2@example.com'))).toMatchObject(restored)
  const user = { username: person.email, password: newPassword }
  expect(await challengeOf(console.visitor(), user)).toMatch(/^[\w-]{43}$/)
})

test('for seven days an old address is nobody else’s, then anybody’s', async () => {
  const person = await people.owner('giu-cho')
  const token = await changed(person, 'giu-cho-2@example.com')
  const boss = await people.owner('muon-lay')
  const create = async () => {
    const body = { email: person.email, scope: null }
    return request(await people.visit(boss, { confirmed: true }), 'createSubUser', { body })
  }
  const admin = await people.superAdmin()
  const createOwner = async () => {
    const body = { owner_email: person.email, name: 'Muộn' }
    return request(await people.visit(admin, { confirmed: true }), 'createAccount', { body })
  }
  expect(problem(await create())).toEqual(taken)
  expect(problem(await createOwner())).toEqual(taken)
  expect(
    problem(
      await request(await people.visit(admin, { confirmed: true }), 'replaceOwner', {
        body: { id: boss.accountId, owner_email: person.email },
      }),
    ),
  ).toEqual(taken)
  // Whoever may have it back can also ask for it.
  await ask(await people.visit(boss, { confirmed: true }), person.email)
  expect((await mailTo(person.email)).text).not.toContain('confirm-email')

  console.clock.now += 7 * day - 1000
  expect(problem(await create())).toEqual(taken)
  console.clock.now += 1000
  expect(problem(await undo(token))).toEqual(invalidLink)
  expect((await create()).status).toBe(201)
})

test('its old address is the user’s own to go back to', async () => {
  const person = await people.owner('quay-lai')
  await changed(person, 'quay-lai-2@example.com')
  await changed(person, person.email)
  expect((await stateOf(person)).email).toBe(person.email)
})

test('an address that is taken in spite of it is not taken back', async () => {
  const person = await people.owner('hiem')
  const token = await changed(person, 'hiem-2@example.com')
  const other = await people.owner('hiem-khac')
  const { db } = console.kho.services
  await db.updateTable('users').set({ email: person.email }).where('id', '=', other.id).execute()
  expect(problem(await undo(token))).toEqual(taken)
  expect((await stateOf(person)).email).toBe('hiem-2@example.com')
})

test('five mails an hour by one user, three to one address, a hundred looks at links from one place', async () => {
  const limit = (answer: Awaited<ReturnType<typeof ask>>) => problem(answer).code
  const [one, two] = [await people.owner('nhieu-1'), await people.owner('nhieu-2')]
  const first = await people.visit(one, { confirmed: true })
  for (let i = 0; i < 5; i++) expect((await ask(first, `nhieu-${i}@example.org`)).status).toBe(204)
  expect(limit(await ask(first, 'nhieu-6@example.org'))).toBe('TOO_MANY_REQUESTS')
  const second = await people.visit(two, { confirmed: true })
  for (let i = 0; i < 3; i++) expect((await ask(second, 'mot-noi@example.org')).status).toBe(204)
  expect(limit(await ask(second, 'mot-noi@example.org'))).toBe('TOO_MANY_REQUESTS')
  console.clock.now += 60 * 60_000
  for (let i = 0; i < 100; i++) await check('made-up', 'checkEmailChange')
  expect(limit(await check('made-up', 'checkEmailChange'))).toBe('TOO_MANY_REQUESTS')
  expect(limit(await check('made-up', 'checkEmailUndo'))).toBe('TOO_MANY_REQUESTS')
  console.clock.now += 60 * 60_000
})

test('where no mailed link could be trusted, the request says that no mail was sent', async () => {
  const { cookie } = await people.visit(await people.owner('la-host'), { confirmed: true })
  const body = JSON.stringify({ email: 'la-host-2@example.com' })
  const port = Number(new URL(console.url).port)
  const answer = await rawPost(port, 'evil.example', '/api/user/email', body, { cookie })
  expect(JSON.parse(answer.body)).toMatchObject({ status: 503, code: 'MAIL_FAILED' })
})

test('links that are over go with the hourly cleaning', async () => {
  const person = await people.owner('don-dep')
  await changed(person, 'don-dep-2@example.com')
  await requested(person, 'don-dep-3@example.com')
  const { db } = console.kho.services
  const counts = async () =>
    Promise.all(
      (['email_changes', 'email_undos'] as const).map(
        async table =>
          (await db.selectFrom(table).select('hash').where('user_id', '=', person.id).execute()).length,
      ),
    )
  const seconds = Math.floor(console.clock.now / 1000)
  await pruneEmailChanges(db, seconds + 3599)
  expect(await counts()).toEqual([1, 1])
  await pruneEmailChanges(db, seconds + 3600)
  expect(await counts()).toEqual([0, 1])
  await pruneEmailChanges(db, seconds + 7 * 86_400)
  expect(await counts()).toEqual([0, 0])
})
