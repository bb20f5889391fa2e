import { afterAll, describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { missing, undescribed } from './coverage.ts'
import { savePairs, saveRow } from './coverage-store.ts'
import { type Flow, untyped, withBugs } from './flow.ts'
import { PairRecorder } from './pairs.ts'
import { numbered, replayedPath, replayOf } from './replay.ts'
import { Walk } from './walk.ts'

/**
 * The model test of a machine. From each of the flow's `starts` it generates, with `xstate/graph`, paths over every
 * edge of the model: events from outside, every outcome of every outside actor, timers. Each path is run by a real
 * actor of the machine with stand-ins for its outside actors and a simulated clock, and compared with the model after
 * each step. So is a path over every pair of transitions that can follow one another. Then every state, every transition (each guarded branch, `always`, `after`, `onDone`, `onError`) and
 * every outcome must have been walked, and every guard asked both ways, else the test lists what is missing. A row goes to the
 * coverage table, and what pairs the chart has that no walk can take to `test-results/flow-pairs`.
 *
 * How to write the flow of a machine (`tests/flows/<flow>.test.ts`; what is required, the types ask for):
 * - `events`: for each event type a list of examples, or a function of the snapshot (`[]`: not now). Events that a
 *   callback, an observable or a spawned child sends to the machine are among them: give them by a function that
 *   looks whether the sender is there. An event that the state does not take is left out.
 * - `outcomes`: for each promise actor one list (or function) for each `code`, for `ok`, or for `done`, and
 *   `unexpected` with a failure of another code, or with the Error that it rejects with. One that should never reject does
 *   so here once more, by a bug. They happen wherever the actor is invoked; a state that does not take one
 *   of them fails the test, since the flow would hang there.
 * - `after` needs nothing: timers are found in the machine, and run out in the order of their real delays. A path
 *   where two timers would have to run out in the wrong order is skipped.
 * - spawned children and callbacks do nothing by default; `actors` can give other stand-ins.
 * - `observe`: keep the model finite. Leave out of it (and bound with `possible`) what counts up: attempts, bytes,
 *   rows. What is left out is not compared.
 * - `states`: what must hold in a state, checked each time that a path comes by.
 *
 * `everyPath`: the groups that walk every edge, where there are thousands; `npm test` walks every pair of transitions.
 */
export function describeFlow<TMachine extends AnyStateMachine>(
  name: string,
  machine: TMachine,
  typed: Flow<TMachine>,
  { everyPath = [] }: { everyPath?: string[] } = {},
) {
  const flow = withBugs(untyped(typed))
  const walk = new Walk(machine, flow)
  const pairs = new PairRecorder(walk.machine)
  let paths = 0

  const replay = replayOf(name)
  if (replay) {
    test(`the flow ${name}, one path`, async () => {
      if ('file' in replay) {
        const path = replayedPath(machine, flow, replay.file)
        console.log(path.description)
        await walk.along(flow.starts[replay.file.start], path.steps)
      } else {
        const runs = []
        for (const input of Object.values(flow.starts))
          for (const { path } of await walk.from(input)) runs.push({ input, path })
        const { input, path } = numbered(name, runs, replay.number)
        console.log(path.description)
        await walk.along(input, path.steps)
      }
    })
    return
  }

  describe(`the flow ${name}`, () => {
    for (const [start, input] of Object.entries(flow.starts)) {
      test(`does on every path what its chart says, starting ${start}`, { tags: everyPath }, async () => {
        for await (const { walked } of walk.eachFrom(input)) {
          pairs.saw(walked)
          paths++
        }
      })
      test(`does the same over every pair of transitions, starting ${start}`, async () => {
        paths += await walk.overPairs(input, pairs)
      })
    }
    test('has every state, transition and outcome walked', () => {
      const unwalked = missing(walk.coverage)
      const told = `Not walked; examples are missing in tests/flows/${name}.flow.ts:\n${unwalked.join('\n')}`
      expect(unwalked, told).toEqual([])
    })
    test('has every guard let pass, and not let pass', () => {
      expect(pairs.missing.guards).toEqual(flow.certain ?? [])
    })
    test('describes every state', () => {
      expect(undescribed(machine), 'these states have no `description`').toEqual([])
    })
    afterAll(() => {
      saveRow(name, 'machine', paths, walk.coverage)
      savePairs(name, pairs)
    })
  })
}
