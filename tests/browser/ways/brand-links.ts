import { expect } from 'vitest'
import { type Action, action } from './action.ts'
import { type Control, link } from './controls.ts'

/** The operator's links on a screen, each in a new tab. */
export const brandLinks = (area: string, screen: string): Action[] =>
  (['terms', 'privacy', 'support'] as const).map(name => {
    const control: Control = { ...link(`brand.${name}`), newTab: true }
    return action(`${area}: open the operator’s ${name}`, screen, [control], async stage => {
      await stage.open(screen)
      const opened = stage.page.context().waitForEvent('page')
      await stage.use(control)
      await expect.poll(async () => new URL((await opened).url()).search).toBe(`?${name}`)
      await (await opened).close()
    })
  })
