import { readFileSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AuditAction, AuditEntry } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { say } from '../support/say.ts'
import { texts } from '../support/screens.ts'
import { desktop, type Look, signIn, visit } from '../support/visit.ts'
import { addSubUser, subUser } from './support/people.ts'

const t = texts('en')
const address = '/user-management/audit-log'
let browser: Browser
let kho: Console
let context: BrowserContext
beforeAll(async () => {
  browser = await openShell()
  kho = await startConsole()
  await addSubUser(kho)
  const api = await signInApi(kho.url, owner.email, owner.password)
  await expect(signInApi(kho.url, owner.email, 'Wrong#123')).rejects.toThrow('INVALID_CREDENTIALS')
  const group = { emails: ['an@example.com'] }
  for (let i = 1; i <= 45; i++) {
    const name = `Group "${i}", of many`
    const { id } = await api.call<{ id: string }>('POST', '/user/notification-groups', { name, ...group })
    await api.call('PUT', `/user/notification-groups/${id}`, { name: `${name}!`, ...group })
    await api.call('DELETE', `/user/notification-groups/${id}`)
  }
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await kho.stop()
})

const items = (page: Page) => page.getByRole('list', { name: t('audit.list') }).getByRole('listitem')
const act = (action: AuditAction) => t(`audit.act.${action}`)

/** The owner at the log with this query. */
async function log(query = '', look: Look = desktop): Promise<Page> {
  context = await visit(browser, kho.url, look)
  const page = await context.newPage()
  await page.goto(kho.url + address + query)
  await signIn(page, look.locale)
  await page.getByLabel(say(look.locale, 'audit.kind')).waitFor()
  return page
}

test('what was just done stands at the top: who, from where, and failures marked', async () => {
  const page = await log('?search=nguyen&action=SIGN_IN')
  await items(page).first().waitFor()
  const first = await items(page).first().innerText()
  expect(first.split('\n').filter(Boolean)).toEqual([
    'Today',
    act('SIGN_IN'),
    owner.email,
    '127.0.0.1',
    expect.stringMatching(/^Chrome(?: Headless)? \d+, Linux/),
    t('audit.justNow'),
  ])
  await page.getByLabel(t('audit.kind')).selectOption('SIGN_IN_FAILED')
  await expect.poll(() => items(page).count()).toBe(1)
  await expect.poll(() => items(page).first().innerText()).toContain(t('error.INVALID_CREDENTIALS'))
  expect(await items(page).first().innerText()).toContain(t('audit.failure'))
})

test('older entries come as one scrolls, with few rows on the page', async () => {
  const page = await log('?search=of%20many')
  await items(page).first().waitFor()
  expect(await items(page).first().innerText()).toContain('Group "45", of many!')
  let most = 0
  const oldest = items(page).getByText('Group "1", of many', { exact: true })
  await expect
    .poll(async () => {
      await page.locator('#content').evaluate(element => element.scrollTo(0, element.scrollHeight))
      most = Math.max(most, await items(page).count())
      return oldest.count()
    })
    .toBeGreaterThan(0)
  expect(await items(page).last().getAttribute('aria-posinset')).toBe('135')
  expect(most).toBeLessThan(50)
})

test('the filter is in the address, so that links and the back of a reload keep it', async () => {
  const page = await log()
  await page.getByLabel(t('audit.kind')).selectOption('NOTIFICATION_GROUP_DELETED')
  await page.getByLabel(t('audit.search')).fill('"12"')
  await page.waitForURL(url => url.searchParams.get('search') === '"12"')
  await expect.poll(() => items(page).count()).toBe(1)
  const today = await page.evaluate(() => {
    const now = new Date()
    const pad = (value: number) => String(value).padStart(2, '0')
    return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
  })
  await page.getByLabel(t('audit.from'), { exact: true }).fill(today)
  await page.getByLabel(t('audit.to'), { exact: true }).fill(today)
  await page.waitForURL(url => url.searchParams.get('to') === today)
  await page.reload()
  await items(page).first().waitFor()
  expect(await items(page).count()).toBe(1)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    action: 'NOTIFICATION_GROUP_DELETED',
    search: '"12"',
    from: today,
    to: today,
  })
  await page.getByLabel(t('audit.to'), { exact: true }).fill('2001-01-01')
  await page.getByText(t('audit.daysReversed')).waitFor()
  await page.getByText(t('audit.none.title')).waitFor()
  await page
    .getByRole('button', { name: t('audit.clear') })
    .last()
    .click()
  await items(page).first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel(t('audit.search')).inputValue()).toBe('')
})

test('the file has the rows of the page, also where the session must be renewed first', async () => {
  const page = await log('?action=NOTIFICATION_GROUP_CHANGED&search=of%20many')
  await items(page).first().waitFor()
  const api = await signInApi(kho.url, owner.email, owner.password)
  const { entries } = await api.call<{ entries: AuditEntry[] }>(
    'GET',
    '/audit?action=NOTIFICATION_GROUP_CHANGED&search=of%20many&page_size=200',
  )
  const unauthorized = {
    type: 'about:blank',
    title: '',
    status: 401,
    code: 'UNAUTHORIZED',
    detail: '',
    request_id: '',
  }
  await page.route(
    '**/api/user',
    route => route.fulfill({ status: 401, contentType: 'application/problem+json', json: unauthorized }),
    { times: 1 },
  )
  const renewed = page.waitForResponse('**/api/auth/refresh-token')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: t('audit.export') }).click()
  expect((await renewed).status()).toBe(200)
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^kho-audit-\d{4}-\d{2}-\d{2}\.csv$/)
  const rows = parseCsv(readFileSync(await download.path(), 'utf8'))
  expect(rows).toEqual([
    ['at', 'account', 'user', 'action', 'target', 'detail', 'address', 'device'],
    ...entries.map(({ at, account, user, action, target, detail, address, device }) => [
      `${new Date(at * 1000).toISOString().slice(0, 19)}Z`,
      account,
      user,
      action,
      target,
      detail,
      address,
      device,
    ]),
  ])
  expect(entries.length).toBe(45)
})

test('a failed page says so and is asked for again', async () => {
  const page = await log('?search=of%20many')
  await items(page).first().waitFor()
  await page.route('**/api/audit?*', route => route.abort())
  await page.getByRole('button', { name: t('common.refresh') }).click()
  await page.getByLabel(t('audit.search')).fill('of many gr')
  await page.getByText(t('audit.failed')).waitFor()
  await page.unroute('**/api/audit?*')
  await page.getByRole('button', { name: t('common.retry') }).click()
  await page.getByText(t('audit.none.title')).waitFor()
})

test('on a phone the entries are cards in the user’s language', async () => {
  const page = await log('?action=NOTIFICATION_GROUP_DELETED', {
    mode: 'dark',
    locale: 'vi',
    width: 360,
    height: 740,
  })
  const first = page
    .getByRole('list', { name: say('vi', 'audit.list') })
    .getByRole('listitem')
    .first()
  await first.getByText(say('vi', 'audit.act.NOTIFICATION_GROUP_DELETED')).waitFor()
  expect(await first.innerText()).toContain('Group "45", of many!')
})

test('a sub-user is denied', async () => {
  context = await visit(browser, kho.url)
  const page = await context.newPage()
  await page.goto(kho.url + address)
  await page.getByLabel(t('auth.email'), { exact: true }).fill(subUser)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByRole('heading', { name: 'Permission Denied' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
})

/** The rows of a CSV file (RFC 4180) with a byte order mark. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}
