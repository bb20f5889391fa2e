import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen, makeServer } from '../../server/http/servers.ts'
import { sharedConsole } from './support/with-console.ts'

/** A server that holds its answers until they are given, and a connection that sends `count` requests in one piece. */
async function pipelined(count: number) {
  const asked: string[] = []
  const answers: ServerResponse[] = []
  const server = makeServer(null, ({ url = '' }, response) => {
    asked.push(url)
    answers.push(response)
  })
  const port = await listen(server, '127.0.0.1', 0)
  onTestFinished(() => closeServer(server, 0))
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('latin1').on('data', text => {
    received += text
  })
  const requests = Array.from({ length: count }, (_, at) => `GET /${at} HTTP/1.1\r\nhost: kho\r\n\r\n`)
  socket.write(requests.join(''))
  return { asked, answers, socket, received: () => received }
}

test('requests of a connection that come at once are handled one after the other [V4.2.1]', async () => {
  const { asked, answers, received } = await pipelined(3)
  for (const at of [0, 1, 2]) {
    await expect.poll(() => asked).toEqual(['/0', '/1', '/2'].slice(0, at + 1))
    answers[at]!.end(`answer ${at}`)
    await expect.poll(received).toContain(`answer ${at}`)
  }
})

test('a connection that has more than 16 requests wait is closed, and none of them is handled', async () => {
  const { asked, socket } = await pipelined(18)
  await expect.poll(() => socket.closed).toBe(true)
  expect(asked).toEqual(['/0'])
})

const console = sharedConsole()

async function statusOf(url: string, request: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(request)
  return (await text(socket)).split(' ')[1]
}

test('two Host headers are refused, by the console and by the engine [V4.2.1]', async () => {
  for (const [url, path, alone] of [
    [console.url, '/api/user', '401'],
    [console.kho.s3Url!, '/no-such-bucket', '404'],
  ] as const) {
    const ask = (...hosts: string[]) =>
      statusOf(
        url,
        `GET ${path} HTTP/1.1\r\n${hosts.map(each => `${each}\r\n`).join('')}connection: close\r\n\r\n`,
      )
    const { host } = new URL(url)
    expect([
      await ask(`Host: ${host}`, 'Host: evil.example'),
      await ask(`Host: ${host}`, `hOsT: ${host}`),
      await ask(`Host: ${host}`),
    ]).toEqual(['400', '400', alone])
  }
})

test('a request whose end two headers tell differently is refused, by the console and by the engine [V4.2.1]', async () => {
  for (const url of [console.url, console.kho.s3Url!]) {
    const head = `POST /api/auth/logout HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`
    const both = 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'
    const two = 'Content-Length: 5\r\nContent-Length: 6\r\n'
    const coding = 'Transfer-Encoding: chunked, identity\r\n'
    for (const framing of [both, two, coding])
      expect([framing, await statusOf(url, `${head}${framing}\r\n0\r\n\r\n`)]).toEqual([framing, '400'])
  }
})

test('no listener sends a request back to its sender (TRACE) [V13.4.4]', async () => {
  for (const [url, path, status] of [
    [console.url, '/api/user', '404'],
    [console.url, '/', '404'],
    [console.kho.s3Url!, '/', '405'],
  ] as const) {
    const answered = await statusOf(
      url,
      `TRACE ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`,
    )
    expect([path, answered]).toEqual([path, status])
  }
})
