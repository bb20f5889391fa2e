import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import type { RequestTraffic, TrafficSummary } from '../../openapi/schema.ts'
import { dayOf } from '../../server/store/bucket-samples.ts'
import { keepTraffic } from '../../server/store/traffic.ts'
import { type TrafficColumn, trafficColumns } from '../../server/store/traffic-columns.ts'
import { problem, type TestConsole, type Visitor } from './support/console.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

onEachStorage((kind, begin) => {
  const bucket = 'kho-dem'
  let console: TestConsole
  let people: People
  let owner: Person
  let visitor: Visitor

  begin(async started => {
    console = started.console
    people = await makePeople(console)
    owner = await people.owner('chu-dem')
    visitor = await people.visit(owner)
    await ok(request(visitor, 'createBucket', { body: { bucket } }))
  })

  const years = async (who = visitor) =>
    (await ok<{ years: number[] }>(request(who, 'listTrafficYears'))).years
  const summary = (body: object, who = visitor) =>
    ok<TrafficSummary>(request(who, 'summarizeTraffic', { body: { month: undefined, ...body } }))
  const requests = (year: number, month = 0, more: Record<string, string> = {}) =>
    ok<RequestTraffic>(
      request(visitor, 'countRequests', { values: { year: `${year}`, month: `${month}`, ...more } }),
    )

  test('what was sent to a bucket and read from it is in the numbers of its day and year', async () => {
    const s3 = await clientOf(console, owner)
    const Body = Buffer.alloc(200_000, 'kho')
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'a', Body }))
    await (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'a' }))).Body?.transformToByteArray()
    await s3.send(new GetObjectCommand({ Bucket: bucket, Key: 'missing' })).catch(() => undefined)
    const now = new Date(console.clock.now)
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
    // RGW tells what failed in one number, what was not found of no bucket, and all of it a little later.
    const told = async () => {
      expect(await years()).toEqual([year])
      const { refused } = await requests(year, month)
      return [(await requests(year, month, { bucket })).kinds[0], kind === 'rgw' ? refused > 0 : refused]
    }
    const errors = kind === 'rgw' ? null : { client: 1, server: 0 }
    const read = {
      kind: 'read',
      good: 1,
      client_error: errors?.client ?? null,
      server_error: errors?.server ?? null,
    }
    await expect.poll(told).toEqual([read, kind === 'rgw' ? true : 0])
    const { received, sent, points } = await summary({ year, month })
    expect(received).toBeGreaterThanOrEqual(Body.length)
    expect(received).toBeLessThan(Body.length + 20_000)
    expect(sent).toBeGreaterThanOrEqual(Body.length)
    expect(points).toEqual([{ at: now.toISOString().slice(0, 10), received, sent }])
    expect((await summary({ year })).points).toEqual([{ at: now.toISOString().slice(0, 7), received, sent }])
    const months = { values: { year: `${year}` } }
    expect(await ok(request(visitor, 'listTrafficMonths', months))).toEqual({ months: [month] })
  })

  test('a year, month or bucket without data is empty; another account sees nothing; a sub-user may not look', async () => {
    const { db } = console.kho.services
    const none = Object.fromEntries(trafficColumns.map(name => [name, 0])) as Record<TrafficColumn, number>
    const day = (text: string) => dayOf(Date.parse(text) / 1000)
    const of = (bucket: string, read_good: number) => ({ ...none, bucket, read_good, received: 1, sent: 2 })
    await keepTraffic(db, owner.accountId, day('2024-02-29'), [of('cu', 3), of('anh', 4)])
    await keepTraffic(db, owner.accountId, day('2024-12-31'), [of('cu', 5)])
    expect((await years())[0]).toBe(2024)
    expect((await requests(2024)).kinds[0]).toMatchObject({ kind: 'read', good: 12 })
    expect((await requests(2024, 2, { bucket: 'cu' })).kinds[0]).toMatchObject({ good: 3 })
    expect(await summary({ year: 2024, month: 2, bucket: 'cu' })).toEqual({
      ...{ received: 1, sent: 2 },
      points: [{ at: '2024-02-29', received: 1, sent: 2 }],
    })
    expect(await summary({ year: 2023 })).toEqual({ received: 0, sent: 0, points: [] })
    expect(await summary({ year: 2024, bucket: 'chua-co' })).toMatchObject({ points: [] })
    expect((await requests(2024, 3)).kinds.every(({ good }) => good === 0)).toBe(true)
    for (const values of [{ year: '1999' }, { year: 'x' }])
      expect(problem(await request(visitor, 'listTrafficMonths', { values }))).toMatchObject({ status: 400 })

    const other = await people.visit(await people.owner('chu-khac'))
    expect(await years(other)).toEqual([])
    expect(await summary({ year: 2024 }, other)).toMatchObject({ points: [] })
    const sub = await people.visit(await people.subUser(owner, 'xem', 'full-control'))
    const refused = await request(sub, 'listTrafficYears')
    expect(problem(refused)).toEqual({ status: 403, code: 'PERMISSION_DENIED' })
  })
})
