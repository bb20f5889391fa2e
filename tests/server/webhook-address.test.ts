import { lookup } from 'node:dns'
import { expect, test } from 'vitest'
import { makeGuard } from '../../server/events/address.ts'
import { makeSender, newSecret } from '../../server/events/webhook.ts'
import { startReceiver } from '../support/receiver.ts'

/** A resolver that gives these addresses, one for each question. */
const resolver = (...addresses: string[]): typeof lookup =>
  Object.assign((_host: string, _options: unknown, done: (...given: unknown[]) => void) => {
    const address = addresses.shift() ?? '192.0.2.1'
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }, lookup) as never

test('a name that resolves to a public address when it is checked, and to the server’s own later, is not reached [V1.3.6]', async ({
  onTestFinished,
}) => {
  const receiver = await startReceiver()
  const guard = makeGuard([], resolver('93.184.215.14', '127.0.0.1', '::1', '127.0.0.1'))
  const sender = makeSender({ guard })
  onTestFinished(async () => {
    sender.close()
    await receiver.stop()
  })
  const address = receiver.url.replace('127.0.0.1', 'hooks.example.com')
  await guard.check(new URL(address))
  const message = { address, id: 'msg_1', time: 1, body: '{}', secrets: [newSecret()] }
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await sender.send(message, new AbortController().signal)).toEqual({
      ...{ status: null, problem: 'ADDRESS_REFUSED', answer: '', retryAfter: 0 },
    })
  }
  expect(receiver.received).toEqual([])
})

test('of several addresses of a name an allowed one is taken', async ({ onTestFinished }) => {
  const receiver = await startReceiver()
  const mixed = Object.assign((_host: string, _options: unknown, done: (...given: unknown[]) => void) => {
    done(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  }, lookup) as never
  const sender = makeSender({ guard: makeGuard(['127.0.0.1'], mixed) })
  onTestFinished(async () => {
    sender.close()
    await receiver.stop()
  })
  const address = receiver.url.replace('127.0.0.1', 'hooks.example.com')
  const message = { address, id: 'msg_1', time: 1, body: '{}', secrets: [newSecret()] }
  expect(await sender.send(message, new AbortController().signal)).toMatchObject({
    status: 204,
    problem: null,
  })
})

test('public addresses are allowed, special ones of both families are not [V13.2.4]', () => {
  const { allows } = makeGuard(['10.1.0.0/16'])
  expect(['93.184.215.14', '2606:4700::1111', '10.1.2.3'].map(allows)).toEqual([true, true, true])
  const special = ['10.2.0.1', '224.0.0.1', '255.255.255.255', 'fe80::1', 'fc00::1', '::', '::ffff:10.2.0.1']
  expect(special.filter(allows)).toEqual([])
})
