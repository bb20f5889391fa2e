// @module-tag faults
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { openLostGround, wrongIn } from '../support/lost-ground.ts'

const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 31)
const load = { size: 24 * MiB, smallFiles: 60, bytesPerSecond: 8 * MiB, partSize: MiB }
let ground: Awaited<ReturnType<typeof openLostGround>>

beforeAll(async () => {
  console.log(`lost ground: KHO_SEED=${seed}`)
  ground = await openLostGround(load, seed)
})
afterAll(() => ground?.close())

test.each([0, 1, 2])(
  'two interruptions at random moments cost no more than what was under way, and every file arrives as it was: round %i',
  async number => {
    const round = await ground.play(number)
    expect({ ...round, wrong: wrongIn(round, load.size) }).toMatchObject({ wrong: [] })
  },
)
