import { expect, test } from 'vitest'
import { owner, type Visitor } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_TRUSTED_PROXIES: 'loopback' }))

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A new browser at this address, in this language. */
function browser(language: 'en' | 'vi', address = '203.0.113.7'): Visitor {
  const visitor = console.visitor()
  Object.assign(visitor.headers, {
    ...{ 'user-agent': agent, 'accept-language': language, 'x-forwarded-for': address },
  })
  return visitor
}

/** The subjects of the security mails since the last look. */
async function told(): Promise<string[]> {
  const before = mail.notices().length
  await console.kho.services.mails.run()
  return mail
    .notices()
    .slice(before)
    .map(each => each.subject)
}

const newDevice = 'Sign-in to your Kho account from a new device'

test('a sign-in with a browser that the user is not known by is told by mail, but for the first of all', async () => {
  console.clock.now = Date.UTC(2026, 10, 25, 8, 30)
  const first = browser('en')
  expect([(await first.signIn(owner)).status, await told()]).toEqual([200, []])
  // The same browser at another address is known; another one at the same address is not.
  first.headers['x-forwarded-for'] = '198.51.100.9'
  expect([(await first.signIn(owner)).status, await told()]).toEqual([200, []])
  expect((await browser('vi').signIn({ ...owner, password: 'Wrong#2026' })).status).toBe(401)
  expect(await told()).toEqual([])
  expect((await browser('vi').signIn(owner)).status).toBe(200)
  // In the language of the last sign-in before: a stranger does not choose it.
  expect(await told()).toEqual([newDevice])
  const notice = await mail.nextNotice(owner.username)
  const facts =
    'Time: November 25, 2026 at 8:30 AM (UTC)\nDevice: Chrome 142, Windows 10\nIP address: 203.0.113.7\n'
  expect(notice.text).toContain(facts)
  expect(notice.text).toContain('If this was not you, set a new password now')
  expect(notice.html).toContain('Chrome 142, Windows 10<br>IP address: 203.0.113.7')
  const other = browser('vi')
  other.headers['user-agent'] = ''
  await other.signIn(owner)
  expect(await told()).toEqual(['Đăng nhập tài khoản Kho từ thiết bị mới'])
  expect((await mail.nextNotice(owner.username)).text).toContain(
    'Thời gian: lúc 08:30 25 tháng 11, 2026 (UTC)\nThiết bị: không rõ\n',
  )
})

test('a program that names no language does not choose that of the mails', async () => {
  await browser('en').signIn(owner)
  const program = console.visitor()
  program.headers['user-agent'] = 'curl/8'
  expect((await program.signIn(owner)).status).toBe(200)
  expect((await browser('vi').signIn(owner)).status).toBe(200)
  expect(await told()).toEqual([newDevice, newDevice])
})

test('a sign-in with a code tells of a new browser alike', async () => {
  const known = browser('en')
  await known.signIn(owner)
  const app = await switchTwoStepOn(console, known)
  expect(await told()).toEqual(['Two-step verification is on for your Kho account'])
  const other = browser('en')
  const challenge = await challengeOf(other, owner)
  expect(await told()).toEqual([])
  expect((await verify(other, challenge, app.code())).status).toBe(200)
  expect(await told()).toEqual([newDevice])
  const again = await challengeOf(known, owner)
  expect((await verify(known, again, app.next())).status).toBe(200)
  expect(await told()).toEqual([])
})

test('a mail shows a name as text [V1.2.1, V3.2.2]', async () => {
  const people = await makePeople(console)
  const visitor = await people.visit(await people.superAdmin(), { confirmed: true })
  const body = { name: '<b>Đêm</b>', permission: 'read', expire_date: 0 }
  expect((await visitor.call('POST', '/user/api-client', body)).status).toBe(201)
  await told()
  const { html, text } = await mail.nextNotice(owner.username)
  expect(text).toContain('<b>Đêm</b>')
  expect(html).toContain('&#60;b&#62;Đêm')
})

test('a refused mail is sent later, as the same mail, and is not sent twice', async () => {
  await browser('en').signIn(owner)
  mail.refuse(true)
  await browser('en').signIn(owner)
  const { id } = await console.kho.services.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  expect(await told()).toEqual([])
  mail.refuse(false)
  // A mail server may be down over a weekend.
  console.clock.now += 4 * 86_400_000
  expect([await told(), await told()]).toEqual([[newDevice], []])
  expect((await mail.nextNotice(owner.username)).raw).toContain(`Message-ID: <${id}@kho.local>`)
})
