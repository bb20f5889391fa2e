import { createSocket } from 'node:dgram'
import { promises } from 'node:dns'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type Lookup, makeGuard, makeLookup, RefusedAddress } from '../../server/events/address.ts'
import { makeWebhookClient, newSecret } from '../../server/events/webhook.ts'
import { startReceiver } from '../support/receiver.ts'

/** A resolver that gives these addresses, one for each question. */
const resolver =
  (...addresses: string[]): Lookup =>
  (_host, _options, done) => {
    const address = addresses.shift() ?? '192.0.2.1'
    done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
  }

test('a name that resolves to a public address when it is checked, and to the server’s own later, is not reached [V1.3.6]', async ({
  onTestFinished,
}) => {
  const receiver = await startReceiver()
  const guard = makeGuard([], resolver('93.184.215.14', '127.0.0.1', '::1', '127.0.0.1'))
  const sender = makeWebhookClient({ guard })
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
  const mixed: Lookup = (_host, _options, done) => {
    done(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  }
  const sender = makeWebhookClient({ guard: makeGuard(['127.0.0.1'], mixed) })
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

test('with a list of hosts events go to these alone, whatever their names resolve to [V13.2.4]', async ({
  onTestFinished,
}) => {
  const receiver = await startReceiver()
  const local: Lookup = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const guard = makeGuard(['127.0.0.0/8'], local, ['hooks.example.com', '*.example.org', '127.0.0.1'])
  const sender = makeWebhookClient({ guard })
  onTestFinished(async () => {
    sender.close()
    await receiver.stop()
  })
  const reached = async (host: string) => {
    const address = receiver.url.replace('127.0.0.1', host)
    const checked = await guard.check(new URL(address)).then(
      () => true,
      error => error.constructor,
    )
    const message = { address, id: 'msg_1', time: 1, body: '{}', secrets: [newSecret()] }
    return [checked, (await sender.send(message, new AbortController().signal)).problem]
  }
  for (const host of ['hooks.example.com', 'hooks.example.com.', 'a.b.example.org', '127.0.0.1'])
    expect([host, await reached(host)]).toEqual([host, [true, null]])
  for (const host of ['www.hooks.example.com', 'example.com', 'example.org', 'anexample.org', '127.0.0.2'])
    expect([host, await reached(host)]).toEqual([host, [RefusedAddress, 'ADDRESS_REFUSED']])
  expect(receiver.received).toHaveLength(4)
})

test('names whose servers do not answer hold up no other name of the process', async ({ onTestFinished }) => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const dead = new promises.Resolver({ timeout: 2000, tries: 2 })
  onTestFinished(() => dead.cancel())
  dead.setServers([`127.0.0.1:${silent.address().port}`])
  const guard = makeGuard([], makeLookup(dead))
  let ended = 0
  const checks = Array.from({ length: 160 }, (_, at) =>
    guard.check(new URL(`https://n${at}.example.com/`)).finally(() => {
      ended += 1
    }),
  )
  const all = Promise.allSettled(checks)
  expect(await promises.lookup('localhost', 4)).toEqual({ address: '127.0.0.1', family: 4 })
  expect(ended).toBe(0)
  dead.cancel()
  expect((await all).every(({ status }) => status === 'rejected')).toBe(true)
})

test('a name that only the system knows is found there', async () => {
  const nowhere = { resolve4: () => unknown(), resolve6: () => unknown() } as unknown as promises.Resolver
  const unknown = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND', syscall: 'queryA' }))
  const guard = makeGuard(['127.0.0.1'], makeLookup(nowhere))
  await expect(guard.check(new URL('http://localhost/'))).resolves.toBeUndefined()
})

test('the address of the host in Azure, which is public, is refused unless it is allowed', () => {
  const allows = (allowed: string[]) => makeGuard(allowed).allows('168.63.129.16')
  expect([allows([]), allows(['168.63.129.16/32']), makeGuard([]).allows('168.63.129.17')]).toEqual([
    ...[false, true, true],
  ])
})
