import { moveWithKills } from '../support/move-kills.ts'

/** `move [kills]`: a folder of 10,000 objects is moved while the server is killed. Whether nothing was lost or doubled. */
export async function benchMove(kills: number): Promise<boolean> {
  const objects = 10_000
  const { job, ms, ...moved } = await moveWithKills(objects, kills)
  const { targets, sources, wrong } = moved
  console.log(
    `move of ${objects} objects, ${moved.kills} kills: the job is ${job.state}, ${job.done} done, ${job.failed} failed; ` +
      `${targets} in the target, ${sources} in the source, ${wrong} wrong; ${(ms / 1000).toFixed(1)} s with the restarts`,
  )
  return moved.kills === kills && job.done === objects && targets === objects && sources + wrong === 0
}
