// @module-tag storages
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AccountDescription, AccountStep } from '../../openapi/schema.ts'
import { main } from '../../server/cli.ts'
import { makeClient } from '../../server/storage/client.ts'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { withMethods } from '../support/s3.ts'
import { region, startConsole } from './support/console.ts'
import { password } from './support/people.ts'

// What it does on the embedded engine and SQLite, and by HTTP: people.test.ts.

const description: AccountDescription = {
  account: { contract_code: 'HD-1', name: 'Khách hàng', quota: 1_000_000_000 },
  owner: { email: 'chu@example.com', name: 'Nguyễn Văn An', password, keys: [{ name: 'quản trị' }] },
  buckets: [{ name: 'kho-hang' }],
  sub_users: [
    {
      ...{ email: 'nguoi-0@example.com', name: 'Người 0', password, permission: 'read-write' },
      scope: [{ bucket: 'kho-hang', prefix: '0/' }],
      keys: [{ name: 'máy' }],
    },
  ],
}

test('kho apply makes an account on Ceph RGW and PostgreSQL; again it changes nothing', async context => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return context.skip(ceph.missing)
  onTestFinished(() => ceph.stop())
  const postgres = await sharedPostgres()
  if ('missing' in postgres) return context.skip(postgres.missing)
  const console = await startConsole({
    ...{ KHO_DATABASE_URL: await postgres.database(), KHO_SECRET: 'x'.repeat(32) },
    ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: ceph.endpoint, KHO_S3_REGION: region },
    ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
  })
  const dir = mkdtempSync(join(tmpdir(), 'kho-apply-'))
  onTestFinished(async () => {
    await console.stop()
    rmSync(dir, { recursive: true })
  })
  const file = join(dir, 'customer.json')
  writeFileSync(file, JSON.stringify(description))
  const apply = async () => {
    const out: string[] = []
    const say = (line: unknown) => void out.push(`${line}`)
    const env = { KHO_DATA_DIR: console.dataDir }
    expect([await main(['apply', file, '--json'], env, { log: say, error: say }), out]).toEqual([
      0,
      out.filter(line => line.startsWith('{')),
    ])
    return out.map(line => JSON.parse(line) as AccountStep)
  }

  const first = await apply()
  expect(first.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    ...['account created', 'key created', 'bucket created', 'sub-user created', 'key created'],
  ])
  const { access_key, secret_key } = first.at(-1)!
  const keys = { accessKey: access_key!, secretKey: secret_key! }
  const client = withMethods(makeClient({ endpoint: ceph.endpoint, region, keys }))
  await client.putObject({ Bucket: 'kho-hang', Key: '0/a.txt', Body: 'a' })
  await expect(client.putObject({ Bucket: 'kho-hang', Key: 'a.txt', Body: 'a' })).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
  })
  expect(await apply()).toEqual(first.map(({ secret_key: _, ...step }) => ({ ...step, state: 'unchanged' })))
}, 300_000)
