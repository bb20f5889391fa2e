import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { beforeAll, expect, test } from 'vitest'
import { createReadBuffers } from '../../server/engine/store/read-blobs.ts'
import { engineForAll } from './for-file.ts'

const Bucket = 'buffers'
const MiB = 1024 ** 2
/** More than the sockets of a connection hold, so that the engine waits for a reader that stops. */
const LARGE = 12 * MiB
const slow = [1, 2, 3, 4]
const quick = [5, 6, 7, 8]

const { client } = engineForAll()
beforeAll(async () => {
  await client.createBucket({ Bucket })
  for (const value of [...slow, ...quick]) {
    const Body = Buffer.alloc(slow.includes(value) ? LARGE : MiB, value)
    await client.putObject({ Bucket, Key: String(value), Body })
  }
})

/** Begins to get the object that is made of bytes `value`; nothing of its body is taken yet. */
const begin = async (value: number): Promise<IncomingMessage> => {
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: String(value) }))
  const [response] = (await once(request(url, { agent: false }).end(), 'response')) as [IncomingMessage]
  return response
}
/** How many bytes came, and how many of the pieces have a byte that is not `value`. */
const finish = async (
  response: IncomingMessage,
  value: number,
): Promise<{ bytes: number; wrong: number }> => {
  let bytes = 0
  let wrong = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (!piece.equals(Buffer.alloc(piece.length, value))) wrong += 1
  }
  return { bytes, wrong }
}

test('readers that stop, break off and go on at once get the bytes of their own object only [V1.4.1]', async () => {
  const stopped = await Promise.all(slow.map(begin))
  const got = await Promise.all(
    quick.map(async value => {
      const all: { bytes: number; wrong: number }[] = []
      for (const other of slow) {
        const broken = await begin(other)
        broken.on('error', () => undefined).destroy()
        all.push(await finish(await begin(value), value))
      }
      return all
    }),
  )
  expect(got.flat()).toEqual(Array.from({ length: 16 }, () => ({ bytes: MiB, wrong: 0 })))
  expect(await Promise.all(stopped.map((response, index) => finish(response, slow[index]!)))).toEqual(
    slow.map(() => ({ bytes: LARGE, wrong: 0 })),
  )
})

test('a buffer given back twice, or not taken here, is taken once or never [V1.4.3]', () => {
  const buffers = createReadBuffers(1024)
  const first = buffers.take(1024)
  buffers.giveBack(first)
  buffers.giveBack(first)
  buffers.giveBack(Buffer.allocUnsafeSlow(1024))
  const taken = [buffers.take(1000), buffers.take(1024), buffers.take(2048), buffers.take(1)]
  expect(taken.map(bytes => [bytes.length, bytes.buffer === first.buffer])).toEqual([
    [1000, true],
    [1024, false],
    [2048, false],
    [1, false],
  ])
})
