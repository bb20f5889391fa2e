import { expect, test } from 'vitest'
import { oneOnSqlite, twoOnPostgres } from '../support/killable.ts'
import { moveWithKills } from '../support/move-kills.ts'

test('a folder of 2,000 objects is moved while the server is killed three times: nothing is lost, nothing doubled', async () => {
  const { job, ...moved } = await moveWithKills(await oneOnSqlite(), 2000, 3)
  expect(moved).toMatchObject({ kills: 3, targets: 2000, sources: 0, wrong: 0 })
  expect(job).toMatchObject({ state: 'done', done: 2000, failed: 0, total: 2000 })
}, 300_000)

test('a folder of 2,000 objects is moved while one of two processes on PostgreSQL is killed: the other ends the job, nothing is lost, nothing doubled', async context => {
  const processes = await twoOnPostgres()
  if ('missing' in processes) return context.skip(processes.missing)
  const { job, ...moved } = await moveWithKills(processes, 2000, 1)
  expect(moved).toMatchObject({ kills: 1, targets: 2000, sources: 0, wrong: 0 })
  expect(job).toMatchObject({ state: 'done', done: 2000, failed: 0, total: 2000 })
}, 300_000)
