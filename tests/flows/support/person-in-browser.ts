import type { Page } from 'playwright'
import { expect } from 'vitest'
import { named, type Person, places, type Seen, type Sight, t } from './play.ts'
import { seenAround, seenForm } from './seen-form.ts'
import { seenRows } from './seen-rows.ts'

/** A person in front of a page of Chromium. */
export const personAt = (page: Page): Person => ({
  fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
  press: (name, role = 'button') => page.getByRole(role, { name, exact: true }).click(),
  check: (label, checked = true) => page.getByLabel(label, { exact: true }).setChecked(checked),
})

const readers: { [Part in keyof Seen]: (page: Page, sight: Sight) => Promise<Seen[Part]> } = {
  screen: page => page.evaluate(seenForm, places.screen),
  dialog: page => page.evaluate(seenForm, places.dialog),
  toast: async page => (await page.getByRole('status', { name: t('app.toasts') }).allInnerTexts()).join(),
  async says(page, { says = {} }) {
    const read = async (text: string) => [
      text,
      await page.getByText(text, { exact: true }).first().isVisible(),
    ]
    return Object.fromEntries(await Promise.all(Object.keys(says).map(read)))
  },
  rows: page => page.evaluate(seenRows),
  alerts: async page => (await page.evaluate(seenAround)).alerts,
  statuses: async page => (await page.evaluate(seenAround)).statuses,
  buttons: async page => (await page.evaluate(seenAround)).buttons,
  path: async page => new URL(page.url()).pathname,
  hash: async page => new URL(page.url()).hash,
}

/** Waits until the page shows this. */
export async function seeOn(page: Page, sight: Sight): Promise<void> {
  const parts = Object.keys(sight) as (keyof Seen)[]
  const read = async () =>
    Object.fromEntries(await Promise.all(parts.map(async part => [part, await readers[part](page, sight)])))
  await expect.poll(async () => named(await read(), sight)).toEqual(sight)
}
