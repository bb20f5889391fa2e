import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LifecycleRule } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { openSettings, type Settings } from '../support/settings.ts'
import { desktop } from '../support/visit.ts'

const t = texts('en')
let settings: Settings
let browser: Browser
let api: Api
let url: string
let page: Page

beforeAll(async () => {
  settings = openSettings()
  browser = await openShell()
  ;({ url } = await settings.console('demo'))
  api = await signInApi(url, owner.email, owner.password)
  page = await (await settings.visitor(browser, 'demo', true, desktop)).newPage()
})
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

async function openTab(bucket: string, tab: string): Promise<void> {
  await api.call('POST', '/bucket', { bucket })
  await page.goto(`${url}/bucket-management/-/${bucket}/${tab}`)
}

async function rulesOf(bucket: string): Promise<LifecycleRule[]> {
  return (await api.call<{ rules: LifecycleRule[] }>('GET', `/bucket/lifecycle?bucket=${bucket}`)).rules
}

test('a 30-day rule takes two clicks, and says before what it would delete today', async () => {
  const bucket = 'ba-muoi-ngay'
  await openTab(bucket, 'lifecycle')
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  await page.getByText(t('lifecycle.preview.nothing')).waitFor()
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  const says = { where: 'all', prefix: '', days: 30 }
  await page.getByText(t('lifecycle.says.current_days', says)).waitFor()
  const heading = page.getByRole('heading', { name: t('lifecycle.title') })
  await expect.poll(() => heading.evaluate(element => element === document.activeElement)).toBe(true)
  expect(await rulesOf(bucket)).toEqual([
    {
      ...{ id: expect.any(String), enabled: true, prefix: '', others: [] },
      ...{ current_days: 30, previous_days: null, abort_days: null },
    },
  ])
})

test('from a folder the form of a new rule is about it; rules that are about it are marked then', async () => {
  const bucket = 'mot-thu-muc'
  const folder = 'Tết 2026/ảnh/'
  await openTab(bucket, `lifecycle?${new URLSearchParams({ folder })}`)
  await page.getByText(t('lifecycle.ofFolder', { count: 0, folder })).waitFor()
  expect(await page.getByLabel(t('lifecycle.folder'), { exact: true }).inputValue()).toBe(folder)
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  await page.getByText(t('lifecycle.ofFolder', { count: 1, folder })).waitFor()
  const says = t('lifecycle.says.current_days', { where: 'folder', prefix: folder, days: 30 })
  const marked = page.getByRole('listitem').filter({ hasText: t('lifecycle.marked') })
  expect(await marked.filter({ hasText: says }).count()).toBe(1)
  const { revision } = await api.call<{ revision: string }>('GET', `/bucket/lifecycle?bucket=${bucket}`)
  const days = { current_days: 9, previous_days: null, abort_days: null }
  const rules = ['Tết 2026/', 'khác/'].map(prefix => ({ id: '', enabled: true, prefix, others: [], ...days }))
  await api.call('PUT', '/bucket/lifecycle', { bucket, revision, rules })
  await page.reload()
  await page.getByText(t('lifecycle.ofFolder', { count: 1, folder })).waitFor()
  expect(await marked.count()).toBe(1)
  expect(await page.getByRole('region', { name: t('lifecycle.new') }).count()).toBe(0)
})

test('of two people who change the rules at once, the second one is shown both', async () => {
  const bucket = 'hai-nguoi'
  await openTab(bucket, 'lifecycle')
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  await page.getByLabel(t('lifecycle.where.folder')).check()
  await page.getByLabel(t('lifecycle.folder'), { exact: true }).fill('logs')
  const { revision } = await api.call<{ revision: string }>('GET', `/bucket/lifecycle?bucket=${bucket}`)
  const theirs = {
    id: '',
    enabled: true,
    prefix: 'tam/',
    current_days: 1,
    previous_days: null,
    abort_days: null,
  }
  await api.call('PUT', '/bucket/lifecycle', { bucket, revision, rules: [{ ...theirs, others: [] }] })
  await page.getByRole('button', { name: t('lifecycle.add') }).click()
  const dialog = page.getByRole('alertdialog')
  for (const [prefix, days] of [
    ['tam/', 1],
    ['logs/', 30],
  ] as const) {
    const says = t('lifecycle.says.current_days', { where: 'folder', prefix, days })
    await dialog.getByText(says).waitFor()
  }
  await dialog.getByRole('button', { name: t('bucket.conflict.keep') }).click()
  await expect.poll(async () => (await rulesOf(bucket)).map(rule => rule.prefix)).toEqual(['logs/'])
})

test('object lock on: Please choose object lock mode, Please enter number of days to continue!, at most 1024000, Please confirm!', async () => {
  await openTab('khoa-lai', 'lock')
  await page.getByRole('button', { name: t('lock.turnOn') }).click()
  await page.getByText('Please choose object lock mode').waitFor()
  await page.getByText('Please enter number of days to continue!').waitFor()
  await page.getByText('Please confirm!').waitFor()
  await page.getByLabel('Compliance').check()
  await page.getByText(t('lock.confirm.compliance')).waitFor()
  const days = page.getByLabel(t('lock.days'), { exact: true })
  await days.fill('1024001')
  await page.getByText(t('issue.lock-days-range')).waitFor()
  await days.fill('1')
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(tomorrow)
  await page.getByText(t('lock.until', { date })).waitFor()
})
