import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHealth } from '../../server/maintenance/health.ts'
import { makeCertificate } from '../support/certificate.ts'
import { configOf, startConsole } from './support/console.ts'

async function health(env: Record<string, string>): Promise<unknown[]> {
  const said: string[] = []
  return [await runHealth(configOf(env), line => said.push(line)), ...said]
}

test('another server on the port is not Kho, and one that is not ready names the code of it', async () => {
  let status = 200
  let body = 'OK'
  const other = createServer((_request, response) => response.writeHead(status).end(body))
  other.listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await health({ KHO_PORT: String(port) })).toEqual([false, 'Another server answers.'])
  status = 503
  body = '{"code":"STORAGE_REFUSES"}'
  expect(await health({ KHO_PORT: String(port) })).toEqual([false, 'Kho is not ready: 503 STORAGE_REFUSES.'])
})

test('says that Kho is ready, over TLS too, and that nobody answers', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'kho-health-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const { cert, key } = makeCertificate(dir)
  const settings: Record<string, string>[] = [{}, { KHO_TLS_CERT: cert, KHO_TLS_KEY: key }]
  for (const tls of settings) {
    const console = await startConsole(tls)
    const env = { ...tls, KHO_PORT: new URL(console.url).port }
    expect(await health(env)).toEqual([true, 'Kho is ready.'])
    await console.stop()
    expect(await health(env)).toEqual([false, expect.stringContaining('Kho does not answer: ')])
  }
})
