import { afterAll, describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate'
import { type ChosenPath, cover } from './cover.ts'
import { missing } from './coverage.ts'
import { saveRow } from './coverage-store.ts'
import { type Flow, untyped } from './flow.ts'
import { type FlowEvent, labelOf, outcomeOf } from './paths.ts'
import { Walk } from './walk.ts'

/** How a flow is played by a person in front of a page, and what that person sees. `Stage`: the page and its world. */
export type InBrowser<TMachine extends AnyStateMachine, Stage> = {
  /** Brings the world to one of the flow's starts and opens the page. `path`: what is going to happen. */
  open(start: string, path: FlowEvent[]): Promise<Stage>
  close(stage: Stage): Promise<void>
  /**
   * What makes an event happen: an event of the machine by its type, an outcome as `actor: outcome`, a timer as
   * `after <delay>`. `next` is what comes after it, so that an answer can be prepared before it is asked for.
   */
  events: Record<string, (stage: Stage, event: FlowEvent, next: FlowEvent | undefined) => Promise<void>>
  /** What is seen in each innermost state, by its path. `snapshot` is the model's. */
  states: Record<string, (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<void>>
}

/** The name under which `InBrowser.events` has what makes the event happen. */
function actionOf(event: FlowEvent): string {
  return outcomeOf(event) ?? labelOf(event).match(/^after [^.]+/)?.[0] ?? event.type
}

function innermost(snapshot: AnyMachineSnapshot): string[] {
  return snapshot._nodes
    .filter(node => Object.keys(node.states).length === 0)
    .map(node => node.path.join('.'))
}

/**
 * The model test of a flow in front of a real page. Of the paths that `describeFlow` runs by the machine, it takes the
 * few that cover every state, transition and outcome, and plays each in the browser: events become acts on the page,
 * outcomes are caused in the real world, and after each step the page must show what the state says. Then everything
 * must have been walked here too. A row goes to the coverage table.
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
  const chosen = cover(paths)
  const seen = walk.freshRecorder()
  let walkedPaths = 0

  async function see(stage: Stage, snapshot: AnyMachineSnapshot) {
    for (const state of innermost(snapshot)) {
      const assert = player.states[state]
      if (!assert) throw new Error(`What is seen in "${state}" is not said`)
      await assert(stage, snapshot as SnapshotFrom<TMachine>)
    }
  }

  describe(`the flow ${name}, in the browser`, () => {
    for (const { start, path, walked } of chosen) {
      const events = path.steps.slice(1, walked.length).map(step => step.event)
      test(`${start}: ${['opens', ...events.map(labelOf)].join(' → ')}`, { timeout: 120_000 }, async () => {
        const stage = await player.open(start, events)
        try {
          for (const [index, step] of walked.entries()) {
            const event = index === 0 ? undefined : events[index - 1]
            if (event) {
              const act = player.events[actionOf(event)]
              if (!act) throw new Error(`How "${actionOf(event)}" happens is not said`)
              await act(stage, event, events[index])
            }
            const snapshot = path.steps[index]?.state
            if (snapshot) await see(stage, snapshot)
            seen.saw(step)
          }
          walkedPaths++
        } finally {
          await player.close(stage)
        }
      })
    }
    test('has every state, transition and outcome walked', () => {
      expect(missing(seen.coverage)).toEqual([])
    })
    afterAll(() => saveRow(name, 'browser', walkedPaths, seen.coverage))
  })
}
