import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { requestKinds } from '../../domain/traffic.ts'
import { makeBackground } from '../../server/background/runner.ts'
import { addTrafficRollUp, makeRollUpNow, rollUp } from '../../server/expiry/traffic.ts'
import { trafficCsv } from '../../server/operations/traffic.ts'
import type { BucketTraffic } from '../../server/storage-admin/storage-admin.ts'
import { createAccount, type NewUser } from '../../server/store/accounts.ts'
import {
  accountSamples,
  addSamples,
  dayOf,
  largestAccounts,
  samplesOf,
  sizeOfAll,
} from '../../server/store/bucket-samples.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import type { Database } from '../../server/store/open.ts'
import {
  accountsToRollUp,
  bucketDays,
  monthOf,
  monthsWithTraffic,
  sumTraffic,
  trafficSeries,
} from '../../server/store/traffic.ts'
import { alone } from './support/alone.ts'
import { onEachStore } from './support/stores.ts'

const owner: NewUser = {
  ...{ email: 'owner@example.com', name: 'Chủ', passwordHash: 'hash', permission: 'full-control' },
  ...{ isAdmin: true, isSupperAdmin: false, isSubUser: false, requireChangePass: false },
}
const hour = 3600
const at = (text: string) => Date.parse(text) / 1000

onEachStore((_, open) => {
  let db: Database
  let accountId: string
  let now: number
  /** What the storage still has, by unix hour. */
  let hours: Map<number, BucketTraffic[]>
  let asked: number

  beforeEach(async context => {
    now = at('2026-01-30T12:00:00Z')
    hours = new Map()
    asked = 0
    db = await open(context, () => undefined)
    accountId = (await createAccount(db, { name: 'Kho nhà', now }, owner))!.accountId
  })

  function happens(bucket: string, more: Partial<BucketTraffic> = {}) {
    const row = {
      bucket,
      kind: 'read',
      good: 1,
      client_error: 0,
      server_error: 0,
      refused: 0,
      received: 10,
      sent: 100,
    }
    const key = Math.floor(now / hour)
    hours.set(key, [...(hours.get(key) ?? []), { ...row, ...more } as BucketTraffic])
  }

  const keep = async () => {
    const account = (await accountsToRollUp(db, '')).find(({ id }) => id === accountId)
    await rollUp({ db, admin: storage(), now: () => now * 1000 }, account!)
  }
  function storage() {
    return {
      async traffic(_: string, from: number, to: number) {
        asked++
        const rows = [...hours].filter(([key]) => key >= from && key < to).flatMap(([, rows]) => rows)
        const sums = new Map<string, BucketTraffic>()
        for (const row of rows) {
          const sum = sums.get(row.bucket + row.kind)
          if (!sum) sums.set(row.bucket + row.kind, { ...row })
          else for (const name of ['good', 'refused', 'received', 'sent'] as const) sum[name] += row[name]
        }
        return [...sums.values()]
      },
    }
  }
  const sum = (from: number, to: number, bucket?: string) => sumTraffic(db, { accountId, bucket, from, to })
  const [january, february] = [monthOf(2026, 1), monthOf(2026, 2)]

  test('days and months have the sums of their hours, by bucket and in all, and count nothing twice', async () => {
    happens('anh', { good: 3 })
    happens('anh', { kind: 'write', good: 2, client_error: 1, received: 5000 })
    happens('phim', { refused: 4, good: 0, received: 0, sent: 0 })
    await keep()
    now += hour
    happens('anh')
    await keep()
    await keep()
    now = at('2026-02-01T00:05:00Z')
    happens('anh', { good: 7 })
    await keep()
    expect(await sum(january, february)).toMatchObject({
      ...{ read_good: 4, write_good: 2, write_client_error: 1, write_server_error: 0 },
      ...{ list_good: 0, refused: 4, received: 5020, sent: 300 },
    })
    expect(await sum(january, february + 1, 'anh')).toMatchObject({ read_good: 11, refused: 0 })
    expect(await sum(february + 1, february + 2)).toMatchObject({ read_good: 0, read_client_error: 0 })
    expect(await monthsWithTraffic(db, accountId)).toEqual([
      { year: 2026, month: 1 },
      { year: 2026, month: 2 },
    ])
    const span = { accountId, from: january, to: february + 1 }
    expect(await trafficSeries(db, span, false)).toEqual([
      { at: january, received: 5020, sent: 300 },
      { at: february, received: 10, sent: 100 },
    ])
    expect((await trafficSeries(db, span, true)).map(({ at }) => at)).toEqual([
      dayOf(at('2026-01-30T00:00:00Z')),
      dayOf(at('2026-02-01T00:00:00Z')),
    ])
  })

  test('what came at the end of a day is kept after midnight; later the day is not asked for again', async () => {
    now = at('2026-01-30T23:59:59Z')
    await keep()
    happens('anh')
    now = at('2026-01-31T00:01:00Z')
    await keep()
    expect((await sum(january, february)).read_good).toBe(1)
    now = at('2026-01-31T01:00:00Z')
    await keep()
    asked = 0
    await keep()
    expect(asked).toBe(1)
  })

  test('hours that the storage has dropped take nothing away, and a pause of a month loses nothing', async () => {
    happens('anh', { good: 5 })
    await keep()
    hours.clear()
    await keep()
    expect((await sum(january, february)).read_good).toBe(5)
    now = at('2026-02-10T00:00:00Z')
    happens('anh')
    now = at('2026-03-09T00:00:00Z')
    await keep()
    expect((await sum(february, february + 1)).read_good).toBe(1)
  })

  test('an account that is looked at is rolled up once in ten seconds; what the storage does not answer is logged', async () => {
    now = at('2026-01-30T12:00:00Z')
    const { traffic } = storage()
    let down = false
    const admin = {
      async traffic(...hours: Parameters<typeof traffic>) {
        if (down) throw new Error('down')
        return traffic(...hours)
      },
    }
    const logged: unknown[] = []
    const log = { error: ({ err }: { err: unknown }) => logged.push(String(err)) }
    const look = makeRollUpNow({ db, admin, now: () => now * 1000, log })
    happens('anh')
    await Promise.all([look(accountId), look(accountId)])
    expect([asked, (await sum(january, february)).read_good]).toEqual([1, 1])
    happens('anh')
    now += 9
    await look(accountId)
    expect((await sum(january, february)).read_good).toBe(1)
    now += 1
    await look(accountId)
    expect([asked, (await sum(january, february)).read_good, logged]).toEqual([2, 2, []])
    down = true
    now += 10
    await look(accountId)
    await look('no account')
    expect(logged).toEqual(['Error: down', expect.stringMatching(/no result/i)])
  })

  test('since when a quota has no room left is known without anybody looking', async () => {
    await changeCustomer(alone(db), accountId, { quota: 1000 })
    let full = true
    const usage = async () => ({ bytes: 0, objects: 0, quota: 1000, counted: 1000, full })
    const background = makeBackground({ now: () => now * 1000, log: { error: () => undefined } })
    const admin = { ...storage(), usage }
    const worker = addTrafficRollUp(background, { db, admin, now: () => now * 1000 })
    const since = async () => {
      await worker.run()
      return (await db.selectFrom('accounts').select('full_since').executeTakeFirstOrThrow()).full_since
    }
    const began = now
    expect(await since()).toBe(began)
    now += 300
    expect(await since()).toBe(began)
    full = false
    expect(await since()).toBe(null)
    await background.stop()
  })

  test('samples and days of all buckets are summed by account, the largest first', async () => {
    const large = { ...owner, email: 'large@example.com' }
    const other = (await createAccount(db, { name: 'Kho lớn', now, quota: 5000 }, large))!.accountId
    const yesterday = now - 86_400
    await addSamples(db, accountId, now, [{ bucket: 'anh', bytes: 10, objects: 1 }])
    await addSamples(db, other, yesterday, [{ bucket: 'cu', bytes: 9000, objects: 9 }])
    await addSamples(db, other, now, [
      { bucket: 'a', bytes: 600, objects: 2 },
      { bucket: 'b', bytes: 400, objects: 3 },
    ])
    expect(await largestAccounts(db, 10)).toMatchObject([
      { id: other, name: 'Kho lớn', quota: 5000, size: 1000, objects: 5 },
      { id: accountId, name: 'Kho nhà', quota: null, size: 10, objects: 1 },
    ])
    expect(await sizeOfAll(db)).toEqual({ accounts: 2, size: 1010, objects: 6 })
    expect(await accountSamples(db, { accountId: other, now, days: 90 })).toEqual([
      { day: dayOf(yesterday), bytes: 9000, objects: 9 },
      { day: dayOf(now), bytes: 1000, objects: 5 },
    ])
    happens('anh', { good: 3 })
    await keep()
    const days = await bucketDays(db, accountId, dayOf(now) - 1, dayOf(now))
    expect(days).toMatchObject([{ day: dayOf(now), bucket: 'anh', bytes: 10, objects: 1, read_good: 3 }])
    const none = (await createAccount(db, { name: 'Trống', now }, { ...owner, email: 'none@example.com' }))!
    expect((await largestAccounts(db, 10)).at(-1)).toMatchObject({ id: none.accountId, size: null })
  })

  test('a bucket’s sample is stored where it changed, and read on each day that was measured until the bucket ended', async () => {
    const day = dayOf(now)
    const sample = (ago: number, ...held: [bucket: string, bytes: number][]) =>
      addSamples(
        db,
        accountId,
        now - ago * 86_400,
        held.map(([bucket, bytes]) => ({ bucket, bytes, objects: 1 })),
      )
    await sample(600, ['cu', 7], ['mat', 1])
    await sample(599, ['cu', 7])
    await sample(6, ['anh', 10], ['phim', 0])
    await sample(5, ['anh', 10], ['phim', 0])
    await sample(4, ['anh', 20], ['phim', 0])
    // Nothing was measured three days ago.
    await sample(2, ['anh', 20], ['phim', 0])
    await sample(1, ['phim', 0])
    await sample(0, ['anh', 20], ['phim', 0])
    const told = async (days: number) =>
      (await accountSamples(db, { accountId, now, days })).map(each => [
        day - each.day,
        each.bytes,
        each.objects,
      ])
    const growth = [
      ...[
        [6, 10, 2],
        [5, 10, 2],
        [4, 20, 2],
        [2, 20, 2],
      ],
      ...[
        [1, 0, 1],
        [0, 20, 2],
      ],
    ]
    expect(await told(90)).toEqual(growth)
    expect(await told(5)).toEqual(growth.slice(2))
    const days = await bucketDays(db, accountId, day - 1, day + 30)
    expect(days.map(each => [each.bucket, day - each.day, each.bytes])).toEqual([
      ...[
        ['phim', 1, 0],
        ['anh', 0, 20],
        ['phim', 0, 0],
      ],
    ])
    const of = async (since: number) =>
      (await samplesOf(db, { accountId, bucket: 'phim', since, now, days: 30 })).map(each => day - each.day)
    expect(await of(0)).toEqual([6, 5, 4, 2, 1, 0])
    // A bucket of the same name that was made after the sample of that day, and holds as little.
    expect(await of(now - 4 * 86_400 + 1)).toEqual([2, 1, 0])
    const stored = await db
      .selectFrom('bucket_samples')
      .select(['bucket', 'day', 'bytes'])
      .orderBy('day')
      .orderBy('bucket')
      .execute()
    expect(stored.map(each => [each.bucket, day - each.day, each.bytes])).toEqual([
      ...[
        ['anh', 6, 10],
        ['phim', 6, 0],
        ['anh', 4, 20],
        ['anh', 3, null],
        ['phim', 3, null],
      ],
      ...[
        ['anh', 2, 20],
        ['phim', 2, 0],
        ['anh', 1, null],
        ['anh', 0, 20],
      ],
    ])
  })

  test('where the storage does not tell errors apart, they are unknown, not zero', async () => {
    happens('anh', { client_error: null, server_error: null })
    await keep()
    const all = await sum(january, february)
    expect(requestKinds.map(kind => all[`${kind}_client_error`])).toEqual(requestKinds.map(() => null))
    expect(all).toMatchObject({ read_good: 1, write_good: 0, received: 10 })
  })

  test('what the console reads is in no other number; where it was counted with others, it is unknown, not zero', async () => {
    const account = { id: accountId, name: 'Kho nhà', contract_code: '1' }
    const csv = async () => {
      const days = { from: dayOf(at('2026-01-01T00:00:00Z')), to: dayOf(now) }
      const asked = { account, ...days, signal: new AbortController().signal }
      let text = ''
      for await (const piece of trafficCsv(db, asked)) text += piece
      const [head, ...lines] = text.split('\r\n')
      const names = head!.split(',')
      const cell = (line: string, name: string) => line.split(',')[names.indexOf(name)]
      return lines
        .slice(0, -1)
        .map(line => ['bucket', 'read_good', 'sent_bytes', 'console_requests'].map(name => cell(line, name)))
    }
    const own = { kind: 'console', good: 2, client_error: 3, received: 5, sent: 900 } as const
    happens('anh')
    happens('anh', own)
    happens('xem', own)
    await keep()
    expect(await sum(january, february)).toMatchObject({
      ...{ read_good: 1, read_client_error: 0, received: 10, sent: 100, refused: 0 },
      ...{ console_good: 4, console_client_error: 6, console_server_error: 0 },
    })
    expect(await csv()).toEqual([
      ['anh', '1', '100', '5'],
      ['xem', '0', '0', '5'],
    ])
    // As a row from before is, which does not become known later.
    for (const table of ['traffic_days', 'traffic_months'] as const)
      await db.updateTable(table).set({ console_good: null }).where('bucket', '=', 'anh').execute()
    happens('anh', own)
    await keep()
    now = at('2026-01-31T12:00:00Z')
    happens('anh', own)
    await keep()
    expect(await sum(january, february)).toMatchObject({
      console_good: null,
      read_client_error: 0,
      sent: 100,
    })
    expect(await sum(january, february, 'xem')).toMatchObject({ console_good: 2 })
    expect((await csv()).map(line => line.at(-1))).toEqual(['', '5', '5'])
    now = at('2026-03-01T12:00:00Z')
    happens('xem', own)
    await keep()
    expect(await monthsWithTraffic(db, accountId)).toEqual([{ year: 2026, month: 1 }])
    const series = await trafficSeries(db, { accountId, from: january, to: february + 2 }, true)
    expect(series).toEqual([{ at: dayOf(at('2026-01-30T12:00:00Z')), received: 10, sent: 100 }])
  })

  test('an export of a century without traffic lets others have their turns', async () => {
    const account = { id: accountId, name: 'Kho nhà', contract_code: '1' }
    const days = { from: 0, to: dayOf(now), signal: new AbortController().signal }
    let text: string | undefined
    const exported = (async () => {
      let all = ''
      for await (const piece of trafficCsv(db, { account, ...days })) all += piece
      text = all
    })()
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    expect(text).toBeUndefined()
    await exported
    expect(text).toMatch(/^\ufeffaccount_id,.*\r\n$/)
  })
})
