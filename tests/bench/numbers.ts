import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { countRequests, summarizeTraffic } from '../../server/operations/traffic.ts'
import { accountSamples, dayOf } from '../../server/store/bucket-samples.ts'
import { openDatabase } from '../../server/store/open.ts'
import { monthsWithTraffic } from '../../server/store/traffic.ts'
import { trafficColumns } from '../../server/store/traffic-columns.ts'
import { median } from './median.ts'

const GiB = 1024 ** 3
const today = dayOf(Date.UTC(2026, 11, 31) / 1000)
const columns = ['account_id', 'day', 'bucket', ...trafficColumns]

/** The values of a day of a bucket in use: most kinds a few times, some errors. */
const valuesOf = (seed: number) => {
  const bytes = (by: number) => ((seed * by) % 9973) * 12_345
  return trafficColumns.map((name, at) => {
    if (name === 'received' || name === 'sent') return bytes(at + 3)
    return name.endsWith('_good') ? (seed * (at + 7)) % 5000 : seed % 11 === at ? 2 : 0
  })
}

type Writer = {
  account(id: string): void
  day(id: string, day: number, bucket: string, seed: number): void
  sample(id: string, day: number, bucket: string, seed: number): void
}

/** Writes tables past the server, in one transaction, and the months as sums of their days. */
function fill(file: string, write: (writer: Writer) => void): number {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000; BEGIN')
  const account = db.prepare(
    'INSERT INTO accounts (id, name, storage_uid, expire_date, created_at, sampled_day) VALUES (?, ?, ?, 0, 0, ?)',
  )
  const places = columns.map(() => '?').join(', ')
  const day = db.prepare(`INSERT INTO traffic_days (${columns.join(', ')}) VALUES (${places})`)
  const sample = db.prepare(
    'INSERT INTO bucket_samples (account_id, day, bucket, at, bytes, objects) VALUES (?, ?, ?, ?, ?, ?)',
  )
  write({
    account: id => void account.run(id, id, id, today),
    day: (id, at, bucket, seed) => void day.run(id, at, bucket, ...valuesOf(seed)),
    sample: (id, at, bucket, seed) =>
      void sample.run(id, at, bucket, at * 86_400, ((seed * 7919) % 99_991) * 12_345_678, seed % 99_991),
  })
  const sums = trafficColumns.map(name => `sum(${name})`).join(', ')
  const month = `CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER) * 12
    + CAST(strftime('%m', day * 86400, 'unixepoch') AS INTEGER) - 1`
  db.exec(`INSERT INTO traffic_months (account_id, month, bucket, ${trafficColumns.join(', ')})
    SELECT account_id, ${month}, bucket, ${sums} FROM traffic_days GROUP BY account_id, ${month}, bucket`)
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  const of = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0] as number
  const bytes = of('page_count') * of('page_size')
  db.close()
  return bytes
}

async function emptyDatabase(): Promise<{ dir: string; file: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-numbers-'))
  await (await openDatabase({ url: null, dataDir: dir })).destroy()
  return { dir, file: join(dir, 'kho.sqlite') }
}

/** ms that the numbers of the dashboard take, of an account with `buckets` for two years: a year, and a month by day. */
async function measureDashboard(buckets: number): Promise<Record<string, number>> {
  const { dir, file } = await emptyDatabase()
  const accountId = randomUUID()
  fill(file, writer => {
    writer.account(accountId)
    for (let ago = 0; ago < 730; ago++)
      for (let bucket = 0; bucket < buckets; bucket++)
        writer.day(accountId, today - ago, `bucket-${bucket}`, ago * buckets + bucket)
    for (let ago = 0; ago < 400; ago++)
      for (let bucket = ago % 10; bucket < buckets; bucket += 10)
        writer.sample(accountId, today - ago, `bucket-${bucket}`, ago * buckets + bucket)
  })
  const db = await openDatabase({ url: null, dataDir: dir })
  const of = async (month: number | undefined) => {
    const asked = { accountId, year: 2026, month }
    const started = performance.now()
    const [months, traffic] = [await monthsWithTraffic(db, accountId), await summarizeTraffic(db, asked)]
    await countRequests(db, asked)
    const taken = performance.now() - started
    if (months.length < 24 || traffic.points.length < 12)
      throw new Error('The generated table has too few numbers.')
    return taken
  }
  const growth = async () => {
    const started = performance.now()
    const samples = await accountSamples(db, { accountId, now: today * 86_400, days: 90 })
    const taken = performance.now() - started
    if (samples.length < 90) throw new Error('The generated table has too few samples.')
    return taken
  }
  const times: Record<string, number[]> = { year: [], month: [], growth: [] }
  for (let round = 0; round < 20; round++) {
    times.year!.push(await of(undefined))
    times.month!.push(await of(12))
    times.growth!.push(await growth())
  }
  await db.destroy()
  rmSync(dir, { recursive: true, force: true })
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]))
}

/** Bytes of the database of accounts with ten buckets each, of which a tenth had requests, and changed, each day of a year. */
async function measureSize(accounts: number): Promise<number> {
  const { dir, file } = await emptyDatabase()
  const bytes = fill(file, writer => {
    const ids = Array.from({ length: accounts }, () => randomUUID())
    ids.forEach(writer.account)
    // Day by day, as the server writes: that leaves room in pages.
    for (let day = today - 364; day <= today; day++)
      for (const [account, id] of ids.entries()) {
        const bucket = `bucket-${(day * 7 + account) % 10}`
        writer.day(id, day, bucket, day + account)
        writer.sample(id, day, bucket, day + account)
      }
  })
  rmSync(dir, { recursive: true, force: true })
  return bytes
}

/** The dashboard of two years of 1,000 buckets, and the size of a year of `accounts`; whether the aims are met. */
export async function benchNumbers(accounts: number): Promise<boolean> {
  let met = true
  for (const [name, ms] of Object.entries(await measureDashboard(1000))) {
    met &&= ms <= 50
    console.log(`dashboard of two years, 1,000 buckets, ${name}: ${ms.toFixed(1)} ms (aim 50 ms)`)
  }
  const bytes = await measureSize(accounts)
  const aim = (GiB * accounts) / 10_000
  met &&= bytes <= aim
  console.log(
    `a year of ${accounts} accounts × 10 buckets: ${(bytes / 1024 ** 2).toFixed(0)} MB (aim ${(aim / 1024 ** 2).toFixed(0)} MB)`,
  )
  return met
}
