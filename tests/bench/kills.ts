import { killRounds } from '../engine/kill-rounds.ts'
import { roundLine, startSyncRounds } from '../server/support/sync-rounds.ts'
import { deliverWithKills } from '../support/event-kills.ts'
import { oneOnSqlite, twoOnPostgres } from '../support/killable.ts'
import { type Killable, moveWithKills } from '../support/move-kills.ts'

/** Bytes of memory that the server may take. */
const most = 600 * 1024 ** 2

/**
 * `events [events] [kills]`: events go to an address that answers and to one that fails, hangs, is slow and comes back, while
 * the server is killed. Whether each is delivered at least once, in order for each object, signed, in bounded memory.
 */
export async function benchEvents(events: number, kills: number): Promise<boolean> {
  const { writes, good, bad, memory, ms, ...more } = await deliverWithKills(events, kills)
  for (const [name, { missing, disorder, repeated, unsigned }] of Object.entries({ good, bad })) {
    console.log(
      `events of ${writes} writes to the ${name} address, ${more.kills} kills: ${missing} missing, ${disorder} out of order, ` +
        `${repeated} sent again, ${unsigned} not signed`,
    )
  }
  console.log(`${(ms / 1000).toFixed(1)} s, ${Math.round(memory / 1024 ** 2)} MiB of memory at most`)
  const whole = [good, bad].every(({ missing, disorder, unsigned }) => missing + disorder + unsigned === 0)
  return whole && memory <= most
}

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

const movedObjects = 10_000
/** Kills of one of two processes; after each the job waits half a minute for the lease to run out. */
const killsOfTwo = 3

/**
 * `move [kills]`: a folder of 10,000 objects is moved while the server is killed, on SQLite so many times, of two on
 * PostgreSQL three times. Whether nothing was lost or doubled.
 */
export async function benchMove(kills: number): Promise<boolean> {
  const alone = await moveRow('one process on SQLite', await oneOnSqlite(), kills)
  const two = await twoOnPostgres()
  if (!('missing' in two)) return (await moveRow('two on PostgreSQL', two, killsOfTwo)) && alone
  console.log(`move of ${movedObjects} objects, two on PostgreSQL: ${two.missing}`)
  return false
}

async function moveRow(name: string, killable: Killable, kills: number): Promise<boolean> {
  const { job, ms, ...moved } = await moveWithKills(killable, movedObjects, kills)
  const { targets, sources, wrong } = moved
  console.log(
    `move of ${movedObjects} objects, ${name}, ${moved.kills} kills: the job is ${job.state}, ${job.done} done, ` +
      `${job.failed} failed; ${targets} in the target, ${sources} in the source, ${wrong} wrong; ` +
      `${(ms / 1000).toFixed(1)} s with the restarts`,
  )
  return (
    moved.kills === kills && job.done === movedObjects && targets === movedObjects && sources + wrong === 0
  )
}

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
