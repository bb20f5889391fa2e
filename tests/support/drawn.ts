import type { Page } from 'playwright'

/** Two frames on: what is done in the frame after an event, such as to listen for Escape in a dialog, is done. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
}
