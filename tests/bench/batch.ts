import { batchFilesMaximum, uploadConcurrency } from '../../domain/limits.ts'
import type { Quota, SignedUrls } from '../../openapi/schema.ts'
import { framed } from '../server/support/batches.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { sendAll } from './kept-connections.ts'
import { median } from './median.ts'

const bucket = 'theo-lo'
const count = 10_000
const size = 4096
const aim = 2

/**
 * `batch [rounds]`: 10,000 files of 4 KiB by batches of 64, and by PUTs of signed URLs, with as many connections as the
 * console has. Whether batches take half the time.
 */
export async function benchBatch(rounds: number): Promise<boolean> {
  const kho = await startConsole()
  try {
    const api = await signInApi(kho.url, owner.email, owner.password)
    await api.call('POST', '/bucket', { bucket })
    const times = { batches: [] as number[], puts: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      times.batches.push(await byBatches(kho, api, keysOf(`lô ${round}`)))
      times.puts.push(await byPuts(kho, api, keysOf(`từng tệp ${round}`)))
    }
    const { usage } = await api.call<Quota>('GET', '/dashboard/quota-user')
    if (usage !== rounds * 2 * count * size) throw new Error(`The files are ${usage} bytes.`)
    const [batches, puts] = [median(times.batches), median(times.puts)]
    const rate = (ms: number) => `${Math.round(count / (ms / 1000)).toLocaleString('en')} files/s`
    console.log(
      `10,000 × 4 KiB: batches ${rate(batches)}, signed PUTs ${rate(puts)}: ${(puts / batches).toFixed(2)} × (aim ≥ ${aim})`,
    )
    return puts / batches >= aim
  } finally {
    await kho.stop()
  }
}

function keysOf(folder: string): string[] {
  return Array.from({ length: count }, (_, at) => `${folder}/${at}`)
}

async function byBatches(kho: Console, api: Api, keys: string[]): Promise<number> {
  const path = `/api/objects/put-batch?bucket=${bucket}`
  const requests: Buffer[] = []
  for (let from = 0; from < keys.length; from += batchFilesMaximum) {
    const files = keys.slice(from, from + batchFilesMaximum).map(key => ({ key, size }))
    const body = framed({ files }, Buffer.alloc(files.length * size, 'kho '))
    const headers = `cookie: ${api.cookie}\r\norigin: ${kho.url}\r\ncontent-type: application/octet-stream\r\n`
    requests.push(requestOf('POST', kho, path, headers, body))
  }
  return (await sendAll(addressOf(kho), requests, uploadConcurrency)).ms
}

async function byPuts(kho: Console, api: Api, keys: string[]): Promise<number> {
  const began = performance.now()
  const body = Buffer.alloc(size, 'kho ')
  const requests: Buffer[] = []
  for (let from = 0; from < keys.length; from += 1000) {
    const files = keys.slice(from, from + 1000).map(key => ({ key, size }))
    const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
    for (const url of urls) requests.push(requestOf('PUT', kho, url.slice(kho.url.length), '', body))
  }
  await sendAll(addressOf(kho), requests, uploadConcurrency)
  return performance.now() - began
}

function addressOf(kho: Console): { host: string; port: number } {
  const { hostname, port } = new URL(kho.url)
  return { host: hostname, port: Number(port) }
}

function requestOf(method: string, kho: Console, path: string, headers: string, body: Buffer): Buffer {
  const { host } = new URL(kho.url)
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}content-length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
