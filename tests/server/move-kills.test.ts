// @module-tag faults
import { expect, test } from 'vitest'
import { sharedPostgres } from '../support/borrow.ts'
import { oneOnSqlite, twoOnPostgres } from '../support/killable.ts'
import { moveWithKills } from '../support/move-kills.ts'

test('a move of 2,000 objects survives three kills of the server: nothing is lost or duplicated', async () => {
  const { job, ...moved } = await moveWithKills(await oneOnSqlite(), 2000, 3)
  expect(moved).toMatchObject({ kills: 3, targets: 2000, sources: 0, wrong: 0 })
  expect(job).toMatchObject({ state: 'done', done: 2000, failed: 0, total: 2000 })
}, 300_000)

test('when one of two processes on PostgreSQL is killed during a move of 2,000 objects, the other finishes it: nothing is lost or duplicated', async context => {
  const processes = await twoOnPostgres(sharedPostgres)
  if ('missing' in processes) return context.skip(processes.missing)
  const { job, ...moved } = await moveWithKills(processes, 2000, 1)
  expect(moved).toMatchObject({ kills: 1, targets: 2000, sources: 0, wrong: 0 })
  expect(job).toMatchObject({ state: 'done', done: 2000, failed: 0, total: 2000 })
}, 300_000)
