import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeClient } from '../../server/storage/client.ts'
import { signInApi } from '../support/api.ts'
import { buildConsole } from '../support/build.ts'
import { ensureChromium, openBrowser } from '../support/chromium.ts'
import { owner, startConsole } from '../support/console.ts'
import { desktop, signIn, visit } from '../support/visit.ts'
import { benchAgainst } from './against.ts'
import { benchAttacks } from './attack.ts'
import { curl, rawXhr, signPuts } from './baseline.ts'
import { benchBatch } from './batch.ts'
import { benchDurability } from './durability.ts'
import { benchEngine } from './engine.ts'
import { benchEvents } from './events.ts'
import { benchFirstPaint } from './first-paint.ts'
import { benchJobs } from './jobs.ts'
import { bareCall, fillBucket, firstRows } from './listing.ts'
import { median } from './median.ts'
import { benchMove } from './move.ts'
import { benchNumbers } from './numbers.ts'
import { uploadInConsole } from './product.ts'
import { benchSignIn } from './sign-in.ts'
import { benchSortSearch } from './sort-search.ts'
import { benchSync } from './sync.ts'
import { type Workload, workloads, writeWorkload } from './workload.ts'
import { benchZip } from './zip.ts'

/**
 * `bench.ts durability [rounds]`: the engine killed while it is written to (durability.ts); `bench.ts sync [rounds]`:
 * consoles killed while rights change (sync.ts); `bench.ts move [kills]`: the server killed while a folder is moved
 * (move.ts); `bench.ts jobs [objects] [rounds]`: jobs beside bare S3 calls (jobs.ts);
 * `bench.ts batch [rounds]`: small files by batches beside signed PUTs (batch.ts);
 * `bench.ts zip [entries] [rounds]`: archives beside bare GETs (zip.ts); `bench.ts attack [rounds]`: page loads beside known attacks (attack.ts). None needs a browser.
 * `bench.ts events [events] [kills]`: events delivered while the server is killed (events.ts).
 * `bench.ts numbers [accounts]`: the dashboard's numbers on generated tables, and their size (numbers.ts).
 * `bench.ts sign-in [rounds]`: the sign-in page's first paint on a slow line (first-paint.ts), and Lighthouse on it
 * (sign-in.ts). All exit with 1 where an aim is missed.
 *
 * Speeds as ratios within one run: `bench.ts [uploads|listing] [rounds]`. Each round sends the same files by the
 * console, by nothing but XHR and by curl, in turn; the medians are compared. `sort [rounds]`: a folder of 10,000 sorted
 * and searched (sort-search.ts), exits with 1 where a task takes over 50 ms. `engine [rounds]`: see `benchEngine`;
 * `engine [rounds] --against <commit>`: see `benchAgainst`.
 */
const part = process.argv[2] ?? 'all'
const rounds = Number(process.argv[3] ?? 3)
if (part === 'engine') {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { against: { type: 'string' } },
    allowPositionals: true,
  })
  const rounds = Number(positionals[0] ?? (values.against ? 5 : 3))
  if (values.against) await benchAgainst(values.against, rounds)
  process.exit(values.against || (await benchEngine(rounds)) ? 0 : 1)
}
if (part === 'sync') process.exit((await benchSync(Number(process.argv[3] ?? 30))) ? 0 : 1)

if (part === 'numbers') process.exit((await benchNumbers(Number(process.argv[3] ?? 10_000))) ? 0 : 1)

if (part === 'events') {
  const [events = 100_000, kills = 10] = process.argv.slice(3).map(Number)
  process.exit((await benchEvents(events, kills)) ? 0 : 1)
}

if (part === 'move') process.exit((await benchMove(Number(process.argv[3] ?? 10))) ? 0 : 1)

if (part === 'jobs') {
  const [objects = 20_000, rounds = 3] = process.argv.slice(3).map(Number)
  process.exit((await benchJobs(objects, rounds)) ? 0 : 1)
}

if (part === 'batch') process.exit((await benchBatch(rounds)) ? 0 : 1)

if (part === 'zip') {
  const [entries = 100_000, rounds = 3] = process.argv.slice(3).map(Number)
  process.exit((await benchZip(entries, rounds)) ? 0 : 1)
}

if (part === 'durability') process.exit((await benchDurability(Number(process.argv[3] ?? 200))) ? 0 : 1)

const MB = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

buildConsole()
if (part === 'attack') process.exit((await benchAttacks(rounds)) ? 0 : 1)
ensureChromium()
if (part === 'sign-in') {
  const kho = await startConsole()
  const browser = await openBrowser()
  const painted = await benchFirstPaint(browser, kho.url, rounds)
  await browser.close()
  const reached = await benchSignIn(kho.url, rounds)
  await kho.stop()
  process.exit(painted && reached ? 0 : 1)
}
const dir = mkdtempSync(join(tmpdir(), 'kho-bench-'))
const kho = await startConsole()
const api = await signInApi(kho.url, owner.email, owner.password)
const browser = await openBrowser()
const context = await visit(browser, kho.url, desktop)
const page = await context.newPage()
await page.goto(kho.url)
await signIn(page)
await page.waitForURL('**/bucket-management')

async function benchUploads(workload: Workload): Promise<void> {
  const folder = writeWorkload(dir, workload)
  const times = { console: [] as number[], xhr: [] as number[], curl: [] as number[] }
  let peakHeap = 0
  let heapAfter = 0
  let longestTask = 0
  let longTasks = 0
  for (let round = 0; round < rounds; round++) {
    const bucket = (kind: string) => `bench-${workload.files}-${kind}-${round}`
    for (const kind of ['console', 'xhr', 'curl']) await api.call('POST', '/bucket', { bucket: bucket(kind) })
    const run = await uploadInConsole(page, kho.url, bucket('console'), folder, workload)
    times.console.push(run.ms)
    peakHeap = Math.max(peakHeap, run.peakHeap)
    heapAfter = Math.max(heapAfter, run.heapAfter)
    longestTask = Math.max(longestTask, run.longestTask)
    longTasks += run.longTasks

    await page.goto(`${kho.url}/security`)
    const forXhr = await signPuts(api, bucket('xhr'), workload)
    const sent = await rawXhr(page, folder, forXhr.puts)
    const completing = performance.now()
    await forXhr.complete(sent.etags)
    times.xhr.push(sent.ms + performance.now() - completing)

    const whole =
      workload.files === 1
        ? await signWhole(bucket('curl'), workload)
        : await signPuts(api, bucket('curl'), workload)
    times.curl.push(await curl(dir, folder, whole.puts))
  }
  const [byConsole, byXhr, byCurl] = [median(times.console), median(times.xhr), median(times.curl)]
  console.log(
    `${workload.name.padEnd(16)} console ${seconds(byConsole)}, raw XHR ${seconds(byXhr)}, curl ${seconds(byCurl)}: ` +
      `${(byXhr / byConsole).toFixed(2)} of raw XHR, ${(byCurl / byConsole).toFixed(2)} of curl`,
  )
  const tasks =
    longTasks === 0
      ? 'no task over 50 ms'
      : `${longTasks} tasks over 50 ms, longest ${longestTask.toFixed(0)} ms`
  console.log(`${''.padEnd(16)} JS heap at most ${MB(peakHeap)}, ${MB(heapAfter)} after collection; ${tasks}`)
  rmSync(folder, { recursive: true })
}

/** For curl, which sends a large file whole: one PUT of it. */
async function signWhole(bucket: string, workload: Workload) {
  const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
    bucket,
    files: [{ key: 'f00000.bin', size: workload.size }],
  })
  return { puts: [{ file: 'f00000.bin', url: urls[0]!, start: 0, end: workload.size }] }
}

async function benchSort(): Promise<boolean> {
  const client = makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() })
  const make = (bucket: string) => api.call('POST', '/bucket', { bucket })
  try {
    return await benchSortSearch(page, { url: kho.url, client, make }, rounds)
  } finally {
    client.destroy()
  }
}

async function benchListing(objects: number): Promise<void> {
  await api.call('POST', '/bucket', { bucket: 'bench-listing' })
  const client = makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() })
  await fillBucket(client, 'bench-listing', objects)
  const bare: number[] = []
  const rows: number[] = []
  for (let round = 0; round < Math.max(rounds, 7); round++) {
    bare.push(await bareCall(client, 'bench-listing'))
    rows.push(await firstRows(page, kho.url, 'bench-listing'))
  }
  client.destroy()
  const over = median(rows) - median(bare)
  console.log(
    `first rows of ${objects.toLocaleString('en')} objects, from the click (pressed for 80 ms): ${median(rows).toFixed(0)} ms, ` +
      `bare S3 call ${median(bare).toFixed(0)} ms: ${over.toFixed(0)} ms over it`,
  )
}

try {
  if (part === 'sort') process.exitCode = (await benchSort()) ? 0 : 1
  else if (part !== 'listing') for (const workload of workloads) await benchUploads(workload)
  if (part !== 'uploads' && part !== 'sort') await benchListing(100_000)
} finally {
  await browser.close()
  await kho.stop()
  rmSync(dir, { recursive: true, force: true })
}
