import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { type AnyFlow, examplesIn } from '../../../flows/kit/flow.ts'
import type { FlowWorld, Running } from '../../../flows/kit/flow-world.ts'
import type { Sentences } from '../../../flows/kit/random-walk.ts'
import { unknownFailure } from '../../../machines/failure.ts'

/** What a form sends that nobody else may know. */
const secretNames = ['password', 'currentPassword', 'newPassword', 'pin', 'newPin', 'code', 'proof']

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot
const failureOf = (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as { failure?: { code: string; retryAfterMs?: number } | null }).failure ?? null

/** What the flow sends when a form is submitted. */
const submits = (flow: AnyFlow, snapshot: AnyMachineSnapshot) =>
  Object.entries(flow.events)
    .filter(([type]) => type.startsWith('submit '))
    .flatMap(([, examples]) => examplesIn(examples, snapshot))

/** Calls `check` for every machine that runs, after each step. */
const everyMachine = (world: FlowWorld, check: (running: Running, snapshot: AnyMachineSnapshot) => void) => {
  for (const running of world.running()) check(running, snapshotOf(running.actor))
}

const pathsOf = (snapshot: AnyMachineSnapshot) => snapshot._nodes.map(node => node.path.join('.'))

/** The form that is locked, as the path of its state, or null. */
function lockedForm(snapshot: AnyMachineSnapshot): string | null {
  const locked = snapshot._nodes.find(node => node.tags.includes('locked'))
  return locked?.parent?.path.join('.') ?? null
}

/** What holds for every machine that has forms with attempts, and for those that it invokes. */
export const formSentences: Sentences<FlowWorld> = {
  'a lock is never shorter than the server has said': world => {
    const locks = new Map<AnyActorRef, { form: string; until: number }>()
    return () => {
      for (const [actor, { form, until }] of locks) {
        const snapshot = snapshotOf(actor)
        if (lockedForm(snapshot) === form) continue
        locks.delete(actor)
        // Whoever leaves the form has none that would be open again.
        if (snapshot.status === 'active' && pathsOf(snapshot).includes(`${form}.editing`))
          expect(world.now(), `${form} is open again`).toBeGreaterThanOrEqual(until)
      }
      everyMachine(world, ({ actor }, snapshot) => {
        const form = lockedForm(snapshot)
        const ms = failureOf(snapshot)?.retryAfterMs ?? 0
        if (form !== null && !locks.has(actor)) locks.set(actor, { form, until: world.now() + ms })
      })
    }
  },

  'a locked form says that there were too many attempts, and takes no further one': world => () =>
    everyMachine(world, ({ flow }, snapshot) => {
      const form = lockedForm(snapshot)
      if (form === null) return
      expect(failureOf(snapshot)?.code).toBe('TOO_MANY_REQUESTS')
      for (const event of submits(flow, snapshot)) expect(snapshot.can(event), event.type).toBe(false)
    }),

  'of each kind of call at most one is in flight': world => () => {
    const kinds = world.inFlight().map(({ src }) => src)
    expect(kinds).toEqual([...new Set(kinds)])
  },

  'each state that awaits an answer has asked, and nothing else is in flight': world => () => {
    const awaited = world
      .running()
      .flatMap(({ flow, actor }) =>
        snapshotOf(actor)._nodes.flatMap(node =>
          node.invoke.filter(({ src }) => String(src) in flow.outcomes && !world.isReal(actor, String(src))),
        ),
      )
    expect(
      world
        .inFlight()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(awaited.map(({ id }) => id).sort())
  },

  'while a form submits, it takes no second submit': world => () =>
    everyMachine(world, ({ flow }, snapshot) => {
      if (!pathsOf(snapshot).some(path => path.endsWith('submitting'))) return
      for (const event of submits(flow, snapshot)) expect(snapshot.can(event), event.type).toBe(false)
    }),

  'the failure that is shown is that of the last attempt': world => {
    const last = new Map<AnyActorRef, unknown>()
    return () => {
      const { event, actor } = world.last ?? {}
      if (event && actor && event.type.startsWith('submit ')) last.set(actor, null)
      if (event?.actorId && actor) {
        const output = 'error' in event ? unknownFailure : event.output
        last.set(actor, output)
      }
      everyMachine(world, ({ actor }, snapshot) => {
        const failure = failureOf(snapshot)
        if (failure) expect(failure).toEqual(last.get(actor))
      })
    }
  },

  'a form that submits shows no failure': world => () =>
    everyMachine(world, (_, snapshot) => {
      if (pathsOf(snapshot).some(path => path.endsWith('submitting'))) expect(failureOf(snapshot)).toBeNull()
    }),

  'no machine keeps a password, a PIN or a code': world => {
    const secrets = new Set<string>()
    let seen = 0
    return () => {
      for (const { input } of world.calls.slice(seen)) {
        for (const [name, value] of Object.entries(input ?? {}))
          if (secretNames.includes(name)) secrets.add(`"${value}"`)
      }
      seen = world.calls.length
      const texts = world.running().map(({ actor }) => plainText(snapshotOf(actor).context))
      const kept = [...secrets].filter(secret => texts.some(text => text.includes(secret)))
      expect(kept).toEqual([])
    }
  },

  'what was typed is what is sent': world => () => {
    const { event } = world.last ?? {}
    if (!event?.type.startsWith('submit ') || world.calls.length === 0) return
    const { type: _, ...typed } = event as Record<string, unknown>
    const call = world.calls.at(-1)!
    if (call.state === 'in flight')
      expect(isDeepStrictEqual({ ...(call.input as object), ...typed }, call.input)).toBe(true)
  },

  'there is always a way on, until the end': world => () =>
    expect(world.possible().length > 0 || world.root.status === 'done').toBe(true),

  'what has ended asks for nothing more': world => () => {
    if (world.root.status !== 'done') return
    expect(world.inFlight().filter(({ by }) => by === world.rootActor)).toEqual([])
  },

  'time ends nothing but a wait': world => () => {
    if (!world.last?.event.type.startsWith('xstate.after.')) return
    const { before, event } = world.last
    const waits = before._nodes.filter(node => node.after.some(({ eventType }) => eventType === event.type))
    expect(waits.length).toBe(1)
  },
}

/** The context without the machines in it. */
function plainText(context: unknown): string {
  return JSON.stringify(context, (_, value) =>
    value && typeof value.getSnapshot === 'function' ? null : value,
  )
}
