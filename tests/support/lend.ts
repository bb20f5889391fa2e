import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { signedFetch } from '../../server/storage/signed-request.ts'
import { makeAccounts, type SharedRgw } from '../engine/s3/rgw-accounts.ts'
import { type Ceph, startCeph } from './ceph.ts'
import { type Postgres, startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that `borrow.ts` asks. */
    starter: string
    /** Whether the S3 suite runs on Ceph RGW. */
    rgw: boolean
    /** The file in which `show-pages.ts` counts failed tests, a byte each. */
    failures: string
  }
}

type Missing = { missing: string }

/**
 * Vitest's global set-up: one Ceph and one PostgreSQL for a run, each started when a file first asks for it, and a file to
 * count failures in.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  let ceph: Promise<Ceph | Missing> | undefined
  let postgres: Promise<Postgres | Missing> | undefined
  let accounts: Promise<SharedRgw> | undefined
  /** Settles once nobody has Ceph to itself. */
  let free: Promise<unknown> = Promise.resolve()
  let over = false
  const folder = mkdtempSync(join(tmpdir(), 'kho-run-'))
  const failures = join(folder, 'failures')
  writeFileSync(failures, '')
  project.provide('failures', failures)

  async function answer(path: string | undefined, response: ServerResponse): Promise<unknown> {
    if (path === '/database') {
      postgres ??= startPostgres()
      const found = await postgres
      return 'missing' in found ? found : { url: await found.database() }
    }
    ceph ??= startCeph({ minPartSize: 1000 })
    const found = await ceph
    if ('missing' in found) return found
    if (path === '/accounts') {
      accounts ??= makeAccounts(found)
      return accounts
    }
    const before = free
    const closed = new Promise(resolve => response.once('close', resolve))
    free = closed.then(() => before).then(() => (over ? undefined : empty(found)))
    free.catch(() => 'The next one to ask is told.')
    await before
    // The body has no end: Ceph is its reader's until the connection closes.
    response.write(JSON.stringify(found))
  }

  const server = createServer((request, response) => {
    answer(request.url, response).then(
      said => said && response.end(JSON.stringify(said)),
      error => response.writeHead(500).end(String(error)),
    )
  })
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      project.provide('starter', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      resolve(async () => {
        over = true
        rmSync(folder, { recursive: true, force: true })
        server.closeAllConnections()
        server.close()
        await free.catch(() => 'Nobody asks any more.')
        for (const started of await Promise.allSettled([ceph, postgres]))
          if (started.status === 'fulfilled' && started.value && 'stop' in started.value)
            await started.value.stop()
      })
    })
  })
}

/** Deletes the users that consoles have made, with their buckets: names of buckets count for all users. */
async function empty({ endpoint, accessKey, secretKey }: Ceph): Promise<void> {
  const rgw = { endpoint, region: 'us-east-1', keys: { accessKey, secretKey }, path: '/admin/user' }
  const list = { list: '', 'max-entries': '1000', format: 'json' }
  const { keys } = (await (await signedFetch({ ...rgw, method: 'GET', query: list })).json()) as {
    keys: string[]
  }
  for (const uid of keys.filter(each => each.startsWith('kho-')))
    await signedFetch({ ...rgw, method: 'DELETE', query: { uid, 'purge-data': 'true' } })
}
