import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestBytes, sendAll } from './kept-connections.ts'
import { call, closeConnections, type EngineProcess, root, startEngine, stopEngine } from './s3-server.ts'

const AT_ONCE = 16
/** Requests that are signed before they are sent. */
const BATCH = 16_000

/** `warp-list [objects]`: the shape of `warp list` (github.com/minio/warp): objects of 1 KiB, 16 at once, a folder for each. */
export async function benchWarpList(objects: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-warp-'))
  const engine = await startEngine(root, dir)
  try {
    await call(engine, 'PUT', '/warp')
    const created = await create(engine, objects)
    const started = performance.now()
    const listed = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => list(engine, `${at}/`)))
    const ms = performance.now() - started
    const sum = listed.reduce((all, count) => all + count, 0)
    const perSecond = (count: number, taken: number) =>
      `${Math.round((count / taken) * 1000).toLocaleString('en')} objects/s`
    console.log(
      `${objects.toLocaleString('en')} × 1 KiB, ${AT_ONCE} at once: created ${perSecond(objects, created)}, ` +
        `listed ${perSecond(sum, ms)}`,
    )
    return sum === objects
  } finally {
    closeConnections()
    await stopEngine(engine)
    rmSync(dir, { recursive: true, force: true })
  }
}

/** ms of the requests alone. */
async function create(engine: EngineProcess, objects: number): Promise<number> {
  const body = randomBytes(1024)
  let ms = 0
  for (let from = 0; from < objects; from += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, objects - from) }, (_, at) =>
      requestBytes(engine, 'PUT', `/warp/${(from + at) % AT_ONCE}/${from + at}.rnd`, body),
    )
    ms += (await sendAll(engine, requests, AT_ONCE)).ms
  }
  return ms
}

async function list(engine: EngineProcess, prefix: string): Promise<number> {
  let count = 0
  let token: string | undefined
  do {
    const more = token === undefined ? '' : `continuation-token=${encodeURIComponent(token)}&`
    const query = `${more}list-type=2&prefix=${encodeURIComponent(prefix)}`
    const page = (await call(engine, 'GET', '/warp', { query })).toString()
    count += page.match(/<Contents>/g)?.length ?? 0
    token = /<NextContinuationToken>(.*?)</.exec(page)?.[1]
  } while (token !== undefined)
  return count
}
