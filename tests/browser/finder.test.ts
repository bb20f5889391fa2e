import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'

const t = texts('en')

let page: Page
beforeEach(async () => {
  page = await nextPage()
  await page.goto('/bucket-management')
  await page.getByText('website-static').first().waitFor()
})

const field = () => page.getByRole('dialog').getByRole('combobox', { name: t('finder.placeholder') })
const options = () => page.getByRole('listbox', { name: t('finder.list') }).getByRole('option')
const option = (name: string | RegExp) => options().filter({ hasText: name }).first()
/** The line that Enter goes to. */
const active = () => page.locator('[role=option][aria-selected=true]')
const path = () => new URL(page.url()).pathname
const keyboard = () => page.keyboard

async function open(keys = 'Control+k'): Promise<void> {
  await keyboard().press(keys)
  await field().and(page.locator(':focus')).waitFor()
}

test('one field goes to paths, finds by name and acts, by the keyboard alone', async () => {
  await step('a path is completed by Tab, and gone to by Enter', async () => {
    await open()
    await keyboard().type('website-static/im')
    await option('images').waitFor()
    await keyboard().press('Tab')
    await expect.poll(() => field().inputValue()).toBe('website-static/images/')
    await keyboard().press('Enter')
    await expect.poll(path).toBe('/bucket-management/website-static/images')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await step('what was pasted with escapes and quotes is gone to at once', async () => {
    await open()
    await field().fill(' "s3://website-static/index%2Ehtml" ')
    await keyboard().press('Enter')
    await page.getByRole('dialog', { name: 'index.html' }).waitFor()
    expect(path()).toBe('/bucket-management/website-static')
    await keyboard().press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await step('a path that is not there is said to be none, and nothing is left', async () => {
    const before = page.url()
    const text = 'website-static/no/such'
    await open()
    await field().fill(text)
    await keyboard().press('Enter')
    await page.getByText(t('finder.noPath', { text })).waitFor()
    await expect.poll(() => page.url()).toBe(before)
    await keyboard().press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await step('in a folder / searches the folder, elsewhere it opens the field', async () => {
    await page.getByRole('grid').waitFor()
    await keyboard().press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // Ctrl+K does so from a field, too.
    await open()
    await field().fill('buckets')
    await expect.poll(() => active().textContent()).toBe(`Buckets${t('finder.kind.page')}`)
    await keyboard().press('Enter')
    await expect.poll(path).toBe('/bucket-management')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await open('/')
  })

  await step('the folders and files opened last come first, without the network too', async () => {
    const first = async () =>
      (await options().allTextContents())
        .slice(0, 2)
        .map(text => /^(index\.html|website-static)/.exec(text)?.[0])
    await expect.poll(async () => (await first()).sort()).toEqual(['index.html', 'website-static'])
    await page.context().setOffline(true)
    await field().fill('imag')
    await page.getByText(t('finder.failed')).waitFor()
    await expect.poll(() => active().textContent()).toMatch(/^images.*Recent$/)
    await page.context().setOffline(false)
  })

  await step('people are found, whatever the case and the diacritics', async () => {
    await field().fill('CHAU minh')
    await option(t('finder.kind.sub-user')).waitFor()
  })

  await step('files are found in all buckets, and opened in their folder', async () => {
    await field().fill('truoc toi doc')
    await option('Đọc tôi trước.txt').waitFor()
    await keyboard().press('Enter')
    await page.getByRole('dialog', { name: 'Đọc tôi trước.txt' }).waitFor()
    await keyboard().press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/bucket-management')
    await page.getByText('website-static').first().waitFor()
    await open()
  })

  await step(
    'all results are a list: one is looked at, the next one, and its details, and Back leads to them',
    async () => {
      await field().fill('banner')
      await option(t('finder.all', { text: 'banner' })).waitFor()
      await keyboard().press('Control+Enter')
      await expect.poll(path).toBe('/search')
      await page.getByRole('grid').getByText('banner-1.png').waitFor()
      await keyboard().press('ArrowDown')
      await keyboard().press('Enter')
      const shown = async () => /banner-\d\.png$/.exec(decodeURIComponent(page.url()))?.[0]
      await page.getByRole('dialog', { name: /^banner-\d\.png$/ }).waitFor()
      const first = await shown()
      await keyboard().press('ArrowRight')
      await expect.poll(shown).not.toBe(first)
      await page.getByRole('dialog', { name: (await shown())! }).waitFor()
      await keyboard().press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await keyboard().press('Control+i')
      await page.getByText(t('object.stored')).waitFor()
      const inspected = () => new URL(page.url()).searchParams.get('object')
      await expect.poll(inspected).toMatch(/^website-static\/images\/banner-\d\.png$/)
      await page.getByRole('link', { name: 'website-static/images/' }).first().click()
      await expect.poll(path).toBe('/bucket-management/website-static/images')
      await page.goBack()
      await expect.poll(path).toBe('/search')
      await page.getByRole('grid').getByText('banner-1.png').waitFor()
      await page.goto('/bucket-management')
      await page.getByText('website-static').first().waitFor()
      await open()
    },
  )

  await step('an action is done once the field has closed', async () => {
    await field().fill('create buck')
    await keyboard().press('Enter')
    await page.getByRole('dialog', { name: t('buckets.newTitle') }).waitFor()
  })
})

test('the folders opened last are forgotten at sign-out', async () => {
  page = await nextPage()
  await page.goto('/bucket-management/website-static')
  await page.getByRole('grid').waitFor()
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter(name => name.includes('.places ')).length)
  await expect.poll(kept).toBe(1)
  await open()
  await field().fill(t('shell.logout'))
  await keyboard().press('Enter')
  await page.getByRole('heading', { name: t('auth.signInTitle') }).waitFor()
  await expect.poll(kept).toBe(0)
})
