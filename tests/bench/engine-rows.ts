import { randomBytes } from 'node:crypto'
import { requestBytes, sendAll } from './kept-connections.ts'
import { getFile, putFile } from './large-file.ts'
import { folder } from './million-keys.ts'
import { call, type S3Server } from './s3-server.ts'

const bucket = '/bench'
/** The paths of the buckets that are listed. */
export const pages = { plain: '/bench-plain', versions: '/bench-versions' }

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const percentile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

/** What one server reached: ms, or requests per second. */
export type Reached = {
  put: number
  twoPuts: number
  headBeside: number
  get: number
  putsOfSmall: number
  getsOfSmall: number
  pages: Record<string, number>
}

/** `before`: called in each round. */
export async function measureLarge(
  server: S3Server,
  file: string,
  rounds: number,
  before?: () => Promise<void>,
) {
  const put: number[] = []
  const twoPuts: number[] = []
  const get: number[] = []
  const heads: number[] = []
  await call(server, 'PUT', `${bucket}/small`, { body: Buffer.alloc(10) })
  for (let round = 0; round < rounds; round++) {
    await before?.()
    put.push(await putFile(server, `${bucket}/large`, file))
    get.push(await getFile(server, `${bucket}/large`))
    const started = performance.now()
    await Promise.all(['a', 'b'].map(name => putFile(server, `${bucket}/${name}`, file)))
    twoPuts.push(performance.now() - started)
  }
  const beside = { ends: false }
  const putting = putFile(server, `${bucket}/large`, file).finally(() => {
    beside.ends = true
  })
  while (!beside.ends) {
    const requests = Array.from({ length: 20 }, () => requestBytes(server, 'HEAD', `${bucket}/small`))
    heads.push(...(await sendAll(server, requests, 1)).each)
  }
  await putting
  return {
    put: median(put),
    twoPuts: median(twoPuts),
    get: median(get),
    headBeside: percentile(heads, 0.99),
  }
}

/** Requests per second, of objects of 4 KiB, 16 at once. */
export async function measureSmall(server: S3Server, count: number, rounds: number) {
  const body = randomBytes(4096)
  const rate = async (method: 'PUT' | 'GET'): Promise<number> => {
    const requests = Array.from({ length: count }, (_, number) =>
      requestBytes(server, method, `${bucket}/s${number}`, method === 'PUT' ? body : undefined),
    )
    return (count / (await sendAll(server, requests, 16)).ms) * 1000
  }
  const puts: number[] = []
  const gets: number[] = []
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    puts.push(await rate('PUT'))
    gets.push(await rate('GET'))
  }
  return { putsOfSmall: median(puts.slice(1)), getsOfSmall: median(gets.slice(1)) }
}

/** ms for 1,000 entries of a page, from different places of the bucket; the key of each row is one of `folders`. */
export async function measurePages(server: S3Server, folders: number): Promise<Record<string, number>> {
  const after = (round: number) => encodeURIComponent(folder(Math.floor((folders / 2 / 20) * round)))
  const rows: Record<string, (place: string) => [path: string, query: string]> = {
    plain: place => [pages.plain, `list-type=2&start-after=${place}`],
    delimiter: place => [pages.plain, `delimiter=%2F&list-type=2&start-after=${place}`],
    'versions on': place => [pages.versions, `list-type=2&start-after=${place}`],
    'all versions': place => [pages.versions, `key-marker=${place}&versions=`],
  }
  const reached: Record<string, number> = {}
  for (const [name, queryAt] of Object.entries(rows)) {
    const times: number[] = []
    for (let round = 0; round < 20; round++) {
      const [path, query] = queryAt(after(round))
      const started = performance.now()
      const page = await call(server, 'GET', path, { query })
      const taken = performance.now() - started
      const entries = page.toString('utf8').match(/<(Contents|Version|CommonPrefixes)>/g)?.length
      if (!entries) throw new Error(`A page of ${server.name} (${name}) is empty.`)
      // Pages of Ceph RGW may be shorter.
      times.push((taken / entries) * 1000)
    }
    reached[name] = median(times)
  }
  return reached
}

const versioning =
  '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>'

export async function makeBuckets(server: S3Server): Promise<void> {
  for (const path of [bucket, pages.plain, pages.versions]) await call(server, 'PUT', path)
  await call(server, 'PUT', pages.versions, { query: 'versioning=', body: Buffer.from(versioning) })
}

/** Fills the listed buckets with the fewest objects that fill every page: 2 in each folder, and in `versions` 2 of each. */
export async function fillPages(server: S3Server, folders: number): Promise<void> {
  const paths = Array.from({ length: folders }, (_, number) => folder(number)).flatMap(name =>
    [pages.plain, pages.plain, pages.versions, pages.versions].map(
      (path, index) => `${path}/${name}k${index % 2}.bin`,
    ),
  )
  const requests = paths.map(path => requestBytes(server, 'PUT', path))
  await sendAll(server, requests, 64)
}
