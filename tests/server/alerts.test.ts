import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Account, Alert } from '../../openapi/schema.ts'
import { makeBackground } from '../../server/background/runner.ts'
import { addAlerts } from '../../server/expiry/alerts.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { startConsole, type TestConsole, type Visitor } from './support/console.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { onEachUrl } from './support/stores.ts'

const day = 86_400
const Bucket = 'kho-cua-an'

let mail: MailServer
let console: TestConsole
let people: People
let owner: Person
let visitor: Visitor
async function start(url: string | null): Promise<void> {
  mail = await startMailServer()
  console = await startConsole({
    KHO_SMTP_URL: mail.url,
    ...(url !== null && { KHO_DATABASE_URL: url, KHO_SECRET: 's'.repeat(32) }),
  })
  people = await makePeople(console)
  owner = await people.owner('an')
  visitor = await people.visit(owner)
}
afterEach(async () => {
  await console.stop()
  await mail.stop()
})

/** The worker of one process. */
function worker(log: unknown[] = []) {
  const { db, vault, admin, now } = console.kho.services
  const background = makeBackground({ now, log: { error: ({ err }) => void log.push(err) } })
  return addAlerts(background, { db, vault, origin: 'https://kho.example.com', admin, now })
}

/** Lets ten minutes pass, and gives the mails that come then: to whom, about what. */
async function alerted(): Promise<string[]> {
  console.clock.now += 600_000
  const before = mail.mails().length
  await worker().run()
  await console.kho.services.mails.run()
  return mail
    .mails()
    .slice(before)
    .map(({ to, subject }) => `${to}: ${subject}`)
    .sort()
}
async function history(): Promise<Alert[]> {
  const visitor = await people.visit(owner)
  return ((await visitor.call('GET', '/user/alerts')).body as { alerts: Alert[] }).alerts
}
async function group(name: string, emails: string[], alerts?: string[]): Promise<void> {
  const body = { name, emails, ...(alerts && { alerts }) }
  expect((await visitor.call('POST', '/user/notification-groups', body)).status).toBe(201)
  const { db, mails } = console.kho.services
  await mails.run()
  await db.updateTable('notification_addresses').set({ state: 'confirmed' }).execute()
}
async function change(terms: object): Promise<Account> {
  const boss = await console.signedIn()
  const answer = await boss.call('PUT', '/user/account', { id: owner.accountId, ...terms })
  expect(answer.status).toBe(200)
  return answer.body as Account
}
const seconds = () => Math.floor(console.clock.now / 1000)

onEachUrl(makeUrl => {
  beforeEach(async context => start(await makeUrl(context)))

  describe('the quota', () => {
    const s3 = () => clientOf(console, owner)
    async function put(Key: string, size: number): Promise<void> {
      await (await s3()).putObject({ Bucket, Key, Body: Buffer.alloc(size) })
    }

    test('is told of at 80, 95 and 100 %, once each until it is left again', async () => {
      await change({ quota: 1_000_000 })
      expect((await visitor.call('POST', '/bucket', { bucket: Bucket })).status).toBe(201)
      await group('Kế toán', ['b@example.com', 'a@example.com'])
      await group('Kỹ thuật', ['a@example.com', 'c@example.com'], ['quota'])
      await group('Hợp đồng', ['d@example.com'], ['expiry'])
      const toAll = (subject: string) => ['a', 'b', 'c'].map(each => `${each}@example.com: ${subject}`)
      await put('a', 700_000)
      expect(await alerted()).toEqual([])
      await put('b', 120_000)
      expect(await alerted()).toEqual(toAll('Your Kho storage is 80% full'))
      const { text, html, raw } = mail.mails().find(({ subject }) => subject.includes('80%'))!
      const link = /^List-Unsubscribe:\s+<(https:\/\/kho\.example\.com\/unsubscribe\/\w{96})>\r?$/m.exec(
        raw,
      )?.[1]
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
      expect(text).toContain(`\n\nUnsubscribe: ${link}\n\n`)
      expect(text).toContain('\n\nAccount: an\nUsed: 802.8 KB / 976.6 KB\n\n')
      expect(html).toContain('Account: an<br>Used:')
      expect(await alerted()).toEqual([])
      await put('c', 140_000)
      expect(await alerted()).toEqual(toAll('Your Kho storage is 95% full'))
      await (await s3()).deleteObject({ Bucket, Key: 'c' })
      expect(await alerted()).toEqual([])
      await put('c', 140_000)
      expect(await alerted()).toEqual(toAll('Your Kho storage is 95% full'))
      // Both thresholds at once: the more urgent alone.
      await change({ quota: 10_000_000 })
      expect(await alerted()).toEqual([])
      await change({ quota: 900_000 })
      expect(await alerted()).toEqual(toAll('Your Kho storage is full'))
      const alerts = await history()
      expect(alerts.map(({ threshold }) => threshold)).toEqual([100, 95, 95, 80])
      expect(alerts[0]).toEqual({
        ...{ kind: 'quota', threshold: 100, used: expect.any(Number), total: 900_000, expire_date: null },
        ...{ at: seconds(), emails: ['a@example.com', 'b@example.com', 'c@example.com'] },
      })
    })

    test('of an account whose storage does not answer is told of later, others at once', async () => {
      await change({ quota: 0 })
      await group('Kế toán', ['a@example.com'])
      const { admin } = console.kho.services
      const { usage } = admin
      admin.usage = async () => {
        throw new Error('not now')
      }
      const log: unknown[] = []
      console.clock.now += 600_000
      await worker(log).run()
      expect(log).toHaveLength(2)
      admin.usage = usage
      expect(await alerted()).toEqual(['a@example.com: Your Kho storage is full'])
    })
  })

  describe('an expiry', () => {
    test('is told of 30, 7 and 1 days before, once each, in the owner’s language', async () => {
      await group('Hợp đồng', ['d@example.com'])
      await group('Kỹ thuật', ['c@example.com'], ['quota'])
      const { db } = console.kho.services
      await db.updateTable('users').set({ locale: 'vi' }).where('id', '=', owner.id).execute()
      await change({ expire_date: seconds() + 40 * day })
      expect(await alerted()).toEqual([])
      const told = async (days: number) => {
        console.clock.now += days * day * 1000
        return alerted()
      }
      const about = (time: string) => [`d@example.com: Tài khoản Kho của bạn sẽ hết hạn trong vòng ${time}`]
      expect([await told(10), await told(1)]).toEqual([about('30 ngày'), []])
      expect([await told(22), await told(3)]).toEqual([about('7 ngày'), []])
      expect([await told(3), await told(0)]).toEqual([about('một ngày'), []])
      // Extended, and due again.
      await change({ expire_date: seconds() + 60 * day })
      expect(await told(1)).toEqual([])
      expect(await told(53)).toEqual(about('7 ngày'))
      expect(await told(8)).toEqual([])
    })

    test('that no group asked for is in the history all the same', async () => {
      const expire_date = seconds() + 5 * day
      await change({ expire_date })
      expect(await alerted()).toEqual([])
      expect(await history()).toEqual([
        { kind: 'expiry', threshold: 7, at: seconds(), used: null, total: null, expire_date, emails: [] },
      ])
    })

    test('is told of once, whichever of many processes is first', async () => {
      await group('Hợp đồng', ['d@example.com'])
      await change({ expire_date: seconds() + 5 * day })
      console.clock.now += 600_000
      const workers = Array.from({ length: 5 }, () => worker())
      await Promise.all(workers.map(each => each.run()))
      mail.empty()
      await console.kho.services.mails.run()
      expect([mail.mails().length, (await history()).length]).toEqual([1, 1])
    })
  })
})
