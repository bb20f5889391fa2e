// @module-tag hostile
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signHeaders } from '../support/sign-s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { region } from './support.ts'

const MiB = 1024 * 1024

const { running, client } = engineForAll()
newBucket(client, 'held')

/** Begins a request with a body of which the last byte never comes. */
function hold(method: string, path: string, query: string, body: Buffer): ClientRequest {
  const host = `127.0.0.1:${running.port}`
  const headers = signHeaders({
    method,
    host,
    path,
    query,
    region,
    keys: running.keys,
    payloadHash: 'UNSIGNED-PAYLOAD',
    headers: { 'content-length': String(body.length + 1), 'x-amz-checksum-crc32': 'AAAAAA==' },
  })
  const sending = request({
    host: '127.0.0.1',
    port: running.port,
    agent: false,
    method,
    path: query ? `${path}?${query}` : path,
    headers,
  })
  sending.on('error', () => undefined)
  sending.write(body)
  onTestFinished(() => void sending.destroy())
  return sending
}

test('bodies of XML in memory have a limit for each user; it is free again once they are gone [V1.4.3]', async () => {
  const held = Array.from({ length: 12 }, () =>
    hold('POST', '/held', 'delete=', Buffer.alloc(1.5 * MiB, ' ')),
  )
  const refused = await Promise.any(
    held.map(
      sending =>
        new Promise<{ status: number | undefined; body: string }>(resolve =>
          sending.on('response', async answer =>
            resolve({ status: answer.statusCode, body: await text(answer) }),
          ),
        ),
    ),
  )
  expect(refused).toEqual({ status: 503, body: expect.stringContaining('<Code>SlowDown</Code>') })
  for (const sending of held) sending.destroy()
  const Delete = { Objects: [{ Key: randomBytes(1000).toString('hex').slice(0, 1024) }] }
  await expect
    .poll(() => client.deleteObjects({ Bucket: 'held', Delete }))
    .toMatchObject({ Deleted: [{ Key: Delete.Objects[0]!.Key }] })
})

test('the more bodies are received, the sooner their bytes leave memory', async () => {
  const opened = vi.spyOn(fs, 'openSync')
  onTestFinished(() => opened.mockRestore())
  const begun = () => opened.mock.calls.filter(([path]) => String(path).includes('tmp')).length
  // 300 bodies of 256 KiB: each alone is not worth a write yet.
  for (let count = 0; count < 300; count++) hold('PUT', `/held/${count}`, '', Buffer.alloc(256 * 1024))
  await expect.poll(begun, { timeout: 60_000 }).toBeGreaterThan(0)
})
