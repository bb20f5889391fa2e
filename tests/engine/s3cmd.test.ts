// @module-tag clients
import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, digest, makeTree, programs, type Run, tree } from './client-programs.ts'
import { type Running, region, startEngine, temporaryFolder } from './support.ts'

const [program] = programs('s3cmd')

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
    s3cmd = client(program ?? 's3cmd', running, home, { args: ['--config', 's3cfg', '--no-progress'] })
  })
  afterAll(async () => {
    await running.stop()
    rmSync(home, { recursive: true })
  })
  const needed = (skip: (reason: string) => void): void => {
    if (program === undefined) skip('s3cmd not found')
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
