// @module-tag clients
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, digest, execute, makeTree, programs, type Run, tree } from './client-programs.ts'
import { type Running, region, startEngine, temporaryFolder } from './support.ts'

const [resticProgram] = programs('restic')

describe('restic', () => {
  let running: Running
  let home: string
  let restic: Run
  beforeAll(async () => {
    running = await startEngine()
    home = temporaryFolder()
    await running.client().createBucket({ Bucket: 'backup' })
    restic = client(resticProgram ?? 'restic', running, home, {
      env: {
        RESTIC_REPOSITORY: `s3:${running.url}/backup/repository`,
        RESTIC_PASSWORD: 'a word for the test',
        RESTIC_CACHE_DIR: join(home, 'cache'),
      },
    })
  })
  afterAll(async () => {
    await running.stop()
    rmSync(home, { recursive: true })
  })

  test('backs up a tree twice, forgets the first, and restores the second whole', async ctx => {
    if (resticProgram === undefined) ctx.skip('restic not found')
    const source = join(home, 'tree')
    makeTree(source)
    await restic('init')
    await restic('backup', 'tree')
    rmSync(join(source, 'deep'), { recursive: true })
    writeFileSync(join(source, 'later'), 'written later')
    await restic('backup', 'tree')
    await restic('forget', '--keep-last', '1', '--prune')
    await restic('check', '--read-data')
    await restic('restore', 'latest', '--target', 'back')
    expect(tree(join(home, 'back', 'tree'))).toEqual(tree(source))
    expect(JSON.parse(await restic('snapshots', '--json'))).toHaveLength(1)
  })
})

const [s3cmdProgram] = programs('s3cmd')

describe('s3cmd', () => {
  let running: Running
  let home: string
  let s3cmd: Run
  beforeAll(async () => {
    running = await startEngine()
    home = temporaryFolder()
    const host = `127.0.0.1:${running.port}`
    const { accessKey, secretKey } = running.keys
    writeFileSync(
      join(home, 's3cfg'),
      [
        '[default]',
        `access_key = ${accessKey}`,
        `secret_key = ${secretKey}`,
        `host_base = ${host}`,
        `host_bucket = ${host}`,
        `bucket_location = ${region}`,
        'use_https = False',
      ].join('\n'),
    )
    s3cmd = client(s3cmdProgram ?? 's3cmd', running, home, { args: ['--config', 's3cfg', '--no-progress'] })
  })
  afterAll(async () => {
    await running.stop()
    rmSync(home, { recursive: true })
  })
  const needed = (skip: (reason: string) => void): void => {
    if (s3cmdProgram === undefined) skip('s3cmd not found')
  }

  test('makes and removes a bucket, puts, lists, copies, gets, deletes', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'in'), 'hello')
    await s3cmd('mb', 's3://made')
    await s3cmd('put', 'in', 's3://made/a b/c+d.txt')
    await s3cmd('cp', 's3://made/a b/c+d.txt', 's3://made/copy')
    expect(await s3cmd('ls', '--recursive', 's3://made')).toMatch(
      /s3:\/\/made\/a b\/c\+d\.txt\n.*s3:\/\/made\/copy\n$/,
    )
    await s3cmd('get', 's3://made/copy', 'out')
    expect(readFileSync(join(home, 'out'), 'utf8')).toBe('hello')
    await s3cmd('del', '--recursive', '--force', 's3://made')
    await s3cmd('rb', 's3://made')
    expect(await s3cmd('ls')).toBe('')
  })

  test('syncs a tree with odd names there and back, and deletes what is gone', async ctx => {
    needed(ctx.skip)
    makeTree(join(home, 'tree'))
    await s3cmd('mb', 's3://synced')
    await s3cmd('sync', 'tree/', 's3://synced/tree/')
    await s3cmd('sync', 's3://synced/tree/', 'back/')
    expect(tree(join(home, 'back'))).toEqual(tree(join(home, 'tree')))
    rmSync(join(home, 'tree', 'a+b.txt'))
    await s3cmd('sync', '--delete-removed', 'tree/', 's3://synced/tree/')
    expect(await s3cmd('ls', 's3://synced/tree/')).not.toContain('a+b.txt')
  })

  test('sends a file in parts and gets it whole', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'large'), randomBytes(18_000_000))
    await s3cmd('mb', 's3://large')
    await s3cmd('put', '--multipart-chunk-size-mb=5', 'large', 's3://large/file')
    await s3cmd('get', 's3://large/file', 'large back')
    expect(digest(join(home, 'large back'))).toBe(digest(join(home, 'large')))
  })
})

/** Pre-signs with the settings that boto3 has by default, and sends what it signed. */
const presigning = `
import sys, boto3, urllib.request
endpoint, key, secret = sys.argv[1:]
client = boto3.client('s3', endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key=secret, region_name='us-east-1')
name = {'Bucket': 'boto', 'Key': 'tiếng Việt/a+b c.txt'}
def ask(method, operation, body=None, headers={}, **more):
    url = client.generate_presigned_url(operation, Params={**name, **more})
    assert 'AWSAccessKeyId=' in url, url
    with urllib.request.urlopen(urllib.request.Request(url, data=body, method=method, headers=headers)) as answer:
        return answer
ask('PUT', 'put_object', 'xin chào'.encode(), {'Content-Type': 'text/plain'}, ContentType='text/plain', Metadata={'who': 'trinh'})
print(ask('HEAD', 'head_object').headers['x-amz-meta-who'])
print(ask('GET', 'get_object', ResponseContentDisposition='attachment; filename="a b.txt"').headers['content-disposition'])
print(ask('GET', 'get_object_tagging').status)
print(ask('DELETE', 'delete_object').status)
`

test('URLs that boto3 pre-signs by default, with Signature Version 2, read and write', async context => {
  if (spawnSync('python3', ['-c', 'import boto3']).status !== 0) context.skip('boto3 not found')
  const running = await startEngine({ region: 'us-east-1' })
  await running.client({ region: 'us-east-1' }).createBucket({ Bucket: 'boto' })
  const { accessKey, secretKey } = running.keys
  const { stdout } = await execute('python3', ['-c', presigning, running.url, accessKey, secretKey])
  expect(stdout.trim().split('\n')).toEqual(['trinh', 'attachment; filename="a b.txt"', '200', '204'])
  await running.stop()
})
