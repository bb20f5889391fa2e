// @module-tag faults
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openDigest } from '../../server/engine/protocol/checksums.ts'
import { hashThreads, openHashing } from '../../server/engine/protocol/hash-threads.ts'
import { signHeaders } from '../support/sign-s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { region, seeded, until } from './support.ts'

const MiB = 1024 ** 2
const names = ['md5', 'sha256', 'crc64nvme', 'crc32'] as const

const { running, client } = engineForAll()
const { head } = newBucket(client, 'hashed')

const bytesOf = (seed: number, length: number): Buffer => {
  const random = seeded(seed)
  return Buffer.from(Uint8Array.from({ length }, () => random() * 256))
}

test('the digests of a thread are those of the bytes, however they are cut, of many streams at once', async () => {
  const random = seeded(20261122)
  const streams = Array.from({ length: 20 }, (_, seed) => {
    const bytes = bytesOf(seed, MiB + seed * 1000)
    return { bytes, at: 0, hashing: openHashing(names, bytes.length) }
  })
  while (streams.some(({ bytes, at }) => at < bytes.length)) {
    for (const stream of streams) {
      const piece = Buffer.from(stream.bytes.subarray(stream.at, stream.at + random() * 200_000))
      stream.at += piece.length
      stream.hashing.update(piece)
      piece.fill(0)
      await stream.hashing.room()
    }
  }
  for (const { bytes, hashing } of streams) {
    const expected = names.map(name => {
      const digest = openDigest(name)
      digest.update(bytes)
      return digest.base64()
    })
    expect(await hashing.values()).toEqual(expected)
    hashing.close()
  }
})

test('a stream has no room while its thread has not caught up', async () => {
  const hashing = openHashing(['md5'], 64 * MiB)
  const bytes = Buffer.alloc(MiB)
  let waits = 0
  for (let piece = 0; piece < 64; piece++) {
    hashing.update(bytes)
    const room = hashing.room()
    if (room) waits += 1
    await room
  }
  expect(waits).toBeGreaterThan(0)
  expect(await hashing.values()).toEqual([
    createHash('md5')
      .update(Buffer.alloc(64 * MiB))
      .digest('base64'),
  ])
  hashing.close()
})

test('a thread that dies fails its requests with 500, and later ones get another', async () => {
  const body = bytesOf(1, 2 * MiB)
  const host = `127.0.0.1:${running.port}`
  const options = { method: 'PUT', path: '/hashed/k' }
  const headers = () => ({
    ...signHeaders({ ...options, host, region, keys: running.keys, payloadHash: 'UNSIGNED-PAYLOAD' }),
    'content-length': body.length,
  })
  const begin = () => {
    const sending = request({ ...options, host: '127.0.0.1', port: running.port, headers: headers() })
    const status = new Promise<number | undefined>((resolve, reject) =>
      sending.on('response', response => resolve(response.resume().statusCode)).on('error', reject),
    )
    return { sending, status }
  }
  const first = begin()
  first.sending.write(body.subarray(0, MiB))
  await until(() => hashThreads().some(({ streams }) => streams === 1))
  await Promise.all(hashThreads().map(({ worker }) => worker.terminate()))
  first.sending.end(body.subarray(MiB))
  expect(await first.status).toBe(500)
  expect(hashThreads()).toEqual([])

  const second = begin()
  second.sending.end(body)
  expect(await second.status).toBe(200)
  const { ETag } = await head('k')
  expect(ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`)
  expect(hashThreads().every(({ streams }) => streams === 0)).toBe(true)
})

test('a request that is broken off leaves its thread', async () => {
  const host = `127.0.0.1:${running.port}`
  const options = { method: 'PUT', path: '/hashed/gone' }
  const signed = signHeaders({
    ...options,
    host,
    region,
    keys: running.keys,
    payloadHash: 'UNSIGNED-PAYLOAD',
  })
  const headers = { ...signed, 'content-length': 2 * MiB }
  const sending = request({ ...options, host: '127.0.0.1', port: running.port, headers })
  sending.on('error', () => undefined)
  sending.write(Buffer.alloc(MiB))
  await until(() => hashThreads().some(({ streams }) => streams === 1))
  sending.destroy()
  await until(() => hashThreads().every(({ streams }) => streams === 0))
})
