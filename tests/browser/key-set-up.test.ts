// @module-tag clients
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AccessKey } from '../../openapi/schema.ts'
import { awsSnippet, rcloneSnippet } from '../../src/keys/snippets.ts'
import { owner } from '../support/console.ts'
import { sharedConsole } from '../support/shared.ts'
import { makeOwner } from './support/people.ts'

// That the page shows these set-ups: keys.test.ts.

const installed = (program: string) => spawnSync('which', [program]).status === 0

/** An owner's new key, a bucket, and a folder for configuration files. */
async function stage() {
  const kho = await sharedConsole()
  const { email, api } = await makeOwner(kho.url)
  const bucket = `cai-dat-${email.split('@')[0]}`
  await api.call('POST', '/bucket', { bucket })
  await api.call('POST', '/user/confirm-identity', { pin: owner.pin })
  const { key, secret_key } = await api.call<{ key: AccessKey; secret_key: string }>(
    ...(['POST', '/user/access-key', { name: 'Máy chủ' }] as const),
  )
  const folder = mkdtempSync(join(tmpdir(), 'kho-set-up-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const access = {
    accessKey: key.access_key,
    secretKey: secret_key,
    endpoint: kho.s3Url,
    region: 'us-east-1',
  }
  return { bucket, folder, access }
}

/** Runs a command in a shell with configuration files in `folder`; gives what it prints. Throws where it fails. */
function run(command: string, folder: string): string {
  const { AWS_CA_BUNDLE: _, AWS_PROFILE: __, ...inherited } = process.env
  const env = {
    ...inherited,
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
    RCLONE_CONFIG: join(folder, 'rclone.conf'),
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', command], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

test.skipIf(!installed('aws'))('aws works by the commands of a key’s set-up', async () => {
  const { bucket, folder, access } = await stage()
  expect(run(awsSnippet(access), folder)).toContain(bucket)
})

test.skipIf(!installed('rclone'))('rclone works by the configuration of a key’s set-up', async () => {
  const { bucket, folder, access } = await stage()
  writeFileSync(join(folder, 'rclone.conf'), rcloneSnippet(access))
  expect(run('rclone lsd kho:', folder)).toContain(bucket)
})
