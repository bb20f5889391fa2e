import { seeded } from '../engine/support.ts'
import { median } from './median.ts'
import { limit, type Outcome, runBatch } from './rights-batch.ts'
import { things } from './rights-held.ts'
import { makeLane } from './rights-lane.ts'
import { oneEmbedded, type RightsStage, twoOnRgw } from './rights-stage.ts'

/** Rounds that run at once, each in a lane, and lanes whose people run jobs: a process runs two at once. */
const width = { lanes: 8, jobs: 2 }
/** Part of the batches of rounds in which the process is killed. */
const killed = 0.4

/**
 * `rights [rounds] [rounds on RGW]`: in each round a person holds a session, an S3 key, a link, an API client, and has two
 * downloads, an archive and sometimes a job under way; one way of many ends the rights, and in some rounds the process that
 * was asked is killed meanwhile. Whether all that an acknowledged change ends was dead 5 s later in all processes, and a
 * change without an answer was whole or not at all.
 */
export async function benchRights(rounds: number, onRgw: number): Promise<boolean> {
  const seed = Number(process.env.KHO_SEED ?? Date.now() % 2 ** 32)
  const embedded = await row('the embedded engine, one process on SQLite', await oneEmbedded(), rounds, seed)
  const two = await twoOnRgw()
  if (!('missing' in two))
    return (await row('Ceph RGW, two processes on PostgreSQL', two, onRgw, seed)) && embedded
  console.log(`rights on Ceph RGW: ${two.missing}`)
  return embedded
}

async function row(name: string, stage: RightsStage, rounds: number, seed: number): Promise<boolean> {
  const random = seeded(seed)
  const outcomes: Outcome[] = []
  let kills = 0
  const began = performance.now()
  try {
    const making = Array.from({ length: width.lanes }, (_, at) =>
      makeLane(stage, at, { jobs: at < width.jobs, random: seeded(seed + at + 1) }),
    )
    const lanes = await Promise.all(making)
    let usual = 200
    while (outcomes.length < rounds) {
      const kill = random() < killed
      const batch = { from: outcomes.length, kill, usual, random }
      const ended = await runBatch(stage, lanes.slice(0, rounds - outcomes.length), batch)
      for (const outcome of ended.outcomes) for (const wrong of outcome.wrong) console.log(wrong)
      outcomes.push(...ended.outcomes)
      if (kill) kills += 1
      else usual = ended.taken
    }
  } finally {
    await stage.stop()
  }
  const wrong = outcomes.flatMap(outcome => outcome.wrong).length
  const acknowledged = outcomes.filter(outcome => outcome.acknowledged).length
  console.log(
    `rights on ${name}: ${outcomes.length} rounds, ${kills} kills, ${acknowledged} changes acknowledged, ` +
      `${wrong} wrong after ${inSeconds(limit)}; ${inSeconds(performance.now() - began)} (KHO_SEED=${seed})`,
  )
  for (const thing of things) {
    const ends = outcomes.flatMap(outcome => outcome.ends.filter(end => end.thing === thing))
    const slowest = ends.toSorted((a, b) => b.ms - a.ms)[0]
    if (!slowest) continue
    const usual = inSeconds(median(ends.map(({ ms }) => ms)))
    console.log(`  ${thing}: ends after ${usual}, at most ${inSeconds(slowest.ms)}, by ${slowest.way}`)
  }
  return wrong === 0
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
