import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { awsSnippet, bucketSnippets, credentialsFile } from '../../src/keys/snippets.ts'

const found = spawnSync('which', ['-a', 'aws'], { encoding: 'utf8' }).stdout.split('\n')
const aws = found.find(path => path === '/usr/bin/aws') ?? found[0]
const homes = mkdtempSync(join(tmpdir(), 'kho-aws-'))
afterAll(() => rmSync(homes, { recursive: true }))

const access = {
  accessKey: 'KHOEXAMPLEKEY0000001',
  secretKey: 'EXAMPLE0secret0shown0once0000000000000000',
  endpoint: 'https://s3.example.com',
  region: 'us-east-1',
}

function visitor(name: string) {
  const home = join(homes, name)
  mkdirSync(join(home, '.aws'), { recursive: true })
  const { AWS_PROFILE: _, AWS_CONFIG_FILE: __, ...inherited } = process.env
  const env = { ...inherited, HOME: home }
  return {
    home,
    run: (command: string) => execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).trim(),
  }
}

describe('a link that the AWS CLI signs', () => {
  test.skipIf(!aws)(
    `after the commands of the console is of version 4 (${aws || 'aws is not installed'})`,
    { tags: ['clients'] },
    () => {
      const { run } = visitor('commands')
      const commands = awsSnippet(access)
        .split('\n')
        .filter(line => line.startsWith('aws configure '))
      run(commands.join(' && '))
      const link = new URL(run('aws s3 presign s3://photos/a.jpg --profile kho'))
      expect([link.origin, link.searchParams.get('X-Amz-Algorithm')]).toEqual([
        access.endpoint,
        'AWS4-HMAC-SHA256',
      ])
    },
  )

  test.skipIf(!aws)(
    `with the file of the console is of version 4 (${aws || 'aws is not installed'})`,
    { tags: ['clients'] },
    () => {
      const { home, run } = visitor('file')
      writeFileSync(join(home, '.aws', 'credentials'), credentialsFile(access))
      const link = new URL(run('aws s3 presign s3://photos/a.jpg --profile kho'))
      expect([link.origin, link.searchParams.get('X-Amz-Algorithm')]).toEqual([
        access.endpoint,
        'AWS4-HMAC-SHA256',
      ])
    },
  )
})

test('the lines for a bucket name it, its endpoint and region, and no key', () => {
  const { endpoint, region } = access
  const { aws, rclone, s3cmd } = bucketSnippets({ bucket: 'photos', endpoint, region })
  expect(aws).toContain(
    'aws s3 ls s3://photos --profile kho --endpoint-url https://s3.example.com --region us-east-1',
  )
  expect(aws).toContain('s3.signature_version s3v4')
  expect(rclone).toContain('endpoint=https://s3.example.com region=us-east-1')
  expect(rclone).toContain('rclone ls kho:photos')
  expect(s3cmd).toContain(
    's3cmd ls s3://photos --host=s3.example.com --host-bucket=s3.example.com --region=us-east-1',
  )
  expect(s3cmd).not.toContain('--no-ssl')
  expect(bucketSnippets({ bucket: 'b', endpoint: 'http://127.0.0.1:9000', region }).s3cmd).toContain(
    '--no-ssl',
  )
})
