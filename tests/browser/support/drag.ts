import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** Drags a row over a folder that is shown, until the page says at the pointer what a drop would do. */
export async function dragOver(page: Page, row: Locator, folder: Locator, says: string): Promise<void> {
  await row.hover({ position: { x: 250, y: 12 } })
  await page.mouse.down()
  const { x, y, width, height } = (await folder.boundingBox())!
  const label = page.locator('[data-dragged]')
  // What says it loads with the first drag.
  const said = async () => {
    for (const by of [4, 0]) await page.mouse.move(x + width / 2 + by, y + height / 2)
    return (await label.allTextContents()).join()
  }
  await expect.poll(said).toContain(says)
}
