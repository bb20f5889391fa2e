import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3 } from '@aws-sdk/client-s3'
import { MiB } from '../../domain/limits.ts'
import { inTurns } from '../../server/limits/in-turns.ts'
import { makeClient } from '../../server/storage/client.ts'
import { plainCall } from '../../server/storage/signed-request.ts'
import { ahead } from '../../server/zip/stream.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import { median } from './median.ts'

const bucket = 'nen'

type Folder = { name: string; files: number; size: number; atOnce: number }

/** `entries`: how many small files. Large ones come one after the other, as in an archive. */
const folders = (entries: number): Folder[] => [
  { name: 'large', files: 40, size: 128 * MiB, atOnce: 1 },
  { name: 'small', files: entries, size: 1024, atOnce: ahead },
]

/**
 * `zip [entries] [rounds]`: archives of 5 GiB and of so many entries, beside GETs of the same files by this process. Whether
 * each reaches 0.8 of them, sends its first byte within 300 ms, grows the server by less than 100 MiB, and is whole.
 */
export async function benchZip(entries: number, rounds: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-zip-'))
  const kho = await startConsole()
  const client = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }))
  try {
    const api = await signInApi(kho.url, owner.email, owner.password)
    await api.call('POST', '/bucket', { bucket })
    const met: boolean[] = []
    for (const folder of folders(entries)) {
      await fill(client, folder)
      met.push(await row({ kho, api, client, dir }, folder, rounds))
    }
    return met.every(Boolean)
  } finally {
    client.destroy()
    await kho.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Bench = { kho: Console; api: Api; client: S3; dir: string }

async function row(bench: Bench, folder: Folder, rounds: number): Promise<boolean> {
  const { kho, api, client, dir } = bench
  await bareGets(client, folder)
  const bare: number[] = []
  const zipped: number[] = []
  const first: number[] = []
  const before = memoryOf(kho.pid())
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, memoryOf(kho.pid()))
  }, 50)
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timed(() => bareGets(client, folder)))
    const made = await makeZip(api, folder)
    const began = performance.now()
    const answer = await openZip(kho, api, made.url)
    let length = 0
    for await (const bytes of answer) {
      if (length === 0) first.push(performance.now() - began)
      length += bytes.length
    }
    zipped.push(performance.now() - began)
    if (length !== made.size) throw new Error(`${length} bytes came of ${made.size}.`)
  }
  clearInterval(sampling)
  const file = join(dir, `${folder.name}.zip`)
  await pipeline(await openZip(kho, api, (await makeZip(api, folder)).url), createWriteStream(file))
  const whole = unzips(file)
  rmSync(file)
  const ratio = median(bare) / median(zipped)
  const grown = (most - before) / MiB
  console.log(
    `ZIP of ${folder.files} files of ${folder.size} bytes: ${ratio.toFixed(2)} of bare GETs (aim ≥ 0.8), ` +
      `${(median(zipped) / 1000).toFixed(1)} s; first byte ${median(first).toFixed(0)} ms (aim < 300 ms); ` +
      `the server grew by ${grown.toFixed(0)} MiB (aim < 100 MiB); unzip -t: ${whole}`,
  )
  return ratio >= 0.8 && median(first) < 300 && grown < 100 && whole === 'clean'
}

function fill(client: S3, { name, files, size }: Folder): Promise<unknown> {
  const Body = Buffer.alloc(size, 'kho ')
  const keys = Array.from({ length: files }, (_, at) => `${name}/${at % 100}/${at}`)
  return inTurns(size > MiB ? 2 : 32, keys, Key => client.putObject({ Bucket: bucket, Key, Body }))
}

async function bareGets(client: S3, { name, files, atOnce }: Folder): Promise<void> {
  const keys = Array.from({ length: files }, (_, at) => `${name}/${at % 100}/${at}`)
  await inTurns(atOnce, keys, async Key => {
    const body = await plainCall(client, { method: 'GET', bucket, key: Key, headers: {} })
    if (!body) throw new Error(`${Key} did not come.`)
    for await (const _ of body);
  })
}

function makeZip(api: Api, { name }: Folder): Promise<{ url: string; size: number }> {
  return api.call('POST', '/objects/zip', { bucket, prefix: '', keys: [], folders: [`${name}/`] })
}

async function openZip(kho: Console, api: Api, url: string): Promise<Readable> {
  const sent = get(kho.url + url, { headers: { cookie: api.cookie } })
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`The archive is answered by ${answer.statusCode}.`)
  return answer
}

/** Bytes of memory that the process holds; 0 where there is no /proc. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

function unzips(file: string): 'clean' | 'damaged' | 'not installed' {
  if (spawnSync('which', ['unzip']).status !== 0) return 'not installed'
  try {
    execFileSync('unzip', ['-tqq', file], { stdio: 'pipe' })
    return 'clean'
  } catch {
    return 'damaged'
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
