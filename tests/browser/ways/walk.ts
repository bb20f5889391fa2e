import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShell } from '../../support/chromium.ts'
import { openSettings, type Settings } from '../../support/settings.ts'
import type { Action } from './action.ts'
import { keyOf } from './controls.ts'
import { openStages, type Stages } from './stage.ts'

/** Takes each action in each of its ways, and sees that all its controls were pressed. */
export function walk(actions: readonly Action[]): void {
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

  const walks = actions.flatMap(each => each.ways.map(way => [each.name, way, each] as const))
  test.each(walks)('%s, by %s', async (_, way, { screen, controls, fresh, take }) => {
    const stage = await stages.open(screen, way, fresh)
    await take(stage)
    // What one way has no use for (the right click needs no menu button) another one presses.
    const missed = controls.filter(control => !stage.used.has(keyOf(control)))
    expect(missed).toEqual([])
    await (fresh ? stage.page.context().close() : stages.leave(stage))
  })
}
