import { expect, test } from 'vitest'
import { startSyncRounds } from './support/sync-rounds.ts'

test('two consoles killed at random leave at RGW what the tables say', {
  timeout: 300_000,
}, async context => {
  const running = await startSyncRounds()
  if ('missing' in running) return context.skip(running.missing)
  context.onTestFinished(() => running.stop())
  for (let round = 0; round < 3; round++) expect((await running.round()).wrong).toEqual([])
})
