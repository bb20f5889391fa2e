import { expect, onTestFinished, test } from 'vitest'
import type { BucketQuota, RequestTraffic, TrafficSummary } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import { addSamples, dayOf, dayText } from '../../server/store/bucket-samples.ts'
import { changeCustomer } from '../../server/store/customers.ts'
import { keepTraffic } from '../../server/store/traffic.ts'
import { type TrafficColumn, trafficColumns } from '../../server/store/traffic-columns.ts'
import { withMethods } from '../support/s3.ts'
import { alone } from './support/alone.ts'
import { problem, region, type TestConsole, type Visitor } from './support/console.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople, type People, type Person } from './support/people.ts'
import { request } from './support/requests.ts'
import { onEachStorage, type StorageConsole } from './support/storages.ts'

onEachStorage((kind, begin) => {
  const bucket = 'kho-dem'
  let console: TestConsole
  let people: People
  let owner: Person
  let visitor: Visitor
  let pass: StorageConsole['pass']
  let endpoint: string

  begin(async started => {
    ;({ console, pass, endpoint } = started)
    people = await makePeople(console)
    owner = await people.owner('chu-dem')
    visitor = await people.visit(owner)
    await ok(request(visitor, 'createBucket', { body: { bucket } }))
  })

  /** A program with the person's key, as the console's own requests are not counted as a customer's. */
  async function programOf(person: Person) {
    const { accessKeyId, secretAccessKey } = await (await clientOf(console, person)).config.credentials()
    const keys = { accessKey: accessKeyId, secretKey: secretAccessKey }
    const client = makeClient({ endpoint, region, keys })
    onTestFinished(() => client.destroy())
    return withMethods(client)
  }

  const years = async (who = visitor) =>
    (await ok<{ years: number[] }>(request(who, 'listTrafficYears'))).years
  const summary = (body: object, who = visitor) =>
    ok<TrafficSummary>(request(who, 'summarizeTraffic', { body: { month: undefined, ...body } }))
  const requests = (year: number, month = 0, more: Record<string, string> = {}) =>
    ok<RequestTraffic>(
      request(visitor, 'countRequests', { values: { year: `${year}`, month: `${month}`, ...more } }),
    )

  test('what was sent to a bucket and read from it is in the numbers of its day and year', async () => {
    const s3 = await programOf(owner)
    const Body = Buffer.alloc(200_000, 'kho')
    await s3.putObject({ Bucket: bucket, Key: 'a', Body })
    await (await s3.getObject({ Bucket: bucket, Key: 'a' })).Body?.transformToByteArray()
    await s3.getObject({ Bucket: bucket, Key: 'missing' }).catch(() => undefined)
    const now = new Date(console.clock.now)
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
    // RGW tells what failed in one number, what was not found of no bucket, and all of it a little later.
    const told = async () => {
      pass(10_000)
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
    await expect.poll(told, { interval: 500 }).toEqual([read, kind === 'rgw' ? true : 0])
    const { received, sent, points } = await summary({ year, month })
    expect(received).toBeGreaterThanOrEqual(Body.length)
    expect(received).toBeLessThan(Body.length + 20_000)
    expect(sent).toBeGreaterThanOrEqual(Body.length)
    expect(points).toEqual([{ at: now.toISOString().slice(0, 10), received, sent }])
    expect((await summary({ year })).points).toEqual([{ at: now.toISOString().slice(0, 7), received, sent }])
    type Hours = {
      kept: boolean
      hours: { hour: number; received: number; sent: number; requests: number }[]
    }
    const hours = (values: Record<string, string>) =>
      ok<Hours>(request(visitor, 'listTrafficHours', { values }))
    const today = now.toISOString().slice(0, 10)
    const by = await hours({ day: today })
    const sum = (of: 'received' | 'sent' | 'requests', those = by) =>
      those.hours.reduce((all, each) => all + each[of], 0)
    expect(by.kept).toBe(true)
    for (const [of, least] of [
      ['received', received],
      ['sent', sent],
    ] as const) {
      expect(sum(of)).toBeGreaterThanOrEqual(least)
      expect(sum(of)).toBeLessThan(least + 20_000)
    }
    expect(by.hours.every(({ hour }) => hour === now.getUTCHours() || hour === now.getUTCHours() + 1)).toBe(
      true,
    )
    expect(sum('requests', await hours({ day: today, bucket }))).toBeGreaterThanOrEqual(2)
    expect(await hours({ day: today, bucket: 'chua-co' })).toEqual({ kept: true, hours: [] })
    expect(await hours({ day: '2020-02-29' })).toEqual({ kept: false, hours: [] })
    expect(await hours({ day: '2099-01-01' })).toEqual({ kept: true, hours: [] })
    const wrong = await request(visitor, 'listTrafficHours', { values: { day: '2026-02-30' } })
    expect(problem(wrong)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' })
    const months = { values: { year: `${year}` } }
    expect(await ok(request(visitor, 'listTrafficMonths', months))).toEqual({ months: [month] })
  })

  test('what the console reads to show its pages is neither the customer’s traffic nor its errors, or said to be', async () => {
    const looker = await people.owner('chu-ngam')
    const lookers = await people.visit(looker)
    const Bucket = 'kho-ngam'
    const s3 = await programOf(looker)
    await s3.createBucket({ Bucket })
    await s3.putObject({ Bucket, Key: 'a', Body: Buffer.alloc(1000) })
    const now = new Date(console.clock.now)
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1]
    const values = { year: `${year}`, month: `${month}` }
    const shown = async () => {
      pass(10_000)
      await years(lookers)
      const requests = await ok<RequestTraffic>(request(lookers, 'countRequests', { values }))
      return { ...requests, ...(await summary({ year, month }, lookers)) }
    }
    // Creating a bucket is a request, too.
    const written = async () => (await shown()).kinds.find(each => each.kind === 'write')?.good
    await expect.poll(written, { interval: 500 }).toBe(2)
    const before = await shown()
    for (const read of [
      'listObjects',
      'getBucketPolicy',
      'getBucketLifecycle',
      'getBucketVersioning',
    ] as const)
      await request(lookers, read, { values: { bucket: Bucket } })
    if (kind === 'rgw') {
      expect(before.console).toBe(null)
      return
    }
    await expect.poll(async () => (await shown()).console?.client_error, { interval: 500 }).toBeGreaterThan(0)
    const after = await shown()
    expect(after.console!.good).toBeGreaterThan(before.console!.good)
    expect({ ...after, console: null }).toEqual({ ...before, console: null })
    const today = now.toISOString().slice(0, 10)
    const day = { from: today, to: new Date(console.clock.now).toISOString().slice(0, 10) }
    const csv = await ok<string>(request(lookers, 'exportTraffic', { values: day }))
    const { good, client_error, server_error } = after.console!
    expect(csv).toMatch(new RegExp(`,${after.sent},${good + client_error + server_error}\r\n$`))
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

  test('the growth has a day for each measurement, and says when the quota will be full where there is a trend', async () => {
    const { db, sync } = console.kho.services
    const grower = await people.owner('chu-lon')
    const growers = await people.visit(grower)
    const growth = () =>
      ok<{ samples: { day: string; size: number; objects: number }[]; full_on: string | null }>(
        request(growers, 'getGrowth'),
      )
    expect(await growth()).toEqual({ samples: [], full_on: null })
    const today = dayOf(Date.now() / 1000)
    for (let ago = 12; ago >= 0; ago--) {
      const at = (today - ago) * 86_400 + 60
      const half = { bytes: 500_000 * (12 - ago), objects: 1 }
      await addSamples(db, grower.accountId, at, [
        { bucket: 'a', ...half },
        { bucket: 'b', ...half },
      ])
    }
    expect(await growth()).toMatchObject({ full_on: null })
    await changeCustomer(alone(db), grower.accountId, { quota: 20_000_000 })
    await sync.apply(grower.accountId)
    const { samples, full_on } = await growth()
    expect(samples.length).toBe(13)
    expect(samples.at(-1)).toEqual({ day: dayText(today), size: 12_000_000, objects: 2 })
    expect(full_on).toBe(dayText(today + 20))
  })

  test('the CSV has a line for each bucket and day, of all accounts for the super admin alone, and for API clients', async () => {
    const { db } = console.kho.services
    const payer = await people.owner('chu-csv')
    const payers = await people.visit(payer, { confirmed: true })
    const day = dayOf(Date.parse('2025-05-31') / 1000)
    const none = Object.fromEntries(trafficColumns.map(name => [name, 0])) as Record<TrafficColumn, number>
    const untold = { read_client_error: null, read_server_error: null }
    await keepTraffic(db, payer.accountId, day, [
      { ...none, ...untold, bucket: 'anh', read_good: 3, refused: 2, received: 10, sent: 20 },
    ])
    await addSamples(db, payer.accountId, day * 86_400, [{ bucket: 'anh', bytes: 5000, objects: 7 }])
    await addSamples(db, payer.accountId, (day + 1) * 86_400, [{ bucket: 'anh', bytes: 6000, objects: 8 }])
    // Read 31 days at a time: the last day is the first of its piece.
    const values = { from: '2025-05-01', to: '2025-06-01' }
    const file = (await ok<string>(request(payers, 'exportTraffic', { values }))).split('\r\n')
    const column = (name: string) => file[0]!.replace('\ufeff', '').split(',').indexOf(name)
    const rows = file.slice(1, -1).map(line => line.split(','))
    const of = (...names: string[]) => rows.map(row => names.map(name => row[column(name)]))
    expect(of('account_id', 'day', 'bucket', 'stored_bytes', 'objects')).toEqual([
      [payer.accountId, '2025-05-31', 'anh', '5000', '7'],
      [payer.accountId, '2025-06-01', 'anh', '6000', '8'],
    ])
    expect(of('read_good', 'read_client_error', 'refused', 'received_bytes', 'sent_bytes')).toEqual([
      ['3', '', '2', '10', '20'],
      ['0', '0', '0', '0', '0'],
    ])
    for (const wrong of [{ from: '2025-02-31' }, { to: '2025-04-30' }, { from: 'x' }])
      expect(
        problem(await request(payers, 'exportTraffic', { values: { ...values, ...wrong } })),
      ).toMatchObject({ status: 400 })

    const all = { values: { ...values, accounts: 'all' } }
    expect(problem(await request(payers, 'exportTraffic', all)).code).toBe('PERMISSION_DENIED')
    const boss = await console.signedIn()
    expect(await ok<string>(request(boss, 'exportTraffic', all))).toContain(payer.accountId)
    expect(await ok<string>(request(boss, 'exportTraffic', { values }))).not.toContain(payer.accountId)

    const { token } = await ok<{ token: string }>(
      request(payers, 'createApiClient', { body: { name: 'billing', permission: 'read', expire_date: 0 } }),
    )
    const program = { authorization: `Bearer ${token}` }
    const said = await request(console.visitor(), 'exportTraffic', { values }, program)
    expect(said.body).toContain('2025-06-01,anh,6000')
  })

  test('an account has one size: the super admin sees the largest accounts with what their own pages show', async () => {
    const { db, sync } = console.kho.services
    const large = await people.owner('chu-nhat')
    await changeCustomer(alone(db), large.accountId, { quota: 20_000_000 })
    await sync.apply(large.accountId)
    const s3 = await clientOf(console, large)
    await s3.createBucket({ Bucket: 'kho-nhat' })
    await s3.putObject({ Bucket: 'kho-nhat', Key: 'a', Body: Buffer.alloc(3_000_000) })
    const before = { bucket: 'kho-nhat', bytes: 9e15, objects: 1000 }
    await addSamples(db, large.accountId, Date.now() / 1000, [before])
    const boss = await console.signedIn()
    type Account = { id: string; size: number | null; objects: number | null; quota: number | null }
    type Sizes = { accounts: number; size: number; objects: number; largest: Account[] }
    const { accounts, size, objects, largest } = await ok<Sizes>(request(boss, 'summarizeAccounts'))
    expect(accounts).toBeGreaterThan(1)
    const of = { values: { account: large.accountId } }
    const { usage } = await ok<{ usage: number }>(request(boss, 'getQuotaUser', of))
    const told = { id: large.accountId, size: usage, objects: 1, quota: 20_000_000 }
    expect(largest.find(({ id }) => id === large.accountId)).toMatchObject(told)
    expect(largest.map(({ size }) => size)).toEqual(largest.map(({ size }) => size!).sort((a, b) => b - a))
    // The sum counts the same sizes.
    expect(size).toBeLessThan(9e15)
    expect(size).toBeGreaterThanOrEqual(usage)
    expect(objects).toBeLessThan(1000)
  })

  test('the super admin sees what the server does by itself, and how that goes', async () => {
    const boss = await console.signedIn()
    type Worker = { name: string; runs: number; failures: number; last_run: number | null; lag: number }
    const mails = async () =>
      (await ok<{ workers: Worker[] }>(request(boss, 'listWorkers'))).workers.find(
        ({ name }) => name === 'mails',
      )!
    const { runs } = await mails()
    await console.kho.services.mails.run()
    const after = await mails()
    expect(after).toMatchObject({ failures: 0, lag: 0 })
    expect(after.runs).toBeGreaterThan(runs)
    expect(after.last_run).toBeTypeOf('number')
  })

  test('the super admin opens the dashboard of any account, an owner nobody else’s', async () => {
    const { db, sync } = console.kho.services
    const shown = await people.owner('chu-xem')
    const showns = await people.visit(shown)
    await ok(request(showns, 'createBucket', { body: { bucket: 'kho-xem' } }))
    const s3 = await clientOf(console, shown)
    await s3.putObject({ Bucket: 'kho-xem', Key: 'a', Body: Buffer.alloc(5000) })
    await changeCustomer(alone(db), shown.accountId, { quota: 20_000_000 })
    await sync.apply(shown.accountId)
    const none = Object.fromEntries(trafficColumns.map(name => [name, 0])) as Record<TrafficColumn, number>
    const day = dayOf(Date.parse('2024-05-06') / 1000)
    await keepTraffic(db, shown.accountId, day, [{ ...none, bucket: 'kho-xem', read_good: 3, sent: 9 }])
    await addSamples(db, shown.accountId, console.clock.now / 1000, [
      { bucket: 'kho-xem', bytes: 5000, objects: 1 },
    ])
    const boss = await console.signedIn()
    const account = shown.accountId
    const asked = { account, year: '2024', month: '5' }
    const of = <T>(id: Parameters<typeof request>[1], who = boss, values: Record<string, string> = asked) =>
      ok<T>(request(who, id, { values }))
    expect(await of('getDashboardAccount', boss, { id: account })).toEqual({
      ...{ id: account, name: 'chu-xem', expire_date: 0 },
      buckets: [{ name: 'kho-xem', size: 5000, objects: 1 }],
    })
    expect(await of('getQuotaUser')).toMatchObject({ total: 20_000_000 })
    const { years: seen } = await of<{ years: number[] }>('listTrafficYears')
    expect(seen[0]).toBe(2024)
    expect(await of('listTrafficMonths')).toEqual({ months: [5] })
    expect((await of<RequestTraffic>('countRequests')).kinds[0]).toMatchObject({ good: 3 })
    expect(await summary({ year: 2024, account }, boss)).toMatchObject({ sent: 9 })
    expect(await of('listTrafficHours', boss, { account, day: '2024-05-06' })).toMatchObject({ kept: false })
    expect(await of('getGrowth')).toMatchObject({ samples: [{ size: 5000, objects: 1 }] })
    const days = { from: '2024-05-01', to: '2024-05-31', account }
    expect(await of('exportTraffic', boss, days)).toContain('2024-05-06,kho-xem')
    const nobody = '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11'
    const missing = [
      ...(
        ['getQuotaUser', 'listTrafficYears', 'listTrafficMonths', 'countRequests', 'getGrowth'] as const
      ).map(id => request(boss, id, { values: { ...asked, account: nobody } })),
      request(boss, 'getDashboardAccount', { values: { id: nobody } }),
      request(boss, 'listTrafficHours', { values: { day: '2024-05-06', account: nobody } }),
      request(boss, 'exportTraffic', { values: { ...days, account: nobody } }),
      request(boss, 'summarizeTraffic', { body: { year: 2024, account: nobody } }),
    ]
    for (const answer of await Promise.all(missing)) expect(problem(answer).code).toBe('USER_NOT_FOUND')
  })

  test('a bucket’s quota is set by the owner, and enforced by the storage', async () => {
    const name = `${bucket}-han-muc`
    await ok(request(visitor, 'createBucket', { body: { bucket: name } }))
    const read = () => ok<BucketQuota>(request(visitor, 'getBucketQuota', { values: { bucket: name } }))
    const change = async (quota: number | null, revision?: string) =>
      request(visitor, 'putBucketQuota', {
        body: { bucket: name, quota, revision: revision ?? (await read()).revision },
      })
    const before = await read()
    expect(before.quota).toBe(null)
    expect(await ok<BucketQuota>(change(102_401))).toMatchObject({
      quota: kind === 'rgw' ? 102_400 : 102_401,
    })
    expect(problem(await change(5, before.revision)).code).toBe('SETTING_CHANGED')
    const s3 = await clientOf(console, owner)
    const put = (Bucket: string, bytes: number) =>
      s3.putObject({ Bucket, Key: 'quota', Body: Buffer.alloc(bytes) }).then(
        () => 'stored',
        (error: { code: string }) => error.code,
      )
    expect([await put(name, 200_000), await put(name, 20_000)]).toEqual(['NOT_ENOUGH_STORAGE', 'stored'])
    expect((await read()).usage).toBe(kind === 'rgw' ? 20_480 : 21_024)
    expect(await put(bucket, 200_000)).toBe('stored')
    await ok(change(null))
    expect(await put(name, 200_000)).toBe('stored')

    const nowhere = { values: { bucket: 'khong-co-o-day' } }
    expect(problem(await request(visitor, 'getBucketQuota', nowhere)).code).toBe('BUCKET_NOT_FOUND')
    const other = await people.visit(await people.owner('chu-la'))
    const theirs = { values: { bucket: name } }
    expect(problem(await request(other, 'getBucketQuota', theirs)).code).toBe('BUCKET_NOT_FOUND')
    const body = { bucket: name, quota: 1, revision: before.revision }
    expect(problem(await request(other, 'putBucketQuota', { body })).code).toBe('BUCKET_NOT_FOUND')
  })
})
