import { oneOnSqlite, twoOnPostgres } from '../support/killable.ts'
import { type Killable, moveWithKills } from '../support/move-kills.ts'

const objects = 10_000
/** Kills of one of two processes; after each the job waits half a minute for the lease to run out. */
const killsOfTwo = 3

/**
 * `move [kills]`: a folder of 10,000 objects is moved while the server is killed, on SQLite so many times, of two on
 * PostgreSQL three times. Whether nothing was lost or doubled.
 */
export async function benchMove(kills: number): Promise<boolean> {
  const alone = await row('one process on SQLite', await oneOnSqlite(), kills)
  const two = await twoOnPostgres()
  if (!('missing' in two)) return (await row('two on PostgreSQL', two, killsOfTwo)) && alone
  console.log(`move of ${objects} objects, two on PostgreSQL: ${two.missing}`)
  return false
}

async function row(name: string, killable: Killable, kills: number): Promise<boolean> {
  const { job, ms, ...moved } = await moveWithKills(killable, objects, kills)
  const { targets, sources, wrong } = moved
  console.log(
    `move of ${objects} objects, ${name}, ${moved.kills} kills: the job is ${job.state}, ${job.done} done, ` +
      `${job.failed} failed; ${targets} in the target, ${sources} in the source, ${wrong} wrong; ` +
      `${(ms / 1000).toFixed(1)} s with the restarts`,
  )
  return moved.kills === kills && job.done === objects && targets === objects && sources + wrong === 0
}
