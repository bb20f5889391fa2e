import { expect, test } from 'vitest'
import { changedFolders } from '../../support/changed.ts'
import { keyOf } from './controls.ts'
import { covering } from './covering.ts'
import { openStage } from './stage.ts'
import { actions, type Located } from './table.ts'

/**
 * Takes each action, and sees that all its controls were pressed: in the ways of the covering array, and in all its ways
 * where a folder that shows it has changed. Other walks are of the group `ways`.
 */
export function walk(part: readonly Located[]): void {
  const chosen = new Set(covering(actions).map(({ action, way }) => `${action.name}, by ${way}`))
  const changed = changedFolders()
  const isNear = ({ folders }: Located) => folders.some(folder => changed.has(folder))
  for (const action of process.env.TEST_NEAR ? part.filter(isNear) : part) {
    for (const way of action.ways) {
      const name = `${action.name}, by ${way}`
      const tags = chosen.has(name) || isNear(action) ? [] : ['ways']
      test(name, { tags }, async () => {
        const { screen, controls, fresh, take } = action
        const stage = await openStage(screen, way, { fresh, soft: tags.length === 0 })
        await take(stage)
        // What one way has no use for (the right click needs no menu button) another one presses.
        const missed = controls.filter(control => !stage.used.has(keyOf(control)))
        expect(missed).toEqual([])
        await stage.leave()
      })
    }
  }
}
