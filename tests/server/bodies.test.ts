import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { bodyMemory } from '../../server/http/bodies.ts'
import type { Share } from '../../server/limits/shares.ts'
import { owner, problem, type Visitor } from './support/console.ts'
import { restoredConsole } from './support/with-console.ts'

const MiB = 1024 ** 2
const busy = { status: 429, code: 'TOO_MANY_REQUESTS', retry_after: 5 }

const console = restoredConsole()

type Held = { socket: Socket; answer: Promise<string> }

/** Begins a request whose body is said to come by `header`, and sends `sent` of it. */
async function begin(visitor: Visitor, path: string, header: string, sent = ''): Promise<Held> {
  const { hostname, port, host, origin } = new URL(visitor.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    `DELETE /api${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${origin}`,
    `Cookie: ${visitor.cookie}`,
    'Content-Type: application/json',
    header,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${sent}`)
  return { socket, answer: text(socket).catch(() => '') }
}

const declared = (bytes: number) => `Content-Length: ${bytes}`

test('bodies beyond the budget are refused before a byte of them is read, and the connection closes [V5.2.1]', async () => {
  const visitor = await console.signedIn()
  const answers: string[] = []
  const held: Held[] = []
  for (let i = 0; i < 5; i++) {
    const one = await begin(visitor, '/objects/delete', declared(8 * MiB), '{"bucket"')
    void one.answer.then(answer => answers.push(answer))
    held.push(one)
  }
  await expect.poll(() => answers.length).toBe(3)
  const told = answers.map(answer => [
    /^HTTP\/1.1 (\d+)/.exec(answer)?.[1],
    /^retry-after: (.*)\r$/im.exec(answer)?.[1],
    /^connection: (.*)\r$/im.exec(answer)?.[1],
    /"code":"(\w+)"/.exec(answer)?.[1],
  ])
  expect(told).toEqual(Array(3).fill(['429', '5', 'close', 'TOO_MANY_REQUESTS']))
  const small = async () =>
    problem(await visitor.call('DELETE', '/objects/delete', { bucket: 'none', keys: ['a'] }))
  expect(await small()).toEqual(busy)
  expect((await console.visitor().signIn(owner)).status).toBe(200)
  for (const { socket } of held) socket.destroy()
  await expect.poll(small).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
})

test('a body without a length counts as it comes', async () => {
  const visitor = await console.signedIn()
  const held = await begin(visitor, '/objects/delete', declared(8 * MiB), '{')
  const growing = await begin(visitor, '/objects/delete', 'Transfer-Encoding: chunked', '800000\r\n"')
  growing.socket.write('a'.repeat(8 * MiB - 2000))
  const third = await begin(visitor, '/objects/delete', 'Transfer-Encoding: chunked', '100000\r\n"')
  third.socket.write('a'.repeat(MiB - 1))
  const answered = await Promise.race([growing.answer, third.answer])
  expect(answered).toMatch(/^HTTP\/1.1 429 /)
  for (const { socket } of [held, growing, third]) socket.destroy()
})

test('a body of very many values is refused while it comes [V1.5.2]', async () => {
  const visitor = await console.signedIn()
  const body = `{"keys":[${'[],'.repeat(2 * MiB)}0`
  const { answer } = await begin(visitor, '/objects/delete', declared(8 * MiB), body)
  expect(await answer).toMatch(/^HTTP\/1.1 400 [\s\S]*too many values/)
})

test('a body in very many pieces ends the connection', async () => {
  const visitor = await console.signedIn()
  const pieces = '1\r\n \r\n'.repeat(10_000)
  const { answer } = await begin(visitor, '/objects/delete', 'Transfer-Encoding: chunked', pieces)
  expect(await answer).toBe('')
})

test('commas and brackets in text are no values', async () => {
  const visitor = await console.signedIn()
  const keys = Array.from({ length: 900 }, (_, i) => `${i}\\"${'[,{'.repeat(300)}`)
  const answer = await visitor.call('DELETE', '/objects/delete', { bucket: 'none', keys })
  expect(problem(answer)).toEqual({ status: 404, code: 'BUCKET_NOT_FOUND' })
})

test('no body is read for an address that nobody serves', async () => {
  for (const path of ['/nothing', '/../nothing']) {
    const { answer, socket } = await begin(console.visitor(), path, declared(MiB))
    const head = await Promise.race([answer, once(socket, 'data').then(([data]) => String(data))])
    expect(head).toMatch(/^HTTP\/1.1 404 /)
    socket.destroy()
  }
})

test('a budget is shared by all, given back once, and kept apart for callers without a session', () => {
  const memory = bodyMemory()
  const taken: Share[] = []
  const user = (id: number) => memory.user(String(id))
  for (let id = 0; id < 6; id++) {
    const share = user(id)
    share.take(16 * MiB)
    taken.push(share)
  }
  expect(() => user(7).take(1)).toThrow('Too Many Requests')
  memory.address('192.0.2.1').take(MiB / 4)
  expect(() => memory.address('192.0.2.1').take(1)).toThrow('Too Many Requests')
  taken[0]!.release()
  taken[0]!.release()
  expect(() => taken[0]!.take(1)).toThrow('Too Many Requests')
  user(7).take(16 * MiB)
  expect(() => user(8).take(1)).toThrow('Too Many Requests')
})

test('an unknown expectation is ignored', async () => {
  const visitor = await console.signedIn()
  const headers = ['Expect: 200', 'Connection: close', declared(2)].join('\r\n')
  const { answer } = await begin(visitor, '/objects/delete', headers, '{}')
  expect(await answer).toMatch(/^HTTP\/1.1 400 /)
})
