// @module-tag clients
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { client, makeTree, programs, type Run, tree } from './client-programs.ts'
import { type Running, startEngine, temporaryFolder } from './support.ts'

const [program] = programs('restic')

describe('restic', () => {
  let running: Running
  let home: string
  let restic: Run
  beforeAll(async () => {
    running = await startEngine()
    home = temporaryFolder()
    await running.client().createBucket({ Bucket: 'backup' })
    restic = client(program ?? 'restic', running, home, {
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
    if (program === undefined) ctx.skip('restic not found')
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
