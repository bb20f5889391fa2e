import { roundLine, startSyncRounds } from '../server/support/sync-rounds.ts'

/**
 * Two consoles on PostgreSQL and Ceph RGW, killed at random moments while keys, levels, sub-users and suspensions
 * change; after each round the storage must have what the tables say within 30 s. A line a round; whether all were right.
 */
export async function benchSync(rounds: number): Promise<boolean> {
  const running = await startSyncRounds(Date.now())
  if ('missing' in running) throw new Error(running.missing)
  let right = 0
  try {
    for (let number = 1; number <= rounds; number++) {
      const round = await running.round()
      if (round.wrong.length === 0) right += 1
      console.log(roundLine(number, round))
    }
  } finally {
    await running.stop()
  }
  console.log(`${right} of ${rounds} rounds: the right in the tables was the right at the storage`)
  return right === rounds
}
