import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { Agent } from 'node:https'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../server/engine/engine.ts'
import { inBucket } from '../support/s3.ts'
import { engineForAll, newBucket } from './for-file.ts'
import { failure, filesOf, startEngine, until } from './support.ts'

const Bucket = 'wires'
const { running, client } = engineForAll({ idleTimeout: 300 })
const { put, keys, remove, ...bucket } = newBucket(client, Bucket)

const presigned = async (Key: string): Promise<string> => {
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key }))
  return url.slice(running.url.length)
}

/** Everything that a socket receives until its end. */
const received = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', piece => {
      text += piece.toString('latin1')
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

describe('a key that has gone, or lost its right, while its body was on the way', () => {
  const pair = { accessKey: 'SUBUSER1', secretKey: 'the secret of a sub-user' }
  const owner = 'owner'

  async function putDuring(Key: string, change: () => void): Promise<string | undefined> {
    running.engine.admin.putKey(owner, 'sub', 'write', pair)
    const url = await getSignedUrl(running.client({ keys: pair }), new PutObjectCommand({ Bucket, Key }))
    const answer = new Promise<string>((resolve, reject) => {
      const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 2_000_000 } })
      request.on('error', reject).on('response', response => {
        let text = ''
        response.on('data', piece => {
          text += piece
        })
        response.on('end', () => resolve(text))
      })
      request.write(randomBytes(1_000_000))
      until(() => filesOf(running.dir).temporary.length === 1).then(() => {
        change()
        request.end(randomBytes(1_000_000))
      }, reject)
    })
    return /<Code>(\w+)<\/Code>/.exec(await answer)?.[1]
  }

  test('writes nothing', async () => {
    const { admin } = running.engine
    expect(await putDuring('gone', () => admin.deleteSubUser(owner, 'sub'))).toBe('InvalidAccessKeyId')
    expect(await putDuring('level', () => admin.setLevel(owner, 'sub', 'read'))).toBe('AccessDenied')
    expect(await putDuring('suspended', () => admin.setSuspended(owner, true))).toBe('UserSuspended')
    admin.setSuspended(owner, false)
    expect([await keys(), filesOf(running.dir)]).toEqual([[], { temporary: [], blobs: [] }])
    expect(await putDuring('more', () => admin.setLevel(owner, 'sub', 'readwrite'))).toBe(undefined)
    expect(await keys()).toEqual(['more'])
    await remove('more')
    await until(() => filesOf(running.dir).blobs.length === 0)
  })
})

describe('a connection', () => {
  test('cut in mid-body leaves no object and no file', async () => {
    const path = await presigned('cut')
    const request = httpRequest({
      port: running.port,
      host: '127.0.0.1',
      method: 'PUT',
      path,
      headers: { 'content-length': 10_000_000 },
    })
    request.on('error', () => undefined)
    request.write(randomBytes(2_000_000))
    await until(() => filesOf(running.dir).temporary.length === 1)
    request.destroy()
    await until(() => filesOf(running.dir).temporary.length === 0)
    expect([await keys(), filesOf(running.dir).blobs]).toEqual([[], []])
  })

  test('cut in mid-part leaves the upload, without that part and its file', async () => {
    const UploadId = await bucket.start('m')
    const url = await getSignedUrl(
      client,
      new UploadPartCommand({ Bucket, Key: 'm', UploadId, PartNumber: 1 }),
    )
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 3_000_000 } })
    request.on('error', () => undefined)
    request.write(randomBytes(1_000_000))
    await until(() => filesOf(running.dir).temporary.length === 1)
    request.destroy()
    await until(() => filesOf(running.dir).temporary.length === 0)
    await bucket.upload('m', UploadId, 1, 'x')
    expect(filesOf(running.dir).blobs.length).toBe(1)
  })

  test('that stalls is told so and closed', async () => {
    const path = await presigned('stalled')
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: 1000\r\n\r\nabc`)
    socket.on('data', () => socket.end())
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*<Code>RequestTimeout<\/Code>/)
    expect(filesOf(running.dir).temporary).toEqual([])
  })

  test('that asks first with Expect: 100-continue is refused before it sends', async () => {
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(
      `PUT /wires/k HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(await answer).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('whose condition does not hold is refused before it sends', async () => {
    await put('there', 'x')
    const path = await presigned('there')
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: 1000\r\nIf-None-Match: *\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(await answer).toMatch(/^HTTP\/1\.1 412 /)
  })

  test('that asks first is told to go on, once', async () => {
    const path = await presigned('expected')
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: 3\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n`,
    )
    socket.once('data', () => socket.write('abc'))
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  })

  test('that is answered early with a large body still sees the answer, once it has sent all', async () => {
    const socket = connect(running.port, '127.0.0.1')
    socket.write(
      `PUT /wires/unsigned HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: 20000000\r\n\r\n`,
    )
    await new Promise<unknown>((resolve, reject) => {
      socket.once('error', reject).write(randomBytes(20_000_000), resolve)
    })
    const answer = await received(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*connection: close[\s\S]*<Code>AccessDenied<\/Code>/i)
  })

  test('without a length is refused', async () => {
    const path = await presigned('lengthless')
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(`PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nConnection: close\r\n\r\n`)
    expect(await answer).toMatch(/^HTTP\/1\.1 411 [\s\S]*<Code>MissingContentLength<\/Code>/)
  })

  test('a body over 5 GiB is refused by its length [V5.2.1]', async () => {
    const path = await presigned('huge')
    const socket = connect(running.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(
      `PUT ${path} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Length: ${5 * 1024 ** 3 + 1}\r\n\r\n`,
    )
    socket.on('data', () => socket.end())
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*<Code>EntityTooLarge<\/Code>/)
  })
})

describe('TLS', () => {
  test('the SDK sends and gets buffers and streams', async () => {
    const secure = await startEngine({ tls: true })
    try {
      const agent = new Agent({ ca: readFileSync(join(secure.dir, 'cert.pem')) })
      const client = secure.client({ requestHandler: { httpsAgent: agent } })
      await client.createBucket({ Bucket })
      const body = randomBytes(3_000_000)
      const pieces = [body.subarray(0, 1_000_001), body.subarray(1_000_001)]
      await client.putObject({ Bucket, Key: 'buffer', Body: body })
      await client.putObject({
        Bucket,
        Key: 'stream',
        Body: Readable.from(pieces),
        ContentLength: body.length,
      })
      for (const Key of ['buffer', 'stream']) {
        expect(body.equals(await inBucket(client, Bucket).bytes(Key))).toBe(true)
      }
    } finally {
      await secure.stop()
    }
  })
})

describe('a start', () => {
  test('finds everything again, and removes what no commit named', async () => {
    const first = await startEngine({ smallBody: 0 })
    const client = first.client()
    await client.createBucket({ Bucket: 'kept' })
    await client.putObject({ Bucket: 'kept', Key: 'k', Body: 'hello' })
    const [blob = ''] = filesOf(first.dir).blobs
    await first.stop({ keep: true })
    writeFileSync(join(first.dir, 'tmp', 'left'), 'x')
    const again = await openEngine({ dir: first.dir, region: 'r', secret: new Uint8Array(32).fill(7) })
    expect(filesOf(first.dir)).toEqual({ temporary: [], blobs: [blob] })
    expect(again.admin.usage('owner')).toMatchObject({ bytes: 5, objects: 1, quota: null })
    await again.close()
    const second = await startEngine({ dir: first.dir })
    expect(await inBucket(second.client({ keys: first.keys }), 'kept').text('k')).toBe('hello')
    await second.stop()
  })

  test('is refused on a folder that another engine has, and with another secret keys fail closed', async () => {
    const first = await startEngine()
    await expect(openEngine({ dir: first.dir, region: 'r', secret: new Uint8Array(32) })).rejects.toThrow(
      /locked/,
    )
    await first.stop({ keep: true })
    const logged: string[] = []
    const second = await startEngine({
      dir: first.dir,
      secret: new Uint8Array(32),
      log: message => logged.push(message),
    })
    const client = second.client({ keys: first.keys })
    expect(await failure(client.listObjectsV2({ Bucket: 'any-bucket' }))).toEqual({
      status: 500,
      code: 'InternalError',
    })
    expect(logged.length).toBe(1)
    await second.stop()
  })

  test('a secret of the wrong length is refused', async () => {
    const dir = join(running.dir, 'elsewhere')
    mkdirSync(dir)
    await expect(openEngine({ dir, region: 'r', secret: new Uint8Array(16) })).rejects.toThrow(/32 bytes/)
    expect(existsSync(dir)).toBe(true)
  })
})
