import { expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { desktop } from '../support/visit.ts'

const t = texts('en')
const phone = { ...desktop, width: 390, height: 844, touch: true }
const folder = '/bucket-management/website-static'

test('on a phone the back button closes what lies over the screen, and asks before it loses a value', async () => {
  const page = await nextPage({ look: phone })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const overlay = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
  const addressNow = () => page.evaluate(() => location.pathname + location.search)
  const gone = async () => {
    await overlay.waitFor({ state: 'detached' })
    // The entries of what was closed are gone too, so that the next step back leaves the screen.
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
  }
  const back = async () => {
    await page.goBack()
    await gone()
    await expect.poll(addressNow).toBe(folder)
  }
  const openDrawer = async () => {
    await button(t('shell.openNavigation')).click()
    await overlay.waitFor()
  }
  const openActions = () => button(t('files.actionsFor', { name: 'index.html' })).click()

  await page.goto('/bucket-management')
  await page.getByRole('link', { name: 'website-static' }).first().click()
  await button(t('files.actionsFor', { name: 'index.html' })).waitFor()

  await step('the drawer, also after a reload', async () => {
    await openDrawer()
    await back()
    await openDrawer()
    await page.reload()
    await openActions()
    await overlay.waitFor()
    await back()
  })
  await step('the menu of the avatar and the actions of a file', async () => {
    await page.locator('button[aria-haspopup=menu]').first().click()
    await page.getByRole('menu').waitFor()
    await back()
    await openActions()
    await overlay.waitFor()
    await back()
  })
  await step('what an action opens', async () => {
    await openActions()
    await button(t('files.delete')).click()
    await page.getByRole('alertdialog').waitFor()
    await back()
  })
  await step('a dialog with a value after a question', async () => {
    const question = page.getByRole('alertdialog', { name: t('leaving.entered.title') })
    await button(t('files.upload')).click()
    await page.getByText(t('files.new'), { exact: true }).click()
    await page.getByLabel(t('files.folderName')).fill('a')
    await page.goBack()
    await question.waitFor()
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel(t('files.folderName')).inputValue()).toBe('a')
    await page.goBack()
    await question.getByRole('button', { name: t('leaving.entered.leave') }).click()
    await gone()
    await expect.poll(addressNow).toBe(folder)
  })
  await step('a dialog closed by its button leaves nothing to go back from', async () => {
    await openActions()
    await button(t('files.delete')).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('common.cancel') })
      .click()
    await gone()
  })
  await step('the selection', async () => {
    await page.getByRole('checkbox', { name: t('files.select', { name: 'index.html' }) }).click()
    await page
      .getByText(t('files.selected', { count: 1 }))
      .first()
      .waitFor()
    await back()
    await page
      .getByText(t('files.selected', { count: 1 }))
      .first()
      .waitFor({ state: 'detached' })
  })
  await step('the details with their tabs, which the cross closes as well', async () => {
    const openDetails = async () => {
      await openActions()
      await button(t('files.details')).click()
      await overlay.getByRole('link', { name: t('object.tab.sharing'), exact: true }).click()
      await expect.poll(addressNow).toBe(`${folder}?object=index.html&tab=sharing`)
    }
    await openDetails()
    await back()
    await openDetails()
    await button(t('common.close')).click()
    await expect.poll(addressNow).toBe(folder)
  })
  await step('an entry of the drawer leads on from the screen, and back to it', async () => {
    await openDrawer()
    await overlay.getByRole('link', { name: t('shell.menu./security'), exact: true }).click()
    await page.getByRole('heading', { name: t('security.title'), exact: true }).waitFor()
    await gone()
    await page.goBack()
    await button(t('files.actionsFor', { name: 'index.html' })).waitFor()
    await gone()
  })
  await page.goBack()
  await page.waitForURL('**/bucket-management')
})
