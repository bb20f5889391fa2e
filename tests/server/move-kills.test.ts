import { expect, test } from 'vitest'
import { moveWithKills } from '../support/move-kills.ts'

test('a folder of 2,000 objects is moved while the server is killed three times: nothing is lost, nothing doubled', async () => {
  const { job, ...moved } = await moveWithKills(2000, 3)
  expect(moved).toMatchObject({ kills: 3, targets: 2000, sources: 0, wrong: 0 })
  expect(job).toMatchObject({ state: 'done', done: 2000, failed: 0, total: 2000 })
}, 300_000)
