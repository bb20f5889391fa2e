// @module-tag faults
import { expect, test } from 'vitest'
import { killRounds, LEAST } from './kill-rounds.ts'

const ROUNDS = 20

test('after 20 kills: what was acknowledged is there, whole, or expired; nothing partial is listed; each change has its event; no file is left over', async () => {
  const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 32)
  console.log(`durability: KHO_SEED=${seed}`)
  const { wrong, acknowledged, orphans, expired } = await killRounds(ROUNDS, seed)
  console.log(
    `durability: ${acknowledged} acknowledged writes, ${orphans} leftovers removed at starts, ${expired} expired`,
  )
  expect(wrong).toEqual([])
  expect(expired).toBeGreaterThan(0)
  expect(acknowledged).toBeGreaterThanOrEqual(ROUNDS * LEAST)
})
