import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { cover } from '../../../flows/kit/cover.ts'
import { missing } from '../../../flows/kit/coverage.ts'
import { saveRow } from '../../../flows/kit/coverage-store.ts'
import { type Flow, untyped, withBugs, withOutages } from '../../../flows/kit/flow.ts'
import { actionOf, type FlowEvent, labelOf } from '../../../flows/kit/paths.ts'
import { numbered, type Replay, replayedPath, replayOf } from '../../../flows/kit/replay.ts'
import { Walk, type WalkedPath } from '../../../flows/kit/walk.ts'
import { allTexts } from '../../../languages/screen-texts.ts'
import { addMessages, showLocale } from '../../../src/i18n/text.ts'
import { toastEvents } from '../../../src/shell/toast.ts'
import { step } from '../../support/step.ts'
import { end, forgetCalls } from './held-actors.ts'
import { person, see } from './person-in-view.ts'
import { type Play, saidOf } from './play.ts'
import { answerFetch, pass, unanswered, until } from './view-stage.tsx'

/** How a flow is played on its views, and what they show. `Stage`: what a path of its own needs. */
export type InView<TMachine extends AnyStateMachine, Stage> = {
  /** What is the same in Chromium. */
  play?: Play<TMachine, Stage>
  /** Shows the views at one of the flow's starts. */
  open(start: string, path: FlowEvent[]): Stage | Promise<Stage>
  /** Takes back what a path leaves behind. */
  close?(stage: Stage): void | Promise<void>
  /**
   * The gesture for an event of the machine, by its type, where it is not `act`: what the play says, with these texts in place
   * of the event's. `actor: outcome` and `after <delay>` are here only where the end of the held call or the passing of time
   * is not all of it.
   */
  events?: Record<string, (stage: Stage, event: FlowEvent, act: (typed?: object) => Promise<void>) => unknown>
  /** What is seen in each innermost state, by its path, beside what the play says; tried until it no longer fails. */
  states?: Record<string, (stage: Stage, snapshot: SnapshotFrom<TMachine>) => void>
}

const innermost = (snapshot: AnyMachineSnapshot) =>
  snapshot._nodes.filter(node => Object.keys(node.states).length === 0).map(node => node.path.join('.'))

/**
 * The model test of a flow on its real views and its real machine, without a browser: events are gestures, the calls of
 * outside actors (held, see `held-actors.ts`) end as the flow's outcomes say, time is simulated. After each step the
 * views must show what the state says. `npm test` takes the paths that cover every state, transition and outcome; the
 * group `walks` takes all others. A row goes to the coverage table.
 */
export async function describeFlowInView<TMachine extends AnyStateMachine, Stage>(
  name: string,
  machine: TMachine,
  typed: Flow<TMachine>,
  player: InView<TMachine, Stage>,
) {
  const flow = withOutages(withBugs(untyped(typed)))
  const walk = new Walk(machine, flow)
  const paths: (WalkedPath & { start: string })[] = []
  for (const [start, input] of Object.entries(flow.starts)) {
    paths.push(...(await walk.from(input)).map(run => ({ ...run, start })))
  }
  const chosen = cover(paths)
  const seen = walk.freshRecorder()
  let walkedPaths = 0

  const { play, events: gestures = {}, states = {} } = player

  type Before = { before: SnapshotFrom<TMachine>; ms: number }
  async function act(stage: Stage, event: FlowEvent, { before, ms }: Before, typed: object = {}) {
    const says = play?.acts[event.type as keyof typeof play.acts]
    if (says) await says(person, { ...event, ...typed } as never, stage, before)
    else if (event.actorId !== undefined) await until(() => end(event))
    else if (event.type.startsWith('xstate.after.')) await pass(ms)
    else throw new Error(`How "${actionOf(event)}" happens is not said in ${name}.view.test.tsx`)
  }

  async function cause(stage: Stage, event: FlowEvent, before: Before) {
    const byDefault = (typed?: object) => act(stage, event, before, typed)
    const gesture = gestures[actionOf(event)]
    await (gesture ? gesture(stage, event, byDefault) : byDefault())
  }

  async function look(stage: Stage, snapshot: SnapshotFrom<TMachine>) {
    const sights = play ? saidOf(play.states, snapshot).map(sight => sight(snapshot, stage)) : []
    const looks = play ? innermost(snapshot).flatMap(state => states[state] ?? []) : saidOf(states, snapshot)
    await until(() => {
      for (const sight of sights) see(sight)
      for (const each of new Set(looks)) each(stage, snapshot)
    })
  }

  async function walkPath({ start, path, walked }: (typeof paths)[number]) {
    const events = path.steps.slice(1, walked.length).map(({ event }) => event)
    const stage = await player.open(start, events)
    for (const [index, taken] of walked.entries()) {
      const event = events[index - 1]
      await step(`${index}. ${event ? labelOf(event) : 'opens'}`, async () => {
        if (event) {
          const before = path.steps[index - 1]!.state as SnapshotFrom<TMachine>
          await cause(stage, event, { before, ms: taken.at - walked[index - 1]!.at })
        }
        await look(stage, path.steps[index]!.state as SnapshotFrom<TMachine>)
      })
      seen.saw(taken)
    }
    await player.close?.(stage)
    expect(unanswered()).toEqual([])
    walkedPaths++
  }

  /** The one path that is chosen. It is walked on the machine before, as a test here has no time of its own. */
  async function chosenPath(replay: Replay): Promise<(typeof paths)[number]> {
    if (!('file' in replay)) return numbered(name, chosen, replay.number)
    const { start } = replay.file
    const path = replayedPath(machine, flow, replay.file)
    return { start, path, walked: await walk.along(flow.starts[start], path.steps) }
  }
  const replay = replayOf(name)
  const replayed = replay && (await chosenPath(replay))

  describe(`the flow ${name}, in its views`, () => {
    beforeAll(async () => {
      await showLocale('en')
      for (const part of allTexts) await addMessages(part)
    })
    beforeEach(() => {
      vi.useFakeTimers()
      vi.stubGlobal('fetch', answerFetch)
    })
    afterEach(() => {
      cleanup()
      toastEvents.dismiss()
      forgetCalls()
      unanswered()
      vi.unstubAllGlobals()
      vi.useRealTimers()
    })

    const title = ({ start, path, walked }: (typeof paths)[number]) =>
      `${start}: ${['opens', ...path.steps.slice(1, walked.length).map(({ event }) => labelOf(event))].join(' → ')}`
    if (replayed) {
      test(title(replayed), { timeout: 600_000 }, () => walkPath(replayed))
      return
    }
    for (const path of chosen) test(title(path), () => walkPath(path))
    test('has every state, transition and outcome walked', () => {
      expect(missing(seen.coverage)).toEqual([])
    })
    for (const path of paths.filter(path => !chosen.includes(path))) {
      test(title(path), { tags: ['walks'] }, () => walkPath(path))
    }
    afterAll(() => saveRow(name, 'view', walkedPaths, seen.coverage))
  })
}
