import { expect, test } from 'vitest'
import { count } from '../../support/count.ts'
import { ceilingOf, isAffected } from '../../support/reach.ts'
import { keyOf } from './controls.ts'
import { covering, numberOf, onlyWay } from './covering.ts'
import { openStage } from './stage.ts'
import { actions, type Located } from './table.ts'

/** Most actions that a run takes for being affected by a change. */
const ceiling = ceilingOf(100)

const nameOf = ({ action, way }: { action: { name: string }; way: string }) => `${action.name}, by ${way}`
const core = new Set(covering(actions).map(nameOf))
const affected = actions
  .filter(({ name, file }) => isAffected(`action ${name}`, [file]))
  .map(onlyWay)
  .toSorted((one, other) => numberOf(one.action.name) - numberOf(other.action.name))
  .map(nameOf)
const taken = new Set(affected.slice(0, ceiling))
const left = new Set(affected.slice(ceiling))

function tagsOf(name: string): string[] {
  if (taken.has(name)) return ['affected']
  if (core.has(name)) return []
  return left.has(name) ? ['ways', 'affected'] : ['ways']
}

/** One way of each action, of those which are not in the covering array. */
const loads = (action: Located, way: string) =>
  way === action.ways.find(each => !core.has(nameOf({ action, way: each })))

/**
 * Takes each action, and sees that all its controls were pressed: the covering array, and each that is affected by the
 * change in one of its ways. Other walks are of the group `ways`: there each action is taken once in a page that is
 * loaded anew.
 */
export function walk(part: readonly Located[]): void {
  for (const action of part) {
    for (const way of action.ways) {
      const name = nameOf({ action, way })
      const tags = tagsOf(name)
      test(name, { tags }, async () => {
        count('walks')
        const { screen, controls, fresh, take } = action
        const stage = await openStage(screen, way, {
          fresh,
          soft: !(loads(action, way) && tags.includes('ways')) && !process.env.TEST_REACH,
        })
        await take(stage)
        // What one way has no use for (the right click needs no menu button) another one presses.
        const missed = controls.filter(control => !stage.used.has(keyOf(control)))
        expect(missed).toEqual([])
        await stage.leave()
      })
    }
  }
}
