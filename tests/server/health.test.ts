import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { closeServer } from '../../server/http/servers.ts'
import { version } from '../../server/program.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { problem, startConsole, type TestConsole } from './support/console.ts'
import { makePeople } from './support/people.ts'
import { onEmbedded } from './support/storages.ts'

let console: TestConsole
afterEach(() => console.stop())

const ask = (path = '/health') => console.visitor().call('GET', path)
const ok = [200, { status: 'ok', version }]
const down = (code: string) => ({ status: 503, code, retry_after: 5 })

test('anybody may ask, and learns no more than that all is well, and the version', async () => {
  console = await startConsole()
  const answer = await ask()
  expect([answer.status, answer.body]).toEqual(ok)
})

test('a database that cannot be reached is told, and told again from memory', async () => {
  console = await startConsole()
  await console.kho.services.db.destroy()
  const answers = await Promise.all([ask(), ask()])
  for (const answer of answers) {
    expect(problem(answer)).toEqual(down('DATABASE_UNAVAILABLE'))
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  expect(problem(await ask('/health/ready'))).toEqual(down('DATABASE_UNAVAILABLE'))
  const live = await ask('/health/live')
  expect([live.status, live.body]).toEqual(ok)
})

test('a storage is asked once in five seconds at most, says why it is not well, and is well again', async () => {
  let status = 200
  let asked = 0
  const storage = createServer((_request, response) => {
    asked++
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(storage, 'listening')
  console = await startConsole({
    KHO_S3_KIND: 's3',
    KHO_S3_PORT: '',
    KHO_S3_ENDPOINT: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    KHO_S3_ADMIN_KEY: 'key',
    KHO_S3_ADMIN_SECRET: 'word',
  })
  const said = async (path?: string) => {
    const answer = await ask(path)
    return answer.status === 200 ? [200, answer.body] : problem(answer)
  }
  const before = asked
  expect(await Promise.all(Array.from({ length: 20 }, () => said()))).toEqual(Array(20).fill(ok))
  expect(asked - before).toBe(1)
  const rows = [
    [500, down('STORAGE_UNAVAILABLE')],
    [403, down('STORAGE_REFUSES')],
    [200, ok],
  ] as const
  for (const [next, answer] of rows) {
    const last = await said()
    status = next
    expect(await said()).toEqual(last)
    console.clock.now += 5000
    expect([await said(), await said('/health/ready')]).toEqual([answer, answer])
  }
  await closeServer(storage)
  console.clock.now += 5000
  expect(await said()).toEqual(down('STORAGE_UNAVAILABLE'))
})

test('a stop is told from its start, and does not wait for a job whose storage hangs', async () => {
  const engine = await onEmbedded()
  const proxy = await startFaultProxy(engine.endpoint)
  onTestFinished(async () => {
    await proxy.close()
    await engine.stop()
  })
  const boss = await makePeople(engine.console).then(people => people.superAdmin())
  const { keys } = await engine.console.kho.services.access.clientForUser(
    (await findUserByEmail(engine.console.kho.services.db, boss.email))!,
  )
  console = await startConsole(
    {
      ...{ KHO_S3_KIND: 's3', KHO_S3_PORT: '', KHO_S3_ENDPOINT: proxy.url },
      ...{ KHO_S3_ADMIN_KEY: keys.accessKey, KHO_S3_ADMIN_SECRET: keys.secretKey },
    },
    { stopGrace: 200 },
  )
  const visitor = await console.signedIn()
  const bucket = 'treo'
  await visitor.call('POST', '/bucket', { bucket })
  await visitor.call('POST', '/objects/create-folder', { bucket, folder: 'a/' })
  proxy.add({ method: 'POST', path: /delete/, times: 1, kind: 'hold' })
  await visitor.call('DELETE', '/format-bucket', { bucket, name: bucket })
  await expect.poll(() => proxy.seen.some(({ path, underWay }) => /delete/.test(path) && underWay)).toBe(true)
  const closed = console.kho.close()
  expect(problem(await ask())).toEqual(down('STOPPING'))
  expect(problem(await ask('/health/ready'))).toEqual(down('STOPPING'))
  expect((await ask('/health/live')).status).toBe(200)
  await closed
})
