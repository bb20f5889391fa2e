import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles } from '../../support/changed.ts'
import { openShell } from '../../support/chromium.ts'
import { openSettings, type Settings } from '../../support/settings.ts'
import { keyOf } from './controls.ts'
import { covering } from './covering.ts'
import { openStages, type Stages } from './stage.ts'
import { actions, type Located } from './table.ts'

/**
 * Takes each action, and sees that all its controls were pressed: in the ways of the covering array, and in all its ways
 * where a folder that shows it has changed. Other walks are of the group `ways`.
 */
export function walk(part: readonly Located[]): void {
  let browser: Browser
  let settings: Settings
  let stages: Stages
  beforeAll(async () => {
    browser = await openShell()
    settings = openSettings()
    stages = openStages(browser, settings)
  })
  afterAll(async () => {
    await browser?.close()
    await settings?.stop()
  })

  const chosen = new Set(covering(actions).map(({ action, way }) => `${action.name}, by ${way}`))
  const changed = new Set(changedFiles().map(file => /^src\/([^/]+)\//.exec(file)?.[1]))
  const isNear = ({ folders }: Located) => folders.some(folder => changed.has(folder))
  for (const action of process.env.TEST_NEAR ? part.filter(isNear) : part) {
    for (const way of action.ways) {
      const name = `${action.name}, by ${way}`
      const tags = chosen.has(name) || isNear(action) ? [] : ['ways']
      test(name, { tags }, async () => {
        const { screen, controls, fresh, take } = action
        const stage = await stages.open(screen, way, fresh)
        await take(stage)
        // What one way has no use for (the right click needs no menu button) another one presses.
        const missed = controls.filter(control => !stage.used.has(keyOf(control)))
        expect(missed).toEqual([])
        await (fresh ? stage.page.context().close() : stages.leave(stage))
      })
    }
  }
}
