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

/**
 * A covering array over actions and their ways: each action once, in a way that its name decides, and each pair of a kind
 * of control and a way that it is pressed in. A further action changes the walks of no other, but for the last pairs.
 */
export function covering<A extends Action>(actions: readonly A[]): Walk<A>[] {
  const walks = actions.map(action => ({
    action,
    way: action.ways[numberOf(action.name) % action.ways.length]!,
  }))
  const pairsOf = ({ action, way }: Walk) => action.controls.map(control => `${kindOf(control)} by ${way}`)
  const covered = new Set(walks.flatMap(pairsOf))
  const others = actions
    .flatMap(action => action.ways.map(way => ({ action, way })))
    .toSorted((one, other) => numberOf(one.action.name + one.way) - numberOf(other.action.name + other.way))
  for (const walk of others) {
    if (pairsOf(walk).every(pair => covered.has(pair))) continue
    for (const pair of pairsOf(walk)) covered.add(pair)
    walks.push(walk)
  }
  return walks
}
