import { killRounds } from '../engine/kill-rounds.ts'

/** `durability [rounds]`: the engine is killed while it is written to. Whether everything acknowledged was there. */
export async function benchDurability(rounds: number): Promise<boolean> {
  const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 32)
  const { wrong, acknowledged, orphans, expired } = await killRounds(rounds, seed)
  for (const what of wrong) console.log(what)
  console.log(
    `${rounds} kills, ${acknowledged} acknowledged writes, ${orphans} leftovers removed at starts, ` +
      `${expired} expired between kills, ` +
      `${wrong.length} wrong (KHO_SEED=${seed})`,
  )
  return wrong.length === 0
}
