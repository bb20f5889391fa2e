import { expect, test } from 'vitest'
import { seedHistory } from '../../server/demo/history.ts'
import { createAccount } from '../../server/store/accounts.ts'
import { accountSamples } from '../../server/store/bucket-samples.ts'
import { monthOf, trafficSeries } from '../../server/store/traffic.ts'
import { onEachStore } from './support/stores.ts'

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
