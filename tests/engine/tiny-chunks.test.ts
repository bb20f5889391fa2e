import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createChunkedDecoder } from '../../server/engine/signature/chunked.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { filesOf, region } from './support.ts'
import { type Cut, tinyChunksRequest } from './tiny-chunks.ts'

describe('a body in chunks of one byte', () => {
  const { running, client } = engineForAll()
  const { bytes } = newBucket(client, 'tiny')

  const put = (key: string, cut: Cut, body: Buffer): Promise<string> => {
    const host = `127.0.0.1:${running.port}`
    const wire = tinyChunksRequest({ host, path: `/tiny/${key}`, region, keys: running.keys, body, cut })
    return new Promise((resolve, reject) => {
      let text = ''
      const socket = connect(running.port, '127.0.0.1', () => socket.write(wire))
      socket
        .on('data', piece => {
          text += piece
        })
        .on('error', reject)
        .on('close', () => resolve(text))
    })
  }

  test('is stored as it was sent, in at most 8 buffers, where HTTP cut it [V15.2.2]', async () => {
    const body = randomBytes(200_000)
    const writes = vi.spyOn(fs, 'writev')
    expect(await put('cut', 'transfer', body)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    const buffers = writes.mock.calls.flatMap(([, pieces]) => pieces)
    writes.mockRestore()
    expect([buffers.length > 0, buffers.length <= 8]).toEqual([true, true])
    expect(body.equals(await bytes('cut'))).toBe(true)
  })

  // https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html
  test.each(['aws-chunked', 'both'] as const)('is refused where %s cut it', async cut => {
    expect(await put('refused', cut, randomBytes(20_000))).toMatch(
      /^HTTP\/1\.1 403 [\s\S]*<Code>InvalidChunkSizeError<\/Code>/,
    )
    expect(filesOf(running.dir).temporary).toEqual([])
  })

  test('a connection is read again after such a body', async () => {
    const wire = (key: string, keepAlive: boolean) =>
      tinyChunksRequest({
        host: `127.0.0.1:${running.port}`,
        path: `/tiny/${key}`,
        region,
        keys: running.keys,
        body: randomBytes(20_000),
        cut: 'transfer',
        keepAlive,
      })
    const answers = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(running.port, '127.0.0.1', () => socket.write(wire('first', true)))
      socket
        .on('data', piece => {
          if (text === '') socket.write(wire('second', false))
          text += piece
        })
        .on('error', reject)
        .on('close', () => resolve(text))
    })
    expect(answers.match(/^HTTP\/1\.1 200 OK\r$/gm)).toHaveLength(2)
  })
})

test('the aws-chunked decoder joins small pieces of one chunk', () => {
  const bytes = randomBytes(10_000)
  const decoder = createChunkedDecoder({ trailer: false })
  const decoded = [Buffer.from('2710\r\n'), bytes, Buffer.from('\r\n0\r\n\r\n')].flatMap(piece =>
    decoder.decode(piece),
  )
  expect(decoded.map(piece => piece.equals(bytes))).toEqual([true])
})

test('the aws-chunked decoder keeps the order of chunks, and takes a last one below 8 KiB', () => {
  const sizes = [8192, 70_000, 8193, 2]
  const pieces = sizes.map(size => randomBytes(size))
  const wire = Buffer.concat(
    pieces.flatMap(piece => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
  )
  const decoded = createChunkedDecoder({ trailer: false }).decode(wire)
  expect(Buffer.concat(decoded).equals(Buffer.concat(pieces))).toBe(true)
})

test.each([1, 8191])('the aws-chunked decoder refuses a chunk of %i bytes before the last', size => {
  const wire = Buffer.concat([
    Buffer.from(`${size.toString(16)}\r\n`),
    randomBytes(size),
    Buffer.from('\r\n1\r\n'),
  ])
  expect(() => createChunkedDecoder({ trailer: false }).decode(wire)).toThrow('8192 bytes')
})
