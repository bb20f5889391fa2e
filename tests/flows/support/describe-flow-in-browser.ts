import { relative } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import type { ChosenPath } from '../../../flows/kit/cover.ts'
import { type Coverage, everyKind, missing } from '../../../flows/kit/coverage.ts'
import { saveRow, type WalkInBrowser } from '../../../flows/kit/coverage-store.ts'
import { type Flow, untyped } from '../../../flows/kit/flow.ts'
import { type Choice, goodWalk, type LongWalk, longWalks } from '../../../flows/kit/long-walks.ts'
import { actionOf, type FlowEvent, type FlowStep, labelOf, outcomeOf } from '../../../flows/kit/paths.ts'
import { numbered, replayedPath, replayOf } from '../../../flows/kit/replay.ts'
import type { Walked } from '../../../flows/kit/run-path.ts'
import { Walk } from '../../../flows/kit/walk.ts'
import { count } from '../../support/count.ts'
import { isAffected, ownFiles } from '../../support/reach.ts'
import { step } from '../../support/step.ts'
import { personAt, seeOn } from './person-in-browser.ts'
import { type Play, saidOf } from './play.ts'
import { takeScreens } from './screens-of-states.ts'
import { fateOf, type PathOf, type Stage as Person, pathFor } from './stage.ts'

/** What is around an event: the model's state before it, and what comes after, so that an answer can be prepared. */
export type Around<TMachine extends AnyStateMachine> = {
  before: SnapshotFrom<TMachine>
  next: FlowEvent | undefined
  /** How the call ends that the event makes, as `actor: outcome`. */
  outcome: string | null
  /** Does what the play says of the event, with these texts in place of the event's. */
  act(typed?: object): Promise<unknown>
}

/**
 * How a flow is played by a person in front of a page, and what that person sees. `Stage`: the page and its world; with a play it
 * is one of `stage.ts`.
 */
export type InBrowser<TMachine extends AnyStateMachine, Stage> = {
  /** What is the same in the views. */
  play?: Play<TMachine, Stage>
  /**
   * The call of each actor. It is held, and answered unless `events` says something else of an outcome; `fates` has what
   * causes those that are alike for all.
   */
  calls?: Record<string, PathOf<Stage>>
  /** Brings the world to one of the flow's starts and opens the page. `path`: what is going to happen. */
  open(start: string, path: FlowEvent[]): Promise<Stage>
  close(stage: Stage): Promise<void>
  /**
   * What makes an event happen: an event of the machine by its type, an outcome as `actor: outcome`, a timer as
   * `after <delay>`. In a walk it may come after anything that brings the model to the state `before`. By default it is
   * what the play says.
   */
  events: Record<string, (stage: Stage, event: FlowEvent, around: Around<TMachine>) => Promise<unknown>>
  /** What is seen in each innermost state, by its path, beside what the play says. `snapshot` is the model's. */
  states?: Record<string, (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<unknown>>
  /** Names of `events` after which the world is another one for good: a walk ends with them. */
  ends?: readonly string[]
  /**
   * The start of the one walk that `npm test` makes of an unaffected flow (the first one by default), and the states and steps
   * that it comes through, its good end last (`done` by default).
   */
  from?: string
  good?: readonly string[]
  /**
   * A test of the view walks every transition and outcome: where the flow is affected, `npm test` walks here every state,
   * event and kind of outcome, and leaves everything to the group `walks`.
   */
  viewed?: true
  /**
   * Names of outcomes that the test answers in the server's place, so that the page tells what other tests show: where the flow
   * is affected, `npm test` walks here every state, event and other outcome, and leaves everything to the group `walks`.
   */
  faked?: readonly string[]
  /** What no walk in the browser does, as `missing` names it; another test does. */
  except?: readonly string[]
}

function innermost(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes
    .filter(node => Object.keys(node.states).length === 0)
    .map(node => node.path.join('.'))
}

const nodesIn = ({ snapshots, transitions }: Walked) => [
  ...snapshots.flatMap(snapshot => snapshot._nodes),
  ...transitions.map(transition => transition.source),
]

const everything = (walked: Walked) => [outcomeOf(walked.event), ...walked.transitions, ...nodesIn(walked)]

const kinds: [kind: string, outcome: RegExp][] = [
  ['answered', /: (ok|done)$/],
  ['offline', /: (NETWORK|OFFLINE)$/],
  ['broken', /: unexpected$/],
  ['ended', /: UNAUTHORIZED$/],
]

/** States, events from outside, and for outcomes only their kind. */
function* statesAndEvents(walked: Walked): Generator<unknown> {
  yield* nodesIn(walked)
  const outcome = outcomeOf(walked.event)
  if (outcome !== null) yield kinds.find(([, pattern]) => pattern.test(outcome))?.[0] ?? 'refused'
  else if (!walked.event.type.startsWith('xstate.')) yield walked.event.type
}

function* statesEventsAndOutcomes(walked: Walked): Generator<unknown> {
  yield* statesAndEvents(walked)
  yield outcomeOf(walked.event)
}

/**
 * The model test of a flow in front of a real page. Of the paths that `describeFlow` runs by the machine, it makes a few long
 * walks over every state, event, transition and outcome, and plays each in the browser: events become acts on the page,
 * outcomes are caused in the real world, and after each step the page must show what the state says. Then everything
 * must have been walked here too. Where the change affects nothing that the page runs, `npm test` takes one walk, to the good
 * end. A row goes to the coverage table.
 */
export async function describeFlowInBrowser<TMachine extends AnyStateMachine, Stage>(
  name: string,
  machine: TMachine,
  typed: Flow<TMachine>,
  player: InBrowser<TMachine, Stage>,
) {
  const flow = untyped(typed)
  const paths: ChosenPath[] = []
  const walk = new Walk(machine, flow)
  for (const [start, input] of Object.entries(flow.starts)) {
    paths.push(...(await walk.from(input)).map(run => ({ ...run, start })))
  }
  const seenByAll = walk.freshRecorder()
  const walks: WalkInBrowser[] = []

  const { play, calls = {}, states = {} } = player

  async function see(stage: Stage, snapshot: SnapshotFrom<TMachine>) {
    const { page } = (stage ?? {}) as { page?: Page }
    for (const { src } of (snapshot as AnyMachineSnapshot)._nodes.flatMap(node => node.invoke)) {
      const path = calls[String(src)]
      if (path) await (stage as Person).held.made(pathFor(path, stage))
    }
    if (play) for (const sight of saidOf(play.states, snapshot)) await seeOn(page!, sight(snapshot, stage))
    for (const state of innermost(snapshot)) {
      if (!play && !states[state]) throw new Error(`What is seen in "${state}" is not said in ${thisFile()}`)
      await states[state]?.(stage, snapshot)
      await takeScreens(page, name, state)
    }
  }

  /** What happens by default: the act of the play, or the usual end of a call. */
  async function act(stage: Stage, event: FlowEvent, before: SnapshotFrom<TMachine>, typed: object = {}) {
    const says = play?.acts[event.type as keyof typeof play.acts]
    if (says) return says(personAt((stage as Person).page), { ...event, ...typed } as never, stage, before)
    const [actor = '', end = ''] = outcomeOf(event)?.split(': ') ?? []
    if (calls[actor]) return fateOf(end)(pathFor(calls[actor], stage))(stage as Person)
    throw new Error(`How "${actionOf(event)}" happens is not said in ${thisFile()}`)
  }

  function cause(
    stage: Stage,
    event: FlowEvent,
    before: SnapshotFrom<TMachine>,
    next: FlowEvent | undefined,
  ) {
    const byDefault = (typed?: object) => act(stage, event, before, typed)
    const happens = player.events[actionOf(event)]
    if (!happens) return byDefault()
    return happens(stage, event, { before, next, outcome: next ? outcomeOf(next) : null, act: byDefault })
  }

  async function walkAlong(start: string, steps: FlowStep[], saw: (index: number) => void) {
    const events = steps.slice(1).map(step => step.event)
    const stage = await player.open(start, events)
    try {
      for (const [index, { event, state }] of steps.entries()) {
        const before = steps[index - 1]?.state as SnapshotFrom<TMachine> | undefined
        await step(nameOf(steps, index), async () => {
          if (before) await cause(stage, event, before, events[index])
          await see(stage, state as SnapshotFrom<TMachine>)
        })
        count('steps')
        saw(index)
      }
    } catch (error) {
      await player.close(stage).catch(() => 'What failed first is told.')
      throw error
    }
    await player.close(stage)
  }

  async function testWalk({ start, steps }: LongWalk, seen = walk.freshRecorder()) {
    const walked = await walk.along(flow.starts[start], steps)
    const last = steps.at(-1)
    test(`${start}: ${steps.length - 1} steps to ${last && labelOf(last.event)}`, async () => {
      count('walks')
      await walkAlong(start, steps, index => {
        seen.saw(walked[index]!)
        seenByAll.saw(walked[index]!)
      })
      walks.push({
        start,
        steps: steps.map(({ event, state }) => ({ label: labelOf(event), states: innermost(state) })),
      })
    })
  }

  async function testWalks(
    choice: Choice,
    kinds: readonly (keyof Coverage)[],
    except: readonly string[] = [],
  ) {
    const seen = walk.freshRecorder()
    for (const each of longWalks(flow, paths, choice)) await testWalk(each, seen)
    test(`has these walked: ${kinds.join(', ')}`, () => {
      expect(missing(seen.coverage, kinds)).toEqual(except)
    })
  }

  const { viewed, faked, ends, from = Object.keys(flow.starts)[0]!, good = ['done'] } = player
  const endsWalk = ({ event }: FlowStep) => ends?.includes(actionOf(event)) === true
  const isReal = ({ event }: FlowStep) => !faked?.includes(actionOf(event))
  const whole: Choice = { thingsIn: everything, ends: endsWalk, everyStart: true }
  const short: Choice = { ...whole, thingsIn: statesAndEvents, everyStart: false }
  const real: Choice = { ...short, thingsIn: statesEventsAndOutcomes, possible: isReal }

  const replay = replayOf(name)
  if (replay) {
    test(`the flow ${name}, in the browser: one path`, { timeout: 600_000 }, () => {
      if ('file' in replay) {
        const { steps } = replayedPath(machine, flow, replay.file)
        return walkAlong(replay.file.start, [...steps], () => undefined)
      }
      const { start, steps } = numbered(name, longWalks(flow, paths, whole), replay.number)
      return walkAlong(start, steps, () => undefined)
    })
    return
  }

  const affected = isAffected(thisFile(), ownFiles(thisFile())) || process.env.FLOW_WALKS === '1'
  describe(`the flow ${name}, in the browser`, { tags: affected ? ['affected'] : [] }, async () => {
    if (!affected) await testWalk(goodWalk(flow, paths, from, good))
    else if (viewed)
      await testWalks(
        short,
        ['states', 'events'],
        player.except?.filter(name => /^(states|events): /.test(name)),
      )
    else if (faked)
      await testWalks(
        real,
        ['states', 'events', 'outcomes'],
        faked.map(outcome => `outcomes: ${outcome}`),
      )
    const tags = affected && !viewed && !faked ? [] : ['walks' as const]
    describe('everything', { tags }, () => testWalks(whole, everyKind, player.except))
    afterAll(() => saveRow(name, 'browser', walks.length, seenByAll.coverage, walks))
  })
}

const thisFile = () => relative(process.cwd(), expect.getState().testPath!)

/** The step, with the four before it. */
function nameOf(steps: FlowStep[], index: number): string {
  const last = steps.slice(Math.max(0, index - 4), index + 1).map(({ event }) => labelOf(event))
  return `step ${index} of ${steps.length - 1}, ${last.join(' → ')}`
}
