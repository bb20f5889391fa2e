// @module-tag faults
import { expect, test } from 'vitest'
import { borrowCeph, sharedPostgres } from '../support/borrow.ts'
import { startSyncRounds } from './support/sync-rounds.ts'

const seed = Date.now() % 2 ** 32

test(`two consoles killed at random leave at RGW what the tables say, seed ${seed}`, {
  timeout: 300_000,
}, async context => {
  const running = await startSyncRounds(seed, { ceph: borrowCeph, postgres: sharedPostgres })
  if ('missing' in running) return context.skip(running.missing)
  context.onTestFinished(() => running.stop())
  for (let round = 0; round < 3; round++) expect((await running.round()).wrong).toEqual([])
})
