import type { Actor, AnyActorLogic, AnyActorRef, AnyStateMachine } from 'xstate'
import type { AnyFlow } from './flow.ts'
import type { FlowWorld } from './flow-world.ts'
import type { PathFile } from './path-file.ts'
import type { Failed } from './random-walk.ts'

type Path = Pick<PathFile, 'machine' | 'start' | 'steps'>

/**
 * The path of a walk as the flow of one machine has it: of an invoked machine that runs still, where the failure is in it; else of
 * the root, for which an invoked machine is one call.
 */
export function pathIn(root: string, rootFlow: AnyFlow, { world, start }: Failed<FlowWorld>): Path {
  const { last } = world
  const isInside = last !== null && world.isInvoked(last.actor) && !last.hasEnded
  if (!isInside) return { machine: root, start, steps: world.heardBy(world.rootActor, rootFlow) }
  const { actor, flow } = last
  const { id: machine } = (actor as Actor<AnyStateMachine>).logic
  return { machine, start: startOf(actor, flow.starts), steps: world.heardBy(actor, flow) }
}

/** The start with the machine's input, or the first. */
function startOf(actor: AnyActorRef, starts: Record<string, unknown>): string {
  const input = { ...((actor as Actor<AnyActorLogic>).options.input as Record<string, unknown>) }
  const names = Object.keys(starts)
  const fits = (name: string) => {
    const start = { ...(starts[name] as Record<string, unknown>) }
    return [...new Set([...Object.keys(input), ...Object.keys(start)])].every(
      key => (input[key] ?? null) === (start[key] ?? null),
    )
  }
  return names.find(fits) ?? names[0]!
}
