import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Context } from '../../server/engine/request/context.ts'
import { pump } from '../../server/engine/request/pump.ts'

/** A request whose body has arrived to its last byte while nobody read it. */
function arrived(pieces: Buffer[]): IncomingMessage {
  const request = new Readable({ read: () => undefined })
  for (const piece of [...pieces, null]) request.push(piece)
  const nothing = () => undefined
  return Object.assign(request, { socket: { pause: nothing, resume: nothing } }) as unknown as IncomingMessage
}

test('a body has not ended before its last bytes are consumed, though the request has', async () => {
  const request = arrived([Buffer.alloc(8192, 'a'), Buffer.alloc(8192, 'b')])
  const consumed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let given = 0
  let ended = false
  const engine = { idleTimeout: 60_000 } as Context['engine']
  const pumped = pump({ request, engine }, () => consumed[given++]!.promise).then(() => {
    ended = true
  })
  consumed[0]!.resolve()
  await expect.poll(() => given).toBe(2)
  await expect.poll(() => request.readableEnded).toBe(true)
  await nextTurn()
  expect(ended).toBe(false)
  consumed[1]!.resolve()
  await pumped
})
