import { beforeEach, expect, test } from 'vitest'
import { mailCodeIn } from '../support/mail.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { restoredConsole, sharedMail } from './support/with-console.ts'

const mail = sharedMail()
const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url }))
let visitor: Visitor
beforeEach(async () => {
  visitor = await console.signedIn()
  await visitor.call('PUT', '/user/init-pin', { pin: '2580' })
})

const confirm = (pin: string) => visitor.call('POST', '/user/confirm-identity', { pin })
const waits = (seconds: number) => ({ status: 429, code: 'TOO_MANY_REQUESTS', retry_after: seconds })

async function wrong(times: number): Promise<void> {
  const codes: string[] = []
  for (let i = 0; i < times; i++) codes.push(problem(await confirm(`9${i}00`)).code)
  expect(codes).toEqual(Array(times).fill('PIN_INCORRECT'))
}

async function pass(seconds: number): Promise<void> {
  console.clock.now += seconds * 1000
  expect((await visitor.refresh()).status).toBe(200)
}

test('wrong pins wait longer each round, with a mail; after twenty only a mailed code helps', async () => {
  await wrong(10)
  expect(problem(await confirm('2580'))).toEqual(waits(900))
  expect((await mail.next(owner.username)).subject).toBe('Mã PIN Kho của bạn bị nhập sai nhiều lần')
  await pass(900)
  await wrong(5)
  expect(problem(await confirm('2580'))).toEqual(waits(3600))
  await pass(3600)
  await wrong(5)
  const blocked = { status: 403, code: 'PIN_BLOCKED' }
  expect(problem(await confirm('2580'))).toEqual(blocked)
  await pass(7 * 86_400)
  expect(problem(await confirm('2580'))).toEqual(blocked)
  expect(problem(await visitor.call('PUT', '/user/change-pin', { pin: '2580', new_pin: '1470' }))).toEqual(
    blocked,
  )
  await visitor.call('POST', '/user/request-reset-pin')
  const code = mailCodeIn(await mail.next(owner.username))
  expect((await visitor.call('PUT', '/user/reset-pin', { code, new_pin: '1470' })).status).toBe(204)
  expect((await confirm('1470')).status).toBe(200)
})

test('the right pin forgets the wrong ones before it', async () => {
  for (let round = 0; round < 3; round++) {
    await wrong(9)
    expect((await confirm('2580')).status).toBe(200)
  }
})

test('twenty tries at once count as twenty', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => confirm(`9${i}00`)))
  const codes = answers.map(answer => problem(answer).code).toSorted()
  expect(codes).toEqual([...Array(10).fill('PIN_INCORRECT'), ...Array(10).fill('TOO_MANY_REQUESTS')])
})
