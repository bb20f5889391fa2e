import type { AnyStateMachine } from 'xstate'
import { type Coverage, CoverageRecorder } from './coverage.ts'
import type { AnyFlow } from './flow.ts'
import { type FlowPath, type FlowStep, pathAlong, pathsOf } from './paths.ts'
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

  /** Runs every path from a start. */
  async from(input: unknown): Promise<WalkedPath[]> {
    const runs: WalkedPath[] = []
    for (const path of pathsOf(this.#stage.machine, this.#flow, input)) {
      const walked = await runPath(this.#stage, this.#flow, input, path)
      for (const step of walked) this.#recorder.saw(step)
      runs.push({ path, walked })
    }
    return runs
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
