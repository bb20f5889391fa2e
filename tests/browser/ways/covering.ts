import { createHash } from 'node:crypto'
import type { Action } from './action.ts'
import type { Control } from './controls.ts'
import type { Way } from './stage.ts'

export type Walk<A extends Action = Action> = { action: A; way: Way }

/** The same in every run. */
export const numberOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE()

/** What differs in how a control is pressed. */
const kindOf = ({ role, data, gridKey, newTab }: Control) =>
  [role, data, gridKey && 'in the grid', newTab && 'new tab'].filter(Boolean).join(' ')

/** In which way an action is taken where one way is enough: its name decides. */
export const onlyWay = <A extends Action>(action: A): Walk<A> => ({
  action,
  way: action.ways[numberOf(action.name) % action.ways.length]!,
})

/**
 * The fewest walks, taken greedily, in which each kind of control is pressed in each way that it is pressed in. A further
 * action that brings no further pair changes nothing.
 */
export function covering<A extends Action>(actions: readonly A[]): Walk<A>[] {
  const pairsOf = ({ action, way }: Walk) => action.controls.map(control => `${kindOf(control)} by ${way}`)
  const walks = actions
    .flatMap(action => action.ways.map(way => ({ action, way })))
    .toSorted((one, other) => numberOf(one.action.name + one.way) - numberOf(other.action.name + other.way))
  const open = new Set(walks.flatMap(pairsOf))
  const chosen: Walk<A>[] = []
  const brings = (walk: Walk) => new Set(pairsOf(walk).filter(pair => open.has(pair))).size
  while (open.size > 0) {
    const best = walks.reduce((one, other) => (brings(other) > brings(one) ? other : one))
    for (const pair of pairsOf(best)) open.delete(pair)
    chosen.push(best)
  }
  return chosen
}
