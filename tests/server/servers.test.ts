import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen, makeServer } from '../../server/http/servers.ts'

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
