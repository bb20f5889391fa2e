import type { Page } from 'playwright'
import type { ObjectPage } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import type { Api } from '../support/api.ts'
import type { Console } from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import { median } from './median.ts'
import { seedFlat } from './million-keys.ts'
import { call, closeConnections, type S3Server } from './s3-server.ts'
import { onStage, signedIn } from './stage.ts'

const bucketOf = (size: number) => `bench-listing-${size}`

type Round = Record<Row, number>

/** What is measured of each bucket, and the most ms of it that are aimed at. */
const rows = {
  'page of 1,000': 1.5,
  'page of 1,000, with delimiter': 3,
  'page of 1,000, of versions': 3,
  'page of 1,000 by size, of the console': null,
  'page of 1,000 by date, of the console': null,
  'count of the folder, of the console': null,
  'bare S3 call': null,
  'first rows, from the click (pressed for 80 ms)': null,
}
type Row = keyof typeof rows

/** `listing [sizes]`: buckets of so many objects in one folder: pages of 1,000 and first rows, in turn. */
export function benchListing(sizes: readonly number[], rounds: number): Promise<boolean> {
  return onStage(async ({ kho, browser }) => {
    const { api, page } = await signedIn(browser, kho.url)
    for (const size of sizes) await api.call('POST', '/bucket', { bucket: bucketOf(size) })
    await kho.kill('SIGTERM')
    for (const size of sizes) seedFlat(kho.dataDir, bucketOf(size), size)
    await kho.restart()
    await counted(api, sizes)
    const measured = new Map(sizes.map(size => [size, [] as Round[]]))
    for (let round = 0; round < rounds; round++)
      for (const size of sizes) measured.get(size)!.push(await measure(kho, { api, page, size, round }))
    closeConnections()
    return report(measured)
  })
}

/** Waits until the seeded objects are counted, and says how long that takes. */
async function counted(api: Api, sizes: readonly number[]): Promise<void> {
  const started = performance.now()
  const query = `bucket=${bucketOf(Math.max(...sizes))}&page_size=1&sort=size`
  while (!(await api.call<ObjectPage>('GET', `/objects/paginate?${query}`)).sortable)
    await new Promise(resolve => setTimeout(resolve, 100))
  const objects = sizes.reduce((sum, size) => sum + size, 0)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${objects.toLocaleString('en')} objects of an earlier program counted in ${seconds.toFixed(0)} s`,
  )
}

type Measured = { api: Api; page: Page; size: number; round: number }

async function measure(kho: Console, { api, page, size, round }: Measured): Promise<Round> {
  const bucket = bucketOf(size)
  const { hostname: host, port } = new URL(kho.s3Url)
  const server: S3Server = {
    name: 'kho',
    host,
    port: Number(port),
    region: 'us-east-1',
    keys: await kho.keys(),
  }
  const place = `object-${String(Math.floor((size / 10) * (round % 9))).padStart(8, '0')}`
  const pageOf = (query: string) => timed(() => call(server, 'GET', `/${bucket}`, { query }))
  const ofConsole = (path: string) => timed(() => api.call('GET', path))
  const sorted = (sort: string) => ofConsole(`/objects/paginate?bucket=${bucket}&page_size=1000&sort=${sort}`)
  const client = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }))
  try {
    await pageOf('list-type=2')
    return {
      'page of 1,000': await pageOf(`list-type=2&start-after=${place}`),
      'page of 1,000, with delimiter': await pageOf(`delimiter=%2F&list-type=2&start-after=${place}`),
      'page of 1,000, of versions': await pageOf(`key-marker=${place}&versions=`),
      'page of 1,000 by size, of the console': await sorted('-size'),
      'page of 1,000 by date, of the console': await sorted('-modified'),
      'count of the folder, of the console': await ofConsole(`/objects/count?bucket=${bucket}`),
      'bare S3 call': await timed(() =>
        client.listObjectsV2({ Bucket: bucket, Delimiter: '/', MaxKeys: 1000 }),
      ),
      'first rows, from the click (pressed for 80 ms)': await firstRows(page, kho.url, bucket),
    }
  } finally {
    client.destroy()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function report(measured: ReadonlyMap<number, readonly Round[]>): boolean {
  const names = Object.keys(rows) as Row[]
  const of = (size: number, row: Row) => median(measured.get(size)!.map(round => round[row]))
  const sizes = [...measured.keys()].sort((a, b) => a - b)
  const [least, most] = [sizes[0]!, sizes.at(-1)!]
  const met = names.map(row => {
    const aim = rows[row]
    const values = sizes.map(size => `${size.toLocaleString('en')}: ${of(size, row).toFixed(1)} ms`)
    const isMet = aim === null || of(most, row) <= aim
    const verdict = aim === null ? '' : ` (aim ≤ ${aim} ms): ${isMet ? 'met' : 'NOT MET'}`
    console.log(`${row.padEnd(46)} ${values.join(', ')}${verdict}`)
    return isMet
  })
  const first = 'first rows, from the click (pressed for 80 ms)'
  const over = of(most, first) - of(most, 'bare S3 call')
  const ratio = of(most, first) / of(least, first)
  const isFirst = over <= 50 && ratio <= 1.2
  console.log(
    `first rows of the largest: ${over.toFixed(0)} ms over the bare call (aim ≤ 50), ${ratio.toFixed(2)} × those of the ` +
      `smallest (aim ≤ 1.2): ${isFirst ? 'met' : 'NOT MET'}`,
  )
  return met.every(Boolean) && isFirst
}

/** How long a button of a mouse is held, in ms. */
const press = 80

/**
 * ms from the click on the bucket in the list of buckets until its first row is painted. The link is pressed as a person
 * does: the pointer comes, the button goes down, and up again after a moment, which is the click.
 */
async function firstRows(page: Page, url: string, bucket: string): Promise<number> {
  await page.goto(`${url}/bucket-management`)
  const link = page.getByRole('link', { name: bucket, exact: true }).first()
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const painted = page.evaluate(
    () =>
      new Promise<number>(done =>
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - timeStamp)
            // What is on the page in a frame is painted when the next task runs.
            const look = () => {
              if (document.body.textContent.includes('object-00000000.bin')) port2.postMessage(null)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        ),
      ),
  )
  await link.click({ delay: press })
  return painted
}
