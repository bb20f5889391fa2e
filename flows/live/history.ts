import type { LiveActor, Message, Step } from './messages.ts'

/** At most so many steps are kept, of all consoles together. */
export const keptSteps = 2000
/** At most so many actors that have ended are kept, of all consoles together. */
export const keptEnded = 30

/** `id`: unlike that of any actor of another console. `console`: its number, from 1. */
export type ShownActor = LiveActor & { console: number }
/** `number`: counts up, over all consoles. */
export type ShownStep = Step & { number: number }

/** What consoles have published. */
export type History = {
  /** The ids of all consoles seen, in the order of their numbers. */
  consoles: readonly string[]
  open: ReadonlySet<string>
  actors: readonly ShownActor[]
  steps: readonly ShownStep[]
  /** The number of the last step. */
  last: number
  /** Steps that consoles did not list, because there were too many. */
  leftOut: number
}

export const noHistory: History = {
  ...{ consoles: [], open: new Set(), actors: [], steps: [], last: 0, leftOut: 0 },
}

/** Whether the message needs what a console tells when it is asked: it comes from one that is not known. */
export const isFromUnknown = (history: History, message: Message) =>
  message.type === 'changed' && !history.consoles.includes(message.console)

export function received(history: History, message: Message): History {
  if (message.type === 'hello' || isFromUnknown(history, message)) return history
  const isKnown = history.consoles.includes(message.console)
  if (message.type === 'closed') return isKnown ? closed(history, message.console) : history
  const open = new Set([...history.open, message.console])
  // An answer to another page repeats what this one has received.
  if (message.type === 'opened' && isKnown) return { ...history, open }
  const consoles = isKnown ? history.consoles : [...history.consoles, message.console]
  const console = consoles.indexOf(message.console) + 1
  const idOf = (id: string) => `${console} ${id}`
  const actors = new Map(history.actors.map(actor => [actor.id, actor]))
  for (const { id, parent, ...actor } of message.actors)
    actors.set(idOf(id), { ...actor, id: idOf(id), parent: parent && idOf(parent), console })
  const steps = message.steps.map((step, at) => ({
    ...{ ...step, actor: idOf(step.actor), number: history.last + at + 1 },
  }))
  return {
    ...{ consoles, open, actors: withoutLongEnded([...actors.values()]) },
    steps: [...history.steps, ...steps].slice(-keptSteps),
    last: history.last + steps.length,
    leftOut: history.leftOut + message.leftOut,
  }
}

function closed(history: History, console: string): History {
  const number = history.consoles.indexOf(console) + 1
  const actors = history.actors.map(actor =>
    actor.console === number && actor.status === 'active' ? { ...actor, status: 'stopped' as const } : actor,
  )
  const open = new Set([...history.open].filter(id => id !== console))
  return { ...history, open, actors: withoutLongEnded(actors) }
}

function withoutLongEnded(actors: readonly ShownActor[]): ShownActor[] {
  const ended = actors.filter(({ status }) => status !== 'active')
  const gone = new Set(ended.slice(0, Math.max(0, ended.length - keptEnded)))
  return actors.filter(actor => !gone.has(actor))
}

/** Without steps, and without the actors that have ended. */
export function cleared(history: History): History {
  const actors = history.actors.filter(({ status }) => status === 'active')
  return { ...history, actors, steps: [], leftOut: 0 }
}

/** What an actor is at a time. `step`: the last one that it has taken by then. */
export type Moment = {
  step: ShownStep | null
  active: readonly string[]
  context: LiveActor['context']
  status: LiveActor['status'] | 'not started'
}

/** After the step with the number `position`; null: now. */
export function momentOf({ steps }: History, actor: ShownActor, position: number | null): Moment {
  const own = steps.filter(step => step.actor === actor.id)
  const last = own.at(-1) ?? null
  if (position === null || !last || last.number <= position) return { ...actor, step: last }
  const step = own.findLast(({ number }) => number <= position)
  if (step) return { step, active: step.after, context: step.context, status: 'active' }
  const { before } = own[0]!
  return { step: null, active: before, context: {}, status: before.length > 0 ? 'active' : 'not started' }
}

/** The active states that have no active state inside. */
export const innermost = (active: readonly string[]) =>
  active.filter(path => active.every(other => !other.startsWith(`${path}.`)))

/** The actor to show of a machine: the chosen one, else the one that started last, running ones first. */
export function actorToShow(
  { actors }: History,
  { machine, actor }: { machine: string; actor?: string | undefined },
): ShownActor | undefined {
  const own = actors.filter(each => each.machine === machine)
  return own.find(({ id }) => id === actor) ?? own.findLast(({ status }) => status === 'active') ?? own.at(-1)
}
