import type { AnyStateMachine } from 'xstate'
import type { Properties } from './describe-properties.ts'
import { type Flow, untyped, withBugs } from './flow.ts'
import { FlowWorld } from './flow-world.ts'
import type { Sentences } from './random-walk.ts'

/** Walks of one machine whose outside actors, machines among them, end as its flow says. */
export function walksOf<TMachine extends AnyStateMachine>(
  machine: TMachine,
  typed: Flow<TMachine>,
  sentences: Sentences<FlowWorld>,
): Properties<FlowWorld> {
  const flow = withBugs(untyped(typed))
  return {
    starts: Object.keys(flow.starts),
    open: start => new FlowWorld({ machine, flow }, flow.starts[start]),
    sentences,
  }
}
