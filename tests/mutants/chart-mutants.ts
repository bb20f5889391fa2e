import { type AnyStateMachine, type AnyStateNode, createMachine, not } from 'xstate'

/** A machine with one change. `where`: the state, and of a transition also its event and branch. */
export type ChartMutant = {
  id: string
  where: string
  change: string
  make: () => AnyStateMachine
}

// biome-ignore lint/suspicious/noExplicitAny: a definition as it is written, of any machine
type Written = any
type Path = (string | number)[]

const listOf = (value: Written): Written[] => (value === undefined ? [] : [value].flat())
const nameOf = (value: Written): string =>
  typeof value === 'string' ? value : (value?.type ?? value?.name) || 'inline'

/** A copy of `whole` with another value at `path`; `undefined` takes away a key, or an entry of a list. */
function changed(whole: Written, [key, ...rest]: Path, value: unknown): Written {
  if (key === undefined) return value
  const copy = Array.isArray(whole) ? [...whole] : { ...whole }
  const inner = changed(copy[key], rest, value)
  if (inner !== undefined) copy[key] = inner
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}

/** The same with another name for a key, in its place. */
const renamed = (map: Written, key: string, name: string) =>
  Object.fromEntries(Object.entries(map).map(([each, value]) => [each === key ? name : each, value]))

/** The next state beside one; null if there is none. */
function neighbour(node: AnyStateNode): AnyStateNode | null {
  const all = Object.values(node.parent?.states ?? {})
  return all.length < 2 ? null : all[(all.indexOf(node) + 1) % all.length]!
}

/**
 * Every mutant of a machine's definition: a guard removed or negated, a target or an initial state swapped for the state beside
 * it, an action or an invoked actor dropped, a delay doubled, an event renamed.
 */
export function chartMutants(machine: AnyStateMachine): ChartMutant[] {
  const mutants: ChartMutant[] = []
  const add = (where: string, change: string, make: ChartMutant['make']) =>
    mutants.push({ id: `${machine.id}/${mutants.length + 1}`, where, change, make })
  const edit = (where: string, change: string, path: Path, value: unknown) =>
    add(where, change, () => createMachine(changed(machine.config, path, value), machine.implementations))

  function actions(where: string, kind: string, path: Path, written: Written) {
    for (const [index, action] of listOf(written).entries()) {
      const place = Array.isArray(written) ? [...path, index] : path
      edit(where, `${kind} dropped: ${nameOf(action)}`, place, undefined)
    }
  }

  function target(where: string, node: AnyStateNode, path: Path, written: string) {
    const inner = written.startsWith('.') ? node : (node.parent ?? node)
    const aimed = written.startsWith('#')
      ? machine.getStateNodeById(written)
      : written
          .replace(/^\./, '')
          .split('.')
          .reduce((at, key) => at.states[key]!, inner)
    const other = neighbour(aimed)
    if (other) edit(where, `target swapped: ${written} → ${other.path.join('.')}`, path, `#${other.id}`)
  }

  function transitions(name: string, node: AnyStateNode, path: Path, written: Written) {
    for (const [index, each] of listOf(written).entries()) {
      const place = Array.isArray(written) ? [...path, index] : path
      const where = Array.isArray(written) && written.length > 1 ? `${name} (${index + 1})` : name
      if (typeof each === 'string') {
        target(where, node, place, each)
        continue
      }
      if (each?.guard !== undefined) {
        edit(where, `guard removed: ${nameOf(each.guard)}`, [...place, 'guard'], undefined)
        edit(where, `guard negated: ${nameOf(each.guard)}`, [...place, 'guard'], not(each.guard))
      }
      const targets = listOf(each?.target)
      if (targets.length === 1) {
        target(where, node, [...place, 'target', ...(Array.isArray(each.target) ? [0] : [])], targets[0])
      }
      actions(where, 'action', [...place, 'actions'], each?.actions)
    }
  }

  function visit(node: AnyStateNode, path: Path, written: Written) {
    const name = node.path.join('.') || machine.id
    actions(name, 'entry action', [...path, 'entry'], written.entry)
    actions(name, 'exit action', [...path, 'exit'], written.exit)
    if (written.initial !== undefined) {
      const other = neighbour(node.states[written.initial]!)
      if (other) edit(name, `initial state swapped: ${other.key}`, [...path, 'initial'], other.key)
    }
    for (const [event, value] of Object.entries<Written>(written.on ?? {})) {
      transitions(`${name}: ${event}`, node, [...path, 'on', event], value)
      const other = renamed(written.on, event, `${event} renamed`)
      edit(`${name}: ${event}`, 'event renamed', [...path, 'on'], other)
    }
    for (const [delay, value] of Object.entries<Written>(written.after ?? {})) {
      transitions(`${name}: after ${delay}`, node, [...path, 'after', delay], value)
      if (!Number.isNaN(Number(delay))) {
        const other = renamed(written.after, delay, String(2 * Number(delay)))
        edit(`${name}: after ${delay}`, 'delay doubled', [...path, 'after'], other)
      }
    }
    transitions(`${name}: always`, node, [...path, 'always'], written.always)
    transitions(`${name}: is done`, node, [...path, 'onDone'], written.onDone)
    for (const [index, invoke] of listOf(written.invoke).entries()) {
      const place = [...path, 'invoke', ...(Array.isArray(written.invoke) ? [index] : [])]
      const id = invoke.id ?? nameOf(invoke.src)
      edit(name, `actor dropped: ${id}`, place, undefined)
      for (const end of ['onDone', 'onError', 'onSnapshot'])
        transitions(`${name}: ${id} ${end}`, node, [...place, end], invoke[end])
    }
    for (const [key, inner] of Object.entries<Written>(written.states ?? {}))
      visit(node.states[key]!, [...path, 'states', key], inner)
  }

  visit(machine.root, [], machine.config)
  for (const [name, delay] of Object.entries<Written>(machine.implementations.delays ?? {})) {
    const twice =
      typeof delay === 'function' ? (...given: unknown[]) => 2 * delay(...given) : 2 * Number(delay)
    add(`delay ${name}`, 'delay doubled', () => machine.provide({ delays: { [name]: twice } } as never))
  }
  return mutants
}

/** Of what a module exports: the mutant that the run is about, if it is of this machine. */
export function mutated<T>(exported: T): T {
  const wanted = process.env.FLOW_MUTANT
  const machine = exported as unknown as AnyStateMachine
  if (!wanted || !machine?.root || wanted.slice(0, wanted.indexOf('/')) !== machine.id) return exported
  return chartMutants(machine)
    .find(({ id }) => id === wanted)!
    .make() as unknown as T
}
