// @module-tag clients
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, onTestFinished, test } from 'vitest'
import { makeClient } from '../../server/storage/client.ts'
import { findUserByEmail } from '../../server/store/users.ts'
import { freePorts } from '../support/ceph.ts'
import { makeCertificate } from '../support/certificate.ts'
import { isInstalled, startNginx } from '../support/nginx.ts'
import { withMethods } from '../support/s3.ts'
import { owner, region, startConsole } from './support/console.ts'

const size = 24 * 1024 ** 2

async function bytesOf(answer: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  return bytes
}

test('nginx, set up as the guide says, writes no slow download to its disk', async context => {
  if (!isInstalled('nginx')) return context.skip('nginx is not installed')
  const dir = mkdtempSync(join(tmpdir(), 'kho-nginx-'))
  const [plain, port, s3Port] = (await freePorts(3)) as [number, number, number]
  const console = await startConsole({ KHO_TRUSTED_PROXIES: 'loopback' })
  const engine = console.kho.s3Url!
  const { cert, key } = makeCertificate(dir)
  // Its own ports, certificate and consoles; all else is the guide's.
  const ports = [port, s3Port]
  const settings = readFileSync('docs/nginx.conf', 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('listen 443 ', () => `listen 127.0.0.1:${ports.shift()} `)
    .replaceAll('/etc/ssl/kho/fullchain.pem', cert)
    .replaceAll('/etc/ssl/kho/privkey.pem', key)
    .replace('127.0.0.1:8080', new URL(console.url).host)
    .replace('127.0.0.1:9000', new URL(engine).host)
  const nginx = await startNginx(settings, s3Port)
  onTestFinished(async () => {
    await nginx.stop()
    await console.stop()
    rmSync(dir, { recursive: true })
  })
  const { access, db } = console.kho.services
  const { keys } = await access.clientForUser((await findUserByEmail(db, owner.username))!)
  const client = withMethods(makeClient({ endpoint: `https://127.0.0.1:${s3Port}`, region, keys }))
  const inside = withMethods(makeClient({ endpoint: engine, region, keys }))
  const object = { Bucket: 'cham', Key: 'lon' }
  await inside.createBucket({ Bucket: object.Bucket })
  await inside.putObject({ ...object, Body: Buffer.alloc(size) })
  const url = await getSignedUrl(client, new GetObjectCommand(object))
  const download = async () => {
    const [answer] = await once(get(url, { ca: readFileSync(cert) }), 'response')
    return answer as IncomingMessage
  }

  const slow = await download()
  // The time in which nginx would write the other one.
  expect(await bytesOf(await download())).toBe(size)
  expect(await bytesOf(slow)).toBe(size)
  expect(nginx.log()).toBe('')
})
