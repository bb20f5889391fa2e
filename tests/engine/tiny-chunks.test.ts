import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { connect } from 'node:net'
import { CreateBucketCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createChunkedDecoder } from '../../server/engine/signature/chunked.ts'
import { type Running, region, startEngine } from './support.ts'
import { cuts, tinyChunksRequest } from './tiny-chunks.ts'

describe('a body in chunks of one byte', () => {
  let running: Running
  beforeAll(async () => {
    running = await startEngine()
    await running.client().send(new CreateBucketCommand({ Bucket: 'tiny' }))
  })
  afterAll(() => running.stop())

  test.each(cuts)('cut by %s is stored as it was sent, in at most 8 buffers', async cut => {
    const body = randomBytes(200_000)
    const writes = vi.spyOn(fs, 'writev')
    const wire = tinyChunksRequest({
      host: `127.0.0.1:${running.port}`,
      path: `/tiny/${cut}`,
      region,
      keys: running.keys,
      body,
      cut,
    })
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(running.port, '127.0.0.1', () => socket.write(wire))
      socket
        .on('data', piece => {
          text += piece
        })
        .on('error', reject)
        .on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    const buffers = writes.mock.calls.flatMap(([, pieces]) => pieces)
    writes.mockRestore()
    expect([buffers.length > 0, buffers.length <= 8]).toEqual([true, true])
    const got = await running.client().send(new GetObjectCommand({ Bucket: 'tiny', Key: cut }))
    expect(body.equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(true)
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

test('the aws-chunked decoder gives one buffer, however many chunks there are', () => {
  const bytes = randomBytes(10_000)
  const wire = Buffer.concat([...bytes].map(byte => Buffer.from([0x31, 13, 10, byte, 13, 10])))
  const decoded = createChunkedDecoder({ trailer: false }).decode(wire)
  expect(decoded.map(piece => piece.equals(bytes))).toEqual([true])
})

test('the aws-chunked decoder keeps the order of small and large chunks', () => {
  const sizes = [1, 5000, 3, 4, 4096, 4095, 70_000, 2]
  const pieces = sizes.map(size => randomBytes(size))
  const wire = Buffer.concat(
    pieces.flatMap(piece => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
  )
  const decoded = createChunkedDecoder({ trailer: false }).decode(wire)
  expect(Buffer.concat(decoded).equals(Buffer.concat(pieces))).toBe(true)
})
