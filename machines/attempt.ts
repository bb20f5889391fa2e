import type { AnyMachineSnapshot } from 'xstate'
import { type Failure, outcome, unknownFailure } from './failure.ts'

type Outcome = { ok: true } | Failure

/** What forms share that send an attempt, and are locked while the server limits attempts. */
export const attempt = {
  guards: {
    succeeded: (_: unknown, outcome: Outcome) => outcome.ok,
    'session has ended': (_: unknown, outcome: Outcome) => !outcome.ok && outcome.code === 'UNAUTHORIZED',
    'limit is reached': (_: unknown, outcome: Outcome) => !outcome.ok && outcome.code === 'TOO_MANY_REQUESTS',
  },
  delays: {
    'waiting time': ({ context: { failure } }: { context: { failure: Failure | null } }) =>
      failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : 0,
  },
}

/** The state of a form after too many attempts; its machine has `attempt.delays` and `clear failure`. */
export const locked = {
  description: 'Too many attempts: the form is locked until the next one is allowed.',
  tags: 'locked',
  after: { 'waiting time': { target: 'editing', actions: 'clear failure' } },
} as const

const keep = { type: 'keep failure', params: outcome } as const

/** Where a refused attempt leads: locked while attempts are limited, else the form, which shows why. */
export const refused = [
  { guard: { type: 'limit is reached', params: outcome }, target: 'locked', actions: keep },
  { target: 'editing', actions: keep },
] as const

/** Where an attempt leads whose actor rejected. */
export const thrown = {
  target: 'editing',
  actions: { type: 'keep failure', params: unknownFailure },
} as const

type Snapshot = AnyMachineSnapshot & { context: { failure: Failure | null } }

export function selectSubmitting(snapshot: AnyMachineSnapshot): boolean {
  return snapshot.hasTag('submitting')
}

export function selectFailure(snapshot: Snapshot): Failure | null {
  return snapshot.context.failure
}

/** Ms from locking the form until the next attempt, or null. */
export function selectWaitingTime(snapshot: Snapshot): number | null {
  const { failure } = snapshot.context
  return snapshot.hasTag('locked') && failure?.code === 'TOO_MANY_REQUESTS' ? failure.retryAfterMs : null
}
