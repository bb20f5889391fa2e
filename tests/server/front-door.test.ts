import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { ownOrigins } from '../../server/http/servers.ts'
import { s3Name } from '../../server/storage/client.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { withMethods } from '../support/s3.ts'
import { owner, type Visitor } from './support/console.ts'
import { restoredConsole } from './support/with-console.ts'

const log: string[] = []
const console = restoredConsole({ KHO_LOG_LEVEL: 'warn' }, { logTo: { write: line => log.push(line) } })
beforeEach(() => {
  log.length = 0
})

/** Calls the API under another host's name, as nothing but a program can; gives the status. */
async function callAs(host: string, visitor: Visitor, method: string, path: string, body?: object) {
  const { hostname, port } = new URL(console.url)
  const sent = request({
    hostname,
    port,
    method,
    path: `/api${path}`,
    headers: {
      host,
      origin: `http://${host}`,
      cookie: visitor.cookie,
      ...(body && { 'content-type': 'application/json' }),
    },
  })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

async function corsOrigins(bucket: string): Promise<string[] | null> {
  const { access, db } = console.kho.services
  const user = await findUserByEmail(db, owner.username)
  const client = withMethods((await access.clientForAccount(user!)).client)
  try {
    const { CORSRules } = await client.getBucketCors({ Bucket: bucket })
    return CORSRules?.flatMap(rule => rule.AllowedOrigins ?? []) ?? []
  } catch (error) {
    if (s3Name(error) === 'NoSuchCORSConfiguration') return null
    throw error
  }
}

test('a bucket’s CORS rule names the console’s own origins, whatever host a request names, and no read writes it [V3.4.2]', async () => {
  const visitor = await console.signedIn()
  await visitor.call('POST', '/bucket', { bucket: 'anh' })
  for (const host of ['*', 'a;b']) expect(await callAs(host, visitor, 'GET', '/bucket')).toBe(400)
  for (const host of ['evil.example', new URL(console.url).host]) {
    expect(await callAs(host, visitor, 'GET', '/objects/paginate?bucket=anh')).toBe(200)
  }
  expect(await corsOrigins('anh')).toBeNull()
  const upload = { bucket: 'anh', key: 'a', size: 1 }
  expect(await callAs('evil.example', visitor, 'POST', '/objects/start-upload', upload)).toBe(201)
  const { port } = new URL(console.url)
  expect(await corsOrigins('anh')).toEqual([
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    `http://[::1]:${port}`,
  ])
})

test('the console’s origins are the public one, else this computer’s and the one that it listens on', () => {
  const server = { address: () => ({ port: 8080 }) } as never
  const origins = (host: string, publicUrl: string | null) =>
    ownOrigins({ host, publicUrl, tls: null } as never, server)
  expect(origins('0.0.0.0', 'https://kho.example')).toEqual(['https://kho.example'])
  expect(origins('192.0.2.1', null)).toEqual([
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://192.0.2.1:8080',
  ])
})

test('no proxy is trusted unless configured: what it forwards is ignored, and the log says so once [V4.1.3, V15.3.4]', async () => {
  const visitor = console.visitor()
  visitor.headers['x-forwarded-for'] = '203.0.113.9'
  await visitor.signIn({ ...owner, password: 'Wrong#2026' })
  await visitor.signIn(owner)
  const recorded = await console.kho.services.db.selectFrom('audit').select('address').execute()
  expect(recorded).toEqual([{ address: '127.0.0.1' }, { address: '127.0.0.1' }])
  const warnings = log.filter(line => line.includes('X-Forwarded-For'))
  expect(warnings.length).toBe(1)
})

test('connections that are reset right after their request leave nothing in the log', async () => {
  const { hostname, port } = new URL(console.url)
  for (let count = 0; count < 20; count++) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET /api/health HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`, () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
  expect((await fetch(`${console.url}/api/health`)).status).toBe(200)
  expect(log).toEqual([])
})
