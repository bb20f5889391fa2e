import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Problem } from '../../server/errors/problem.ts'
import { sendPieces } from '../../server/http/send-pieces.ts'
import { lookEvery } from '../../server/limits/at-intervals.ts'

/** Serves the pieces; `answer` begins a request whose body is not taken yet. */
async function serve(
  pieces: (raw: ServerResponse) => AsyncIterable<string | Uint8Array>,
  check?: () => Promise<void> | undefined,
) {
  const app = fastify()
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-of-a-hook', 'yes'))
  app.get('/', (_request, reply) =>
    sendPieces(reply, pieces(reply.raw), { 'content-type': 'text/plain' }, check),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const answer = async () => {
    // Later failures are those of its response.
    const asked = get({ host: '127.0.0.1', port, agent: false }).on('error', () => undefined)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return response
  }
  return { url: `http://127.0.0.1:${port}`, answer }
}

test('pieces are sent in order, with the headers of the file and of hooks', async () => {
  const { url } = await serve(async function* () {
    yield 'một '
    yield Buffer.from('hai ')
    yield 'ba'
  })
  const answer = await fetch(url)
  expect([answer.headers.get('content-type'), answer.headers.get('x-of-a-hook')]).toEqual([
    'text/plain',
    'yes',
  ])
  expect(await answer.text()).toBe('một hai ba')
})

test('a failure before the first piece is an error response; a later one cuts the connection', async () => {
  const first = await serve(async function* () {
    yield Promise.reject<string>(new Error('nothing there'))
  })
  expect((await fetch(first.url)).status).toBe(500)
  const later = await serve(async function* () {
    yield 'some'
    throw new Error('no more')
  })
  await expect(fetch(later.url).then(answer => answer.text())).rejects.toThrow()
})

test('the next piece is requested only once the previous one is written, so that its memory can be reused', async () => {
  const size = 256 * 1024
  const count = 64
  const waiting: number[] = []
  const { answer } = await serve(async function* (raw) {
    const memory = Buffer.alloc(size)
    for (let value = 0; value < count; value += 1) {
      yield memory.fill(value)
      waiting.push(raw.writableLength)
    }
  })
  const pieces: Buffer[] = []
  for await (const bytes of await answer()) {
    pieces.push(bytes as Buffer)
    await nextTurn()
  }
  const expected = Buffer.concat(Array.from({ length: count }, (_, value) => Buffer.alloc(size, value)))
  expect(Buffer.concat(pieces).equals(expected)).toBe(true)
  expect(waiting).toEqual(Array.from({ length: count }, () => 0))
})

test('a client that disconnects stops the source', async () => {
  let ended: () => void
  const end = new Promise<void>(resolve => {
    ended = resolve
  })
  const { answer } = await serve(async function* () {
    try {
      for (;;) yield Buffer.alloc(256 * 1024)
    } finally {
      ended()
    }
  })
  const response = await answer()
  response.on('error', () => undefined).destroy()
  await end
})

test('a client that takes nothing more is cut off once it may not go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const ended = Promise.withResolvers<void>()
  let allowed = true
  const { answer } = await serve(
    async function* () {
      try {
        // More than the buffers of two sockets hold.
        yield Buffer.alloc(64 * 1024 * 1024)
      } finally {
        ended.resolve()
      }
    },
    async () => {
      if (!allowed) throw new Problem('UNAUTHORIZED')
    },
  )
  const response = await answer()
  response.on('error', () => undefined)
  allowed = false
  vi.advanceTimersByTime(lookEvery)
  await ended.promise
})
