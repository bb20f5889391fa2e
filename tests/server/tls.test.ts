import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type SecureVersion, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeServer, listen, makeServer } from '../../server/http/servers.ts'
import { makeClient } from '../../server/storage/client.ts'
import { plainCall } from '../../server/storage/signed-request.ts'
import { makeCertificate } from '../support/certificate.ts'
import { withMethods } from '../support/s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'kho-tls-'))
const paths = makeCertificate(folder)
const tls = { cert: readFileSync(paths.cert, 'utf8'), key: readFileSync(paths.key, 'utf8') }
const asked: string[] = []
const server = makeServer(tls, (request, response) => {
  asked.push(request.url!)
  response.end('here')
})
let port: number
beforeAll(async () => {
  port = await listen(server, '127.0.0.1', 0)
})
afterAll(async () => {
  await closeServer(server)
  rmSync(folder, { recursive: true })
})

/** Version and cipher of a connection by a client that offers these; null: refused. */
async function agreed(offer: { maxVersion?: SecureVersion; ciphers?: string }) {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca: tls.cert, minVersion: 'TLSv1', ...offer })
  try {
    await once(socket, 'secureConnect')
    return [socket.getProtocol(), socket.getCipher().name]
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

test('TLS 1.3 is preferred, 1.2 is the oldest, both with forward secrecy and authenticated encryption [V11.2.3, V12.1.1, V12.1.2]', async () => {
  const old = 'DEFAULT@SECLEVEL=0'
  expect(await agreed({})).toEqual(['TLSv1.3', expect.stringMatching(/GCM|CHACHA20/)])
  expect(await agreed({ maxVersion: 'TLSv1.2' })).toEqual([
    'TLSv1.2',
    expect.stringMatching(/^ECDHE-.*(GCM|CHACHA20)/),
  ])
  expect(await agreed({ maxVersion: 'TLSv1.1', ciphers: old })).toBe(null)
  for (const ciphers of ['eNULL@SECLEVEL=0', 'aNULL@SECLEVEL=0'])
    expect([ciphers, await agreed({ maxVersion: 'TLSv1.2', ciphers })]).toEqual([ciphers, null])
})

test('a request without TLS is neither answered nor redirected [V4.1.2]', async () => {
  const before = asked.length
  const socket = connectPlain(port, '127.0.0.1')
  socket.write('GET /plain HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await text(socket).catch(() => '')).not.toContain('HTTP/1.1 ')
  expect(asked.length).toBe(before)
})

test('a storage whose certificate nobody vouches for is sent nothing [V12.3.2]', async () => {
  const client = withMethods(
    makeClient({
      endpoint: `https://127.0.0.1:${port}`,
      region: 'us-east-1',
      keys: { accessKey: 'k', secretKey: 's' },
    }),
  )
  const before = asked.length
  expect(await plainCall(client, { method: 'GET', bucket: 'b', key: 'k', headers: {} })).toBe(null)
  await expect(client.listBuckets()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  client.destroy()
  expect(asked.length).toBe(before)
})
