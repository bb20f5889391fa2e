import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBlockChecks } from '../../server/engine/store/block-checks.ts'
import { inBucket } from '../support/s3.ts'
import { blobPaths, type Running, startEngine } from './support.ts'

const Bucket = 'quarantined'

const put = async (running: Running, names: string[]): Promise<void> => {
  const client = running.client()
  for (const Key of names) await client.putObject({ Bucket, Key, Body: Key })
}
const begin = async (): Promise<Running> => {
  const running = await startEngine({ smallBody: 0 })
  await running.client().createBucket({ Bucket })
  await put(running, ['first'])
  return running
}
const quarantine = (dir: string, kind: 'lost' | 'left-over'): string[] =>
  readdirSync(join(dir, 'quarantine', kind)).sort()
const idsOf = (dir: string): string[] =>
  blobPaths(dir)
    .map(path => path.split('/').slice(-2).join(''))
    .sort()
const names = ['a', 'b', 'c', 'd']

test('an index whose WAL was lost is older than its files: they are kept in quarantine, and the start says so', async () => {
  const running = await begin()
  const { dir } = running
  await running.stop({ keep: true })
  const [first] = idsOf(dir)
  const closed = join(dir, 'index.sqlite.before')
  copyFileSync(join(dir, 'index.sqlite'), closed)
  const second = await startEngine({ dir, smallBody: 0 })
  await put(second, names)
  const lost = idsOf(dir).filter(id => id !== first)
  await second.stop({ keep: true })
  copyFileSync(closed, join(dir, 'index.sqlite'))

  const third = await startEngine({ dir, smallBody: 0 })
  expect([quarantine(dir, 'lost'), quarantine(dir, 'left-over'), idsOf(dir)]).toEqual([lost, [], [first]])
  expect(third.engine.findings).toEqual([
    {
      loud: true,
      message: expect.stringMatching(/^THE INDEX IS OLDER THAN THE FILES: .* 4 files .*nothing was deleted/),
    },
  ])
  expect(await inBucket(third.client(), Bucket).text('first')).toBe('first')
  await put(third, ['new'])
  await third.stop({ keep: true })

  const fourth = await startEngine({ dir, smallBody: 0 })
  expect([quarantine(dir, 'lost'), fourth.engine.findings]).toEqual([
    lost,
    [{ loud: true, message: `${join(dir, 'quarantine', 'lost')} holds 4 files that the index has lost.` }],
  ])
  await fourth.stop()
})

test('a file tells of commits that the index has not, where the mark is of before', async () => {
  const running = await begin()
  const { dir } = running
  await running.stop({ keep: true })
  const closed = [join(dir, 'index.sqlite'), join(dir, 'commits')].map(file => readFileSync(file))
  const shard = readdirSync(join(dir, 'data'))[0]!
  // The index of a process that had its shard in the index, and died.
  const second = await startEngine({ dir, smallBody: 0 })
  await second.stop({ keep: true })
  writeFileSync(join(dir, 'index.sqlite'), closed[0]!)
  writeFileSync(join(dir, 'commits'), closed[1]!)
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(join(dir, 'index.sqlite'))
  db.prepare('INSERT OR IGNORE INTO shard (name) VALUES (?)').run(shard)
  const { commits } = db.prepare('SELECT commits FROM progress').get() as { commits: number }
  db.close()
  const place = (name: string, after: number): void => {
    const checks = createBlockChecks()
    checks.add(Buffer.from(name))
    writeFileSync(
      join(dir, 'data', shard, `${name}-c`),
      Buffer.concat([Buffer.from(name), checks.footer(`${name}-c`, after)]),
    )
  }
  place('ffffffffffff1', commits)
  const third = await startEngine({ dir, smallBody: 0 })
  expect([quarantine(dir, 'lost'), quarantine(dir, 'left-over')]).toEqual([[], [`${shard}ffffffffffff1-c`]])
  expect(third.engine.findings).toEqual([
    { loud: false, message: expect.stringContaining('1 files of unfinished') },
  ])
  await third.stop({ keep: true })

  const again = new DatabaseSync(join(dir, 'index.sqlite'))
  again.prepare('INSERT OR IGNORE INTO shard (name) VALUES (?)').run(shard)
  again.close()
  place('ffffffffffff2', commits + 1000)
  const fourth = await startEngine({ dir, smallBody: 0 })
  expect([quarantine(dir, 'lost'), fourth.engine.findings[0]?.loud]).toEqual([
    [`${shard}ffffffffffff2-c`],
    true,
  ])
  await fourth.stop()
})

test('lost commits of small bodies, which have no files, are told after a kill too', async () => {
  const running = await startEngine()
  const { dir } = running
  await running.client().createBucket({ Bucket })
  await running.stop({ keep: true })
  const closed = readFileSync(join(dir, 'index.sqlite'))
  const second = await startEngine({ dir })
  await put(second, names)
  const mark = (): string => readFileSync(join(dir, 'commits'), 'utf8')
  await expect.poll(mark).toMatch(/^\d+\n$/)
  const killed = mark()
  await second.stop({ keep: true })
  writeFileSync(join(dir, 'index.sqlite'), closed)
  writeFileSync(join(dir, 'commits'), killed)
  const third = await startEngine({ dir })
  expect(third.engine.findings[0]).toMatchObject({
    loud: true,
    message: expect.stringContaining('OLDER THAN THE FILES'),
  })
  await third.stop()
})

test('what a killed process left is removed after a week', async () => {
  const running = await begin()
  const { dir } = running
  await running.stop({ keep: true })
  const idAt = (time: number): string => `ab${time.toString(16).padStart(12, '0')}0011223344556677-c`
  const day = 24 * 3600_000
  const [old, young] = [idAt(Date.now() - 8 * day), idAt(Date.now() - 6 * day)]
  for (const id of [old, young]) writeFileSync(join(dir, 'quarantine', 'left-over', id), '')
  const again = await startEngine({ dir, smallBody: 0 })
  expect(quarantine(dir, 'left-over')).toEqual([young])
  await again.stop()
})

test.each([
  ['its first page', 0, 4096],
  ['a page of it', 8192, 4096],
])(
  'an index with damage in %s keeps the engine from starting, with a sentence, and nothing is touched',
  async (_, at, length) => {
    const running = await begin()
    const { dir } = running
    await put(
      running,
      Array.from({ length: 50 }, (_, index) => `key-${index}`),
    )
    await running.stop({ keep: true })
    const files = idsOf(dir)
    const bytes = readFileSync(join(dir, 'index.sqlite'))
    bytes.fill(0xa5, at, at + length)
    writeFileSync(join(dir, 'index.sqlite'), bytes)
    // As after a kill: a start after a clean end does not read the whole index.
    writeFileSync(join(dir, 'commits'), '1\n')
    await expect(startEngine({ dir, smallBody: 0 })).rejects.toThrow(
      /index\.sqlite is damaged \(.*\)\. Nothing was changed\.$/,
    )
    expect([idsOf(dir), readFileSync(join(dir, 'index.sqlite')).equals(bytes)]).toEqual([files, true])
    expect(existsSync(join(dir, 'commits'))).toBe(true)
    rmSync(dir, { recursive: true })
  },
)
