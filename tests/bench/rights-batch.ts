import { setTimeout as pause } from 'node:timers/promises'
import { type Thing, things, underWay } from './rights-held.ts'
import type { Lane, Round } from './rights-lane.ts'
import type { RightsStage } from './rights-stage.ts'

/** ms in which everything ends. */
export const limit = 5_000
/** ms between two looks at one thing. */
const look = 100

/** Of one round. `ends`: ms from the change until a thing was dead; `wrong`: what lives or has ended against the rule. */
export type Outcome = {
  acknowledged: boolean
  /** Whether the change came about. */
  whole: boolean
  ends: { thing: Thing; way: string; ms: number }[]
  wrong: string[]
}

/**
 * One round in each of the lanes at once; `kill`: within the changes, or right after the first answer. `from`: number of the
 * first round. `usual`, `taken`: ms that the changes take.
 */
export async function runBatch(
  stage: RightsStage,
  lanes: readonly Lane[],
  batch: { from: number; kill: boolean; usual: number; random: () => number },
): Promise<{ outcomes: Outcome[]; taken: number }> {
  const { from, kill } = batch
  const prepared = await Promise.all(lanes.map((lane, at) => lane.prepare(from + at)))
  const rounds = await Promise.all(prepared.map(begin => begin()))
  await Promise.all(rounds.map(requireAlive))
  const began = performance.now()
  const answered = Promise.withResolvers<void>()
  const taking = rounds.map(async round => {
    try {
      const since = await round.take()
      answered.resolve()
      return since
    } catch (error) {
      if (!kill) throw error
      return null
    }
  })
  const up = kill ? killOnce(stage, answered.promise, batch) : Promise.resolve(0)
  const alone = stage.asked === stage.other
  const watching = rounds.map(async (round, at) => {
    const since = await taking[at]!
    const cut = kill && alone
    if (since !== null && !cut) return watch(stage, round, { since, acknowledged: true, cut })
    const from = Math.max(since ?? 0, await up)
    return watch(stage, round, { since: from, acknowledged: since !== null, cut })
  })
  await Promise.all(taking)
  const taken = performance.now() - began
  const outcomes = await Promise.all(watching)
  await up
  await Promise.all(rounds.map((round, at) => round.restore(outcomes[at]!.whole)))
  return { outcomes, taken }
}

/** Resolves with the unix ms at which the process is up again. */
async function killOnce(
  stage: RightsStage,
  answered: Promise<void>,
  { usual, random }: { usual: number; random: () => number },
): Promise<number> {
  const moment = pause(random() * 1.5 * usual)
  await (random() < 0.3 ? Promise.race([answered, pause(10 * usual)]) : moment)
  await stage.kill()
  await stage.restart()
  return Date.now()
}

/** What is under way at the storage directly is exempt where the storage does not end it. */
const mustEnd = (stage: RightsStage, { way, held }: Round): Thing[] =>
  things.filter(
    thing =>
      held.lives[thing] !== undefined &&
      !way.leaves.includes(thing) &&
      (stage.endsDownloads || (thing !== 'download by key' && thing !== 'download by link')),
  )

const lives = async ({ held }: Round, thing: Thing): Promise<boolean> =>
  (await held.lives[thing]?.()) ?? false

const living = async (round: Round, among: readonly Thing[]): Promise<Thing[]> => {
  const all = await Promise.all(among.map(async thing => ((await lives(round, thing)) ? [thing] : [])))
  return all.flat()
}

async function requireAlive(round: Round): Promise<void> {
  const held = things.filter(thing => round.held.lives[thing] !== undefined)
  const alive = await living(round, held)
  const dead = held.filter(thing => !alive.includes(thing))
  if (dead.length > 0) throw new Error(`Before ${round.name}, of what a person has these are dead: ${dead}.`)
}

/**
 * Looks at what the person has until 5 s after `since` (unix ms), and once more then. `cut`: with the process everything that
 * was under way has ended.
 */
async function watch(
  stage: RightsStage,
  round: Round,
  { since, acknowledged, cut }: { since: number; acknowledged: boolean; cut: boolean },
): Promise<Outcome> {
  const ending = mustEnd(stage, round)
  const deadline = since + limit
  const looks = ending.map(async thing => {
    while (Date.now() < deadline) {
      const begun = Date.now()
      if (!(await lives(round, thing))) return [{ thing, way: round.name, ms: Math.max(0, begun - since) }]
      await pause(look)
    }
    return []
  })
  const ends = (await Promise.all(looks)).flat()
  const { job } = round.held
  // A job that came to its own end shows nothing.
  const done = job !== null && (await stage.jobState(job)) === 'done'
  const shown = ends.filter(({ thing }) => thing !== 'job' || !done)
  await pause(Math.max(0, deadline - Date.now()))
  const lasting = things.filter(thing => !underWay.includes(thing))
  const [alive, there] = await Promise.all([living(round, ending), living(round, lasting)])
  const lost = lasting.filter(thing => !there.includes(thing))
  const taken = lasting.filter(thing => ending.includes(thing))
  const none = !acknowledged && taken.every(thing => there.includes(thing))
  const unduly = lost.filter(thing => !ending.includes(thing))
  const what = `${round.name}${acknowledged ? '' : ' without an answer'}${cut ? ', after a kill' : ''}`
  const wrong = [
    ...(none ? [] : alive.map(thing => `${thing} is alive after ${what}`)),
    ...unduly.map(thing => `${thing} has ended with ${what}`),
  ]
  return { acknowledged, whole: !none, ends: acknowledged ? shown : [], wrong }
}
