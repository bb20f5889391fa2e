import { expect, test } from 'vitest'
import type {
  BucketNotification,
  Delivery,
  DeliveryDetail,
  Topic,
  TopicDetail,
} from '../../openapi/schema.ts'
import { seedHistory } from '../../server/demo/history.ts'
import { seedTopics } from '../../server/demo/topics.ts'
import { createAccount } from '../../server/store/accounts.ts'
import { accountSamples } from '../../server/store/bucket-samples.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { monthOf, trafficSeries } from '../../server/store/traffic.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { owner } from './support/console.ts'
import { request } from './support/requests.ts'
import { onEachStore } from './support/stores.ts'
import { ownConsole } from './support/with-console.ts'

test('the demonstration has a topic that delivers and one that fails, and sends nothing to another machine', async () => {
  const console = await ownConsole()
  const { services } = console.kho
  const visitor = await console.signedIn()
  const ask = async <T>(id: string, values: Record<string, string> = {}) => {
    const answer = await request(visitor, id, { values })
    expect([answer.status, answer.body]).toEqual([200, answer.body])
    return answer.body as T
  }
  const user = (await findUserByEmail(services.db, owner.username))!
  await services.db
    .transaction()
    .execute(trx => changeCustomer(trx, user.accountId, { enable_bucket_notification: true }))
  for (const bucket of ['anh-gia-dinh', 'tai-lieu-cong-ty'])
    expect((await visitor.call('POST', '/bucket', { bucket })).status).toBe(201)
  const files = Array.from({ length: 20 }, (_, at) => [
    { bucket: 'anh-gia-dinh', key: `Tết Bính Ngọ 2026/${at}.png`, size: 20_000 + at },
    { bucket: 'tai-lieu-cong-ty', key: `Báo cáo/2026/${at}.csv`, size: 9000 + at },
  ])
  await seedTopics(services, user, files.flat())

  const { topics } = await ask<{ topics: Topic[] }>('listTopics')
  expect(topics.map(({ name, paused, failing_since }) => [name, paused, failing_since !== null])).toEqual([
    ['ke-toan', false, true],
    ['xu-ly-anh', false, false],
  ])
  const { notifications } = await ask<{ notifications: BucketNotification[] }>('listBucketNotifications')
  expect(notifications.map(({ bucket, topic }) => [bucket, topic])).toEqual([
    ['anh-gia-dinh', 'xu-ly-anh'],
    ['tai-lieu-cong-ty', 'ke-toan'],
  ])
  const counts = async (name: string) => (await ask<TopicDetail>('getTopic', { name })).counts
  expect(await counts('xu-ly-anh')).toEqual({ delivered: 14, failed: 1, pending: 0 })
  expect(await counts('ke-toan')).toEqual({ delivered: 12, failed: 0, pending: 3 })

  console.clock.now += 700_000
  const again = await console.signedIn()
  await services.deliverer.run()
  const { body } = await request(again, 'listDeliveries', { values: { name: 'ke-toan', state: 'pending' } })
  const due = (body as { deliveries: Delivery[] }).deliveries.find(({ event }) => event === 's3:TestEvent')
  const told = await request(again, 'getDelivery', { values: { name: 'ke-toan', id: due!.id } })
  expect((told.body as DeliveryDetail).attempts.map(({ problem }) => problem)).toEqual(['ADDRESS_REFUSED'])
})

const now = 1_800_000_000
const today = Math.floor(now / 86_400)
const held = [
  { bucket: 'anh', bytes: 3_000_000, objects: 60 },
  { bucket: 'sao-luu', bytes: 6_000_000, objects: 3 },
]

onEachStore((_kind, open) => {
  test('the demonstration has sixty days of growth and traffic, the same each time', async context => {
    const db = await open(context, () => undefined)
    const facts = async (name: string) => {
      const made = await createAccount(
        db,
        { name, now, enableBucketNotification: true },
        {
          ...{ email: `${name}@example.com`, name: 'An', passwordHash: 'hash' },
          ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false },
          ...{ permission: 'full-control', requireChangePass: false },
        },
      )
      const { accountId } = made!
      await seedHistory(db, { accountId, now, held })
      const samples = await accountSamples(db, { accountId, now, days: 90 })
      const span = { accountId, from: monthOf(2026, 1), to: monthOf(2028, 1) }
      const [days, months] = [await trafficSeries(db, span, true), await trafficSeries(db, span, false)]
      return { samples, days, months }
    }
    const { samples, days, months } = await facts('mot')
    expect(samples.map(({ day }) => today - day)).toEqual(Array.from({ length: 61 }, (_, at) => 60 - at))
    expect(samples.at(-1)).toMatchObject({ bytes: 9_000_000, objects: 63 })
    expect(samples[0]!.bytes).toBeLessThan(6_000_000)
    expect(samples.every(({ bytes }) => bytes > 0)).toBe(true)
    expect(days.map(({ at }) => today - at)).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at))
    const sent = (points: typeof days) => points.reduce((sum, point) => sum + point.sent, 0)
    expect(sent(months)).toBe(sent(days))
    expect(await facts('hai')).toEqual({ samples, days, months })
  })
})
