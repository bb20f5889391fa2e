import type { AnyStateMachine } from 'xstate'
import { type Coverage, CoverageRecorder } from './coverage.ts'
import type { AnyFlow } from './flow.ts'
import type { PairRecorder } from './pairs.ts'
import {
  type FlowPath,
  type FlowStep,
  labelOf,
  pathAlong,
  pathOf,
  pathsOf,
  refusedIn,
  shortestWays,
} from './paths.ts'
import { runPath, type Stage, stageOf, type Walked } from './run-path.ts'

/** A path that was run, with what each of its steps walked; `walked[0]` is the start. */
export type WalkedPath = { path: FlowPath; walked: Walked[] }

/** Walks a flow's machine and records what was walked. */
export class Walk {
  readonly #flow: AnyFlow
  readonly #stage: Stage
  readonly #recorder: CoverageRecorder

  constructor(machine: AnyStateMachine, flow: AnyFlow) {
    this.#flow = flow
    this.#stage = stageOf(machine, flow)
    this.#recorder = new CoverageRecorder(this.#stage.machine, flow)
  }

  get coverage(): Coverage {
    return this.#recorder.coverage
  }

  /** Runs every path from a start, and yields each once it was run: all of them at once may not fit into memory. */
  async *eachFrom(input: unknown): AsyncGenerator<WalkedPath> {
    for (const path of pathsOf(this.#stage.machine, this.#flow, input)) {
      const walked = await runPath(this.#stage, this.#flow, input, path)
      for (const step of walked) this.#recorder.saw(step)
      yield { path, walked }
    }
  }

  /** Runs every path from a start. */
  async from(input: unknown): Promise<WalkedPath[]> {
    const runs: WalkedPath[] = []
    for await (const run of this.eachFrom(input)) runs.push(run)
    return runs
  }

  /**
   * Runs a path over each pair of transitions that the model has from a start, and over each event that guards refuse.
   * Gives how many.
   */
  async overPairs(input: unknown, recorder: PairRecorder): Promise<number> {
    const { machine } = this.#stage
    const run = async (path: FlowPath) => {
      const walked = await runPath(this.#stage, this.#flow, input, path)
      for (const step of walked) this.#recorder.saw(step)
      recorder.saw(walked)
      return walked.length === path.steps.length
    }
    let paths = 0
    for (const { steps } of recorder.pathsFrom(this.#flow, input)) {
      // What the flow does not observe may differ from the model's state with which the pair was found.
      const labels = steps.slice(1).map(({ event }) => labelOf(event))
      const path = pathOf(machine, this.#flow, input, labels, { asFarAsPossible: true })
      await run(path)
      paths++
    }
    for (const { state, steps } of shortestWays(machine, this.#flow, input).ways) {
      for (const event of refusedIn(this.#flow, state)) {
        if (await run(pathAlong([...steps, { event, state }]))) recorder.refused(state, event)
        paths++
      }
    }
    return paths
  }

  get machine(): AnyStateMachine {
    return this.#stage.machine
  }

  /** Runs steps of several paths as one. @throws if timers cannot run out in this order */
  async along(input: unknown, steps: readonly FlowStep[]): Promise<Walked[]> {
    const path = pathAlong(steps)
    const walked = await runPath(this.#stage, this.#flow, input, path)
    if (walked.length < steps.length) {
      throw new Error(`Not possible in time: ${pathAlong(steps.slice(0, walked.length + 1)).description}`)
    }
    return walked
  }

  /** A recorder for the same steps, that has seen none yet. It leaves out transitions by bugs that the flow does not have. */
  freshRecorder(): CoverageRecorder {
    const fresh = new CoverageRecorder(this.#stage.machine, this.#flow)
    for (const [name, walked] of this.coverage.transitions)
      if (!walked && name.includes(': xstate.error.actor.')) fresh.coverage.transitions.delete(name)
    return fresh
  }
}
