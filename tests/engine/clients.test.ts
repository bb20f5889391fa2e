// @module-tag clients
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  client,
  digest,
  environment,
  execute,
  large,
  makeTree,
  programs,
  type Run,
  tree,
} from './client-programs.ts'
import { type Running, startEngine, temporaryFolder } from './support.ts'

const found = { aws: programs('aws'), rclone: programs('rclone') }

describe.each(found.aws.length > 0 ? found.aws : ['aws'])('%s', program => {
  let running: Running
  let home: string
  let aws: Run
  beforeAll(async () => {
    running = await startEngine()
    home = temporaryFolder()
    aws = client(program, running, home, { args: ['--endpoint-url', running.url] })
    await running.client().createBucket({ Bucket: 'cli' })
  })
  afterAll(async () => {
    await running.stop()
    rmSync(home, { recursive: true })
  })
  const needed = (skip: (reason: string) => void): void => {
    if (found.aws.length === 0) skip('aws not found')
  }

  test('makes and removes a bucket, puts, lists, gets, deletes', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'in'), 'hello')
    await aws('s3', 'mb', 's3://made-by-cli')
    await aws('s3', 'cp', 'in', 's3://made-by-cli/a b/c+d.txt')
    await aws('s3', 'cp', 's3://made-by-cli/a b/c+d.txt', 'out')
    expect(readFileSync(join(home, 'out'), 'utf8')).toBe('hello')
    expect(await aws('s3', 'ls', 's3://made-by-cli/')).toMatch(/^ +PRE a b\/\n$/)
    expect(await aws('s3', 'ls', '--recursive', 's3://made-by-cli/')).toMatch(/ 5 a b\/c\+d\.txt\n$/)
    await aws('s3', 'mv', 's3://made-by-cli/a b/c+d.txt', 's3://made-by-cli/moved')
    await aws('s3', 'rb', '--force', 's3://made-by-cli')
    expect(await aws('s3', 'ls')).not.toContain('made-by-cli')
  })

  test('syncs a tree with odd names there and back, and deletes what is gone', async ctx => {
    needed(ctx.skip)
    makeTree(join(home, 'tree'))
    await aws('s3', 'sync', '--only-show-errors', 'tree', 's3://cli/tree')
    await aws('s3', 'sync', '--only-show-errors', 's3://cli/tree', 'back')
    expect(tree(join(home, 'back'))).toEqual(tree(join(home, 'tree')))
    rmSync(join(home, 'tree', 'a+b.txt'))
    await aws('s3', 'sync', '--only-show-errors', '--delete', 'tree', 's3://cli/tree')
    await aws('s3', 'sync', '--only-show-errors', '--delete', 's3://cli/tree', 'back')
    expect(tree(join(home, 'back'))).toEqual(tree(join(home, 'tree')))
  })

  test('sends 200 MB in parts and gets them whole, and a range of them', async ctx => {
    needed(ctx.skip)
    const hash = large(join(home, 'large'))
    await aws('s3', 'cp', '--only-show-errors', 'large', 's3://cli/large')
    await aws('s3', 'cp', '--only-show-errors', 's3://cli/large', 'large back')
    expect(digest(join(home, 'large back'))).toBe(hash)
    const head = await running.client().headObject({ Bucket: 'cli', Key: 'large' })
    expect([head.ContentLength, head.ETag]).toEqual([
      200_000_000,
      expect.stringMatching(/^"[0-9a-f]{32}-25"$|^"[0-9a-f]{32}-24"$/),
    ])
    await aws(
      's3api',
      'get-object',
      '--bucket',
      'cli',
      '--key',
      'large',
      '--range',
      'bytes=8388600-8388620',
      'range',
    )
    expect(
      readFileSync(join(home, 'range')).equals(readFileSync(join(home, 'large')).subarray(8388600, 8388621)),
    ).toBe(true)
  })

  test('sends parts with checksums, completes with them, and verifies what it gets', async ctx => {
    needed(ctx.skip)
    const bytes = randomBytes(6_000_000)
    const parts = [bytes.subarray(0, 5 * 1024 * 1024), bytes.subarray(5 * 1024 * 1024)]
    const object = ['--bucket', 'cli', '--key', 'summed']
    const api = async (...args: string[]) => JSON.parse(await aws('s3api', ...args, '--output', 'json'))
    const { UploadId } = await api('create-multipart-upload', ...object, '--checksum-algorithm', 'SHA256')
    const upload = [...object, '--upload-id', UploadId]
    const Parts = []
    for (const [index, piece] of parts.entries()) {
      const PartNumber = index + 1
      writeFileSync(join(home, 'part'), piece)
      const numbered = [
        '--part-number',
        String(PartNumber),
        '--body',
        'part',
        '--checksum-algorithm',
        'SHA256',
      ]
      const { ETag, ChecksumSHA256 } = await api('upload-part', ...upload, ...numbered)
      expect(ChecksumSHA256).toBe(createHash('sha256').update(piece).digest('base64'))
      Parts.push({ PartNumber, ETag, ChecksumSHA256 })
    }
    const made = ['--multipart-upload', JSON.stringify({ Parts })]
    const done = await api('complete-multipart-upload', ...upload, ...made)
    expect(done.ChecksumSHA256).toMatch(/^[A-Za-z0-9+/]{43}=-2$/)
    const got = await api('get-object', ...object, '--checksum-mode', 'ENABLED', 'summed back')
    expect(got.ChecksumSHA256).toBe(done.ChecksumSHA256)
    expect(bytes.equals(readFileSync(join(home, 'summed back')))).toBe(true)
  })

  test('asks for encryption, of parts too, and is told of it', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'secret'), randomBytes(20_000_000))
    await aws('s3', 'cp', '--only-show-errors', '--sse', 'AES256', 'secret', 's3://cli/secret')
    await aws('s3', 'cp', '--only-show-errors', 's3://cli/secret', 'secret back')
    expect(digest(join(home, 'secret back'))).toBe(digest(join(home, 'secret')))
    const head = ['head-object', '--bucket', 'cli', '--key', 'secret']
    const found = await aws('s3api', ...head, '--query', 'ServerSideEncryption', '--output', 'text')
    expect(found).toBe('AES256\n')
  })

  test('pre-signs a link', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'linked'), 'linked')
    await aws('s3', 'cp', '--only-show-errors', 'linked', 's3://cli/một liên kết+%.txt')
    const answer = await fetch((await aws('s3', 'presign', 's3://cli/một liên kết+%.txt')).trim())
    expect([answer.status, await answer.text()]).toEqual([200, 'linked'])
  })

  test('works over TLS', async ctx => {
    needed(ctx.skip)
    const secure = await startEngine({ tls: true })
    try {
      await secure
        .client({ endpoint: secure.url, requestHandler: { httpsAgent: { rejectUnauthorized: false } } })
        .createBucket({ Bucket: 'cli' })
      const own = client(program, secure, home, {
        args: ['--endpoint-url', secure.url],
        env: { AWS_CA_BUNDLE: join(secure.dir, 'cert.pem') },
      })
      writeFileSync(join(home, 'secure'), randomBytes(12_000_000))
      writeFileSync(join(home, 'small'), 'small')
      for (const name of ['secure', 'small']) {
        await own('s3', 'cp', '--only-show-errors', name, `s3://cli/${name}`)
        await own('s3', 'cp', '--only-show-errors', `s3://cli/${name}`, `${name} back`)
        expect(digest(join(home, `${name} back`))).toBe(digest(join(home, name)))
      }
    } finally {
      await secure.stop()
    }
  })
})

describe('rclone', () => {
  let running: Running
  let home: string
  let rclone: Run
  beforeAll(async () => {
    running = await startEngine()
    home = temporaryFolder()
    rclone = client(found.rclone[0] ?? 'rclone', running, home)
    writeFileSync(join(home, 'rclone.conf'), '')
  })
  afterAll(async () => {
    await running.stop()
    rmSync(home, { recursive: true })
  })
  const needed = (skip: (reason: string) => void): void => {
    if (found.rclone.length === 0) skip('rclone not found')
  }

  test('syncs a tree with odd names, checks it byte by byte, brings it back', async ctx => {
    needed(ctx.skip)
    makeTree(join(home, 'tree'))
    writeFileSync(join(home, 'tree', 'control\u0001\n.txt'), 'x')
    await rclone('mkdir', 'kho:clone')
    await rclone('sync', 'tree', 'kho:clone/tree')
    await rclone('check', '--download', 'tree', 'kho:clone/tree')
    await rclone('sync', 'kho:clone/tree', 'back')
    expect(tree(join(home, 'back'))).toEqual(tree(join(home, 'tree')))
    rmSync(join(home, 'tree', 'deep'), { recursive: true })
    await rclone('sync', 'tree', 'kho:clone/tree')
    const files = (await rclone('lsf', '-R', '--files-only', 'kho:clone/tree')).split('\n').length
    expect(files).toBe(Object.keys(tree(join(home, 'tree'))).length + 1)
  })

  test('copies and moves on the server, and removes', async ctx => {
    needed(ctx.skip)
    writeFileSync(join(home, 'one'), 'one')
    await rclone('copyto', 'one', 'kho:clone/from/một +%.txt')
    await rclone('copyto', 'kho:clone/from/một +%.txt', 'kho:clone/copied')
    await rclone('moveto', 'kho:clone/from/một +%.txt', 'kho:clone/moved')
    expect([await rclone('cat', 'kho:clone/copied'), await rclone('cat', 'kho:clone/moved')]).toEqual([
      'one',
      'one',
    ])
    await rclone('purge', 'kho:clone/tree')
    expect((await rclone('lsf', '-R', 'kho:clone')).split('\n').sort()).toEqual(['', 'copied', 'moved'])
  })

  test('sends 200 MB in parts and gets them whole, and a range of them', async ctx => {
    needed(ctx.skip)
    const hash = large(join(home, 'large'))
    await rclone('copyto', '--s3-upload-cutoff', '10M', '--s3-chunk-size', '8M', 'large', 'kho:clone/large')
    await rclone('copyto', 'kho:clone/large', 'large back')
    expect(digest(join(home, 'large back'))).toBe(hash)
    await rclone('copyto', '--s3-copy-cutoff', '50M', 'kho:clone/large', 'kho:clone/large copy')
    await rclone('copyto', 'kho:clone/large copy', 'large again')
    expect(digest(join(home, 'large again'))).toBe(hash)
    const { stdout } = await execute(
      found.rclone[0] as string,
      ['cat', '--offset', '8388600', '--count', '21', 'kho:clone/large'],
      {
        env: environment(running, home),
        encoding: 'buffer',
      },
    )
    expect(stdout.equals(readFileSync(join(home, 'large')).subarray(8388600, 8388621))).toBe(true)
  })

  test('makes a link', async ctx => {
    needed(ctx.skip)
    const answer = await fetch((await rclone('link', 'kho:clone/copied')).trim())
    expect([answer.status, await answer.text()]).toEqual([200, 'one'])
  })
})
