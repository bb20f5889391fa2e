// @module-tag faults
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestKind } from '../../domain/traffic.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { region, startEngine, temporaryFolder } from './support.ts'

const bucket = 'so-cai'
const keys = { accessKey: 'LEDGER', secretKey: 'secret' }
const columns = ['good', 'client_error', 'server_error', 'refused', 'received', 'sent'] as const
type Numbers = Record<(typeof columns)[number], number>
type Ledger = Map<RequestKind, Numbers>
type Said = { status: number; text: string; etag: string }

const none = (): Numbers => Object.fromEntries(columns.map(name => [name, 0])) as Numbers
const sorted = (numbers: Iterable<[string, Numbers]>) => Object.fromEntries([...numbers].toSorted())

async function startProcess(dir: string): Promise<{ port: number; kill(): Promise<void> }> {
  const program = join(import.meta.dirname, 'engine-process.ts')
  const child: ChildProcess = spawn(
    process.execPath,
    [program, dir, keys.accessKey, keys.secretKey, JSON.stringify({ lifecycle: false })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'exit')
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return {
    port: Number(line.toString()),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

type Sent = { query?: string; body?: Buffer | string; headers?: Record<string, string>; anonymous?: boolean }

/** Requests on one connection. Each is written into the ledger: the bytes of its body, and those that come back on the wire. */
function makeCaller(port: number, ledger: Ledger) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (
    kind: RequestKind,
    method: string,
    path: string,
    { query = '', body = '', headers = {}, anonymous = false }: Sent = {},
  ): Promise<Said> => {
    const host = `127.0.0.1:${port}`
    const payloadHash = 'UNSIGNED-PAYLOAD'
    const signed = anonymous
      ? {}
      : signHeaders({ method, host, path, query, region, keys, payloadHash, headers })
    const length = Buffer.byteLength(body)
    const sized = method === 'GET' || method === 'HEAD' ? {} : { 'content-length': length }
    const made = request({
      ...{ host: '127.0.0.1', port, method, agent, path: query === '' ? path : `${path}?${query}` },
      headers: { ...headers, ...signed, ...sized },
    })
    let before = 0
    made.once('socket', ({ bytesRead }) => {
      before = bytesRead
    })
    made.end(body)
    const [response] = (await once(made, 'response')) as [IncomingMessage]
    const { socket, statusCode: status = 0 } = response
    const pieces: Buffer[] = []
    for await (const piece of response) pieces.push(piece)
    const said = {
      status,
      text: Buffer.concat(pieces).toString('latin1'),
      etag: response.headers.etag ?? '',
    }
    const numbers = ledger.get(kind) ?? none()
    ledger.set(kind, numbers)
    if (status === 403) numbers.refused += 1
    else {
      numbers[status < 400 ? 'good' : 'client_error'] += 1
      numbers.received += length
      numbers.sent += socket.bytesRead - before
    }
    return said
  }
}

type Call = ReturnType<typeof makeCaller>

/** One of everything that customers do; `round`: in files of its own. */
async function load(call: Call, round: number): Promise<void> {
  const at = (key: string) => `/${bucket}/${round}/${key}`
  const done = async (...said: Parameters<Call>) => {
    const answer = await call(...said)
    expect([answer.status < 300, answer.text]).toEqual([true, expect.anything()])
    return answer
  }
  await done('write', 'PUT', at('a'), { body: randomBytes(300_000 + round) })
  await done('write', 'PUT', at('a'), { body: 'a second version' })
  await done('write', 'PUT', at('public/b'), { body: randomBytes(20_000) })
  await done('read', 'GET', at('a'))
  await done('read', 'HEAD', at('a'))
  await done('read', 'GET', at('public/b'), { headers: { range: 'bytes=100-4999' } })
  await done('write', 'PUT', at('copy'), { headers: { 'x-amz-copy-source': at('public/b') } })
  expect((await call('read', 'GET', at('missing'))).status).toBe(404)

  const begin = async (key: string) => {
    const { text } = await done('write', 'POST', at(key), { query: 'uploads=' })
    return `uploadId=${/<UploadId>(.*)<\/UploadId>/.exec(text)![1]}`
  }
  const upload = await begin('parts')
  const part = { query: `partNumber=1&${upload}`, body: randomBytes(150_000) }
  const { etag } = await done('write', 'PUT', at('parts'), part)
  const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`
  await done('write', 'POST', at('parts'), { query: upload, body })
  const aborted = await begin('aborted')
  await done('write', 'PUT', at('aborted'), { query: `partNumber=1&${aborted}`, body: randomBytes(70_000) })
  await done('delete', 'DELETE', at('aborted'), { query: aborted })
  await done('delete', 'DELETE', at('copy'))
  await done('list', 'GET', `/${bucket}`, { query: 'list-type=2' })
  await done('list', 'GET', `/${bucket}`, { query: 'versions=' })

  await done('read', 'GET', at('public/b'), { anonymous: true })
  expect((await call('read', 'GET', at('a'), { anonymous: true })).status).toBe(403)
  const body403 = 'x'.repeat(5000)
  expect((await call('write', 'PUT', at('z'), { anonymous: true, body: body403 })).status).toBe(403)
}

/** What is in the index on the disk, as a crash would leave it. */
function committed(dir: string): Record<string, Numbers> {
  const copy = temporaryFolder()
  for (const name of ['index.sqlite', 'index.sqlite-wal'])
    if (existsSync(join(dir, name))) copyFileSync(join(dir, name), join(copy, name))
  const db = new DatabaseSync(join(copy, 'index.sqlite'))
  const sums = columns.map(name => `sum(${name}) AS ${name}`).join(', ')
  const rows = db.prepare(`SELECT kind, ${sums} FROM traffic WHERE bucket = ? GROUP BY kind`).all(bucket)
  db.close()
  rmSync(copy, { recursive: true })
  return sorted(rows.map(({ kind, ...numbers }) => [kind as string, { ...numbers } as Numbers]))
}

test('the numbers equal a ledger, and after a kill they lack at most what came since the last commit', async () => {
  const dir = temporaryFolder()
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const { port, kill } = await startProcess(dir)
  onTestFinished(kill)
  const ledger: Ledger = new Map()
  const call = makeCaller(port, ledger)
  expect((await call('write', 'PUT', `/${bucket}`)).status).toBe(200)
  const versioning = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  expect((await call('write', 'PUT', `/${bucket}`, { query: 'versioning=', body: versioning })).status).toBe(
    200,
  )
  const Statement = [
    {
      ...{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject' },
      Resource: `arn:aws:s3:::${bucket}/*/public/*`,
    },
  ]
  const policy = { query: 'policy=', body: JSON.stringify({ Version: '2012-10-17', Statement }) }
  expect((await call('write', 'PUT', `/${bucket}`, policy)).status).toBe(204)
  for (let round = 0; round < 5; round++) await load(call, round)
  await expect.poll(() => committed(dir), { timeout: 30_000 }).toEqual(sorted(ledger))
  const least = structuredClone(sorted(ledger))
  for (let round = 5; round < 10; round++) await load(call, round)
  await kill()

  const again = await startEngine({ dir })
  onTestFinished(() => again.stop({ keep: true }))
  const hour = Math.floor(Date.now() / 3_600_000)
  const rows = again.engine.admin.traffic('owner', hour - 24, hour + 1)
  const kept = new Map(rows.map(row => [row.kind, row]))
  for (const [kind, most] of ledger) {
    for (const name of columns) {
      const value = kept.get(kind)![name]
      expect([kind, name, least[kind]![name] <= value, value <= most[name]]).toEqual([kind, name, true, true])
    }
  }
  expect(kept.size).toBe(ledger.size)
})
