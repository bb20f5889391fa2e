import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { type AnyMachineSnapshot, matchesState } from 'xstate'
import { unknownFailure } from '../../machines/failure.ts'
import type { AnyFlow } from './flow.ts'
import { type FlowEvent, outcomeOf } from './paths.ts'

/** What an event is called in `leads`, the most particular name first. */
function namesOf(event: FlowEvent): string[] {
  const outcome = outcomeOf(event)
  if (outcome === null) return [event.type.replace(/^xstate\.after\.([^.]+)\..*$/, 'after $1')]
  const [actor, code] = outcome.split(': ') as [string, string]
  return [outcome, code, actor]
}

type Failing = { failure?: unknown }

/** Checks what the flow says of a step: where it leads, and which failure is shown then. */
export function checkStep(
  { leads, failures }: AnyFlow,
  event: FlowEvent,
  before: AnyMachineSnapshot,
  now: AnyMachineSnapshot,
): void {
  const names = namesOf(event)
  const name = names.find(each => leads && each in leads)
  if (name !== undefined) {
    const wanted = leads![name]!
    const state = typeof wanted === 'function' ? wanted(before, event) : wanted
    expect(
      matchesState(state, now.value),
      `"${name}" leads to ${JSON.stringify(now.value)}, not ${state}`,
    ).toBe(true)
  }
  if (
    !failures ||
    names.some(each => failures.except.includes(each)) ||
    event.type.startsWith('xstate.after.')
  )
    return
  const { failure } = now.context as Failing
  if (event.actorId !== undefined) expect(failure, names[0]).toEqual(failureOf(event))
  else if (!isDeepStrictEqual(before.value, now.value)) expect(failure, names[0]).toBeNull()
}

/** What an outcome leaves to be told; who is signed out is told by the sign-in page. */
function failureOf(event: FlowEvent): unknown {
  if ('error' in event) return unknownFailure
  const output = event.output as { ok?: boolean; code?: string } | undefined
  return output?.ok === false && output.code !== 'UNAUTHORIZED' ? output : null
}
