import { expect, test } from 'vitest'
import { guardSignIn } from '../../server/operations/sign-in.ts'
import { resetLinkIn } from '../support/mail.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { addSubUser } from './support/people.ts'
import { restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({
  KHO_SMTP_URL: mail.url,
  KHO_PUBLIC_URL: 'http://kho.example',
  KHO_TRUSTED_PROXIES: 'loopback',
}))

const wrong = { ...owner, password: 'Wrong#2026' }
const waits = { status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 900 }
const blocked = { status: 429, code: 'NEW_DEVICE_BLOCKED', retry_after: 86_400 }

/** A browser at this address, behind the proxy. */
function at(address: string, device = ''): Visitor {
  const visitor = console.visitor()
  visitor.headers = { origin: 'http://kho.example', 'x-forwarded-for': address }
  visitor.device = device
  return visitor
}

/** Signs in with a browser that nobody has used before, and leaves what it is known by from then on. */
async function knownDevice(who = owner): Promise<string> {
  const visitor = at('192.0.2.7')
  expect((await visitor.signIn(who)).status).toBe(200)
  return visitor.device
}

async function fail(visitor: Visitor, times: number): Promise<string[]> {
  const codes: string[] = []
  for (let i = 0; i < times; i++) codes.push(problem(await visitor.signIn(wrong)).code)
  return codes
}

async function failEverywhere(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const by = {
      user: owner.username,
      visitor: { address: `198.51.100.${i}`, userAgent: '' },
      now: console.clock.now,
    }
    await guardSignIn(console.kho.services, { by, email: owner.username, device: null }, async () => false)
  }
}

test('ten wrong passwords lock out their own addresses, neither other places nor known devices', async () => {
  const device = await knownDevice()
  const attacker = at('203.0.113.1')
  expect(await fail(attacker, 10)).toEqual(Array(10).fill('INVALID_CREDENTIALS'))
  expect(problem(await attacker.signIn(owner))).toEqual(waits)
  expect((await at('192.0.2.8').signIn(owner)).status).toBe(200)
  expect((await at('203.0.113.1', device).signIn(owner)).status).toBe(200)
})

test('guesses from many places are stopped after a hundred, for new devices alone [V6.3.1]', async () => {
  const device = await knownDevice()
  await failEverywhere(100)
  expect(problem(await at('192.0.2.8').signIn(owner))).toEqual(blocked)
  expect(problem(await at('192.0.2.8').signIn({ ...owner, username: 'nobody@example.com' })).code).toBe(
    'INVALID_CREDENTIALS',
  )
  const known = at('192.0.2.8', device)
  expect((await known.signIn(owner)).status).toBe(200)
  console.clock.now += 86_400_000
  expect((await at('192.0.2.8').signIn(owner)).status).toBe(200)
})

test('an address that nobody has is blocked alike', async () => {
  const nobody = { username: 'nobody@example.com', password: 'Wrong#2026' }
  for (let i = 0; i < 10; i++) {
    const visitor = at(`198.51.100.${i}`)
    for (let j = 0; j < 10; j++) await visitor.signIn(nobody)
  }
  expect(problem(await at('192.0.2.8').signIn(nobody)).code).toBe('NEW_DEVICE_BLOCKED')
})

test('a mailed link lets a blocked device in, and forgets the devices of before', async () => {
  const device = await knownDevice()
  await failEverywhere(100)
  const visitor = at('192.0.2.8')
  await visitor.call('POST', '/user/request-reset-password', { email: owner.username })
  const token = resetLinkIn(await mail.next(owner.username)).split('#')[1]
  const password = 'Vuon-tao#9'
  expect((await visitor.call('PUT', '/user/reset-password', { token, new_password: password })).status).toBe(
    204,
  )
  await failEverywhere(100)
  expect((await visitor.signIn({ ...owner, password })).status).toBe(200)
  expect(problem(await at('192.0.2.8', device).signIn({ ...owner, password })).code).toBe(
    'NEW_DEVICE_BLOCKED',
  )
})

test('a stolen device cookie has ten tries in a quarter of an hour and thirty a day, and locks out nobody else', async () => {
  const device = await knownDevice()
  const thief = at('203.0.113.1', device)
  for (let round = 0; round < 3; round++) {
    expect(await fail(thief, 11)).toEqual([...Array(10).fill('INVALID_CREDENTIALS'), 'TOO_MANY_REQUESTS'])
    console.clock.now += 900_000
  }
  expect(problem(await thief.signIn(owner))).toEqual({
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    retry_after: 86_400 - 2700,
  })
  expect((await at('203.0.113.1').signIn(owner)).status).toBe(200)
})

test('a device is known to the user who signed in with it, by a cookie that scripts cannot read and each sign-in changes', async () => {
  const visitor = at('192.0.2.7')
  const answer = await visitor.signIn(owner)
  const cookie = answer.headers.getSetCookie().find(each => /^kho_\w+_device=/.test(each))
  expect(cookie?.split('; ').slice(1)).toEqual(['Max-Age=15552000', 'Path=/', 'HttpOnly', 'SameSite=Strict'])
  const first = visitor.device
  expect(first).toMatch(/^kho_[0-9a-f]{12}_device=[\w-]{43}$/)
  const reader = await addSubUser(console, 'read')
  await visitor.signIn(reader)
  const second = visitor.device
  expect(second).not.toBe(first)
  await failEverywhere(100)
  expect(problem(await at('192.0.2.7', first).signIn(owner)).code).toBe('NEW_DEVICE_BLOCKED')
  const readers = await knownDevice(reader)
  expect(problem(await at('192.0.2.7', readers).signIn(owner)).code).toBe('NEW_DEVICE_BLOCKED')
  expect((await at('192.0.2.7', second).signIn(owner)).status).toBe(200)
})

test('a user has twenty known devices, the newest, and each for half a year', async () => {
  const first = await knownDevice()
  let newest = first
  for (let i = 0; i < 20; i++) {
    console.clock.now += 1000
    newest = await knownDevice()
  }
  const rows = await console.kho.services.db.selectFrom('devices').selectAll().execute()
  expect(rows.length).toBe(20)
  await failEverywhere(100)
  expect(problem(await at('192.0.2.7', first).signIn(owner)).code).toBe('NEW_DEVICE_BLOCKED')
  console.clock.now += 181 * 86_400_000
  await failEverywhere(100)
  expect(problem(await at('192.0.2.7', newest).signIn(owner)).code).toBe('NEW_DEVICE_BLOCKED')
})
