import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logText } from '../../domain/audit-text.ts'
import type { AuditAction, AuditEntry } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import { say } from '../support/say.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { makeOwner } from './support/people.ts'

const t = texts('en')
const address = '/user-management/audit-log'
const act = (action: AuditAction) => t(`audit.act.${action}`)

test('an owner reads the log: scrolling, filters in the address, the file, and on a phone', async () => {
  const { url } = await sharedConsole()
  const { email, password, api } = await makeOwner(url)
  await expect(signInApi(url, email, 'Wrong#123')).rejects.toThrow('INVALID_CREDENTIALS')
  const group = { emails: ['an@example.com'] }
  const made = Array.from({ length: 45 }, (_, index) => `Group "${index + 1}", of many`)
  for (const name of made) {
    const { id } = await api.call<{ id: string }>('POST', '/user/notification-groups', { name, ...group })
    await api.call('PUT', `/user/notification-groups/${id}`, { name: `${name}!`, ...group })
    await api.call('DELETE', `/user/notification-groups/${id}`)
  }

  const page = await nextPage({ signedIn: false })
  const items = page.getByRole('list', { name: t('audit.list') }).getByRole('listitem')
  const first = () => items.first().innerText()
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  await page.goto(`${address}?action=SIGN_IN`)
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()

  await step('what was just done stands at the top: who, from where', () =>
    expect
      .poll(async () => (await first()).split('\n').filter(Boolean))
      .toEqual([
        expect.any(String),
        act('SIGN_IN'),
        email,
        '127.0.0.1',
        expect.stringMatching(/^Chrome(?: Headless)? \d+, Linux/),
        expect.any(String),
      ]),
  )

  await step('failures are marked', async () => {
    await page.getByLabel(t('audit.kind')).selectOption('SIGN_IN_FAILED')
    await expect.poll(() => items.count()).toBe(1)
    await expect.poll(first).toContain(t('error.INVALID_CREDENTIALS'))
    await expect.poll(first).toContain(t('audit.failure'))
  })

  await step('older entries come as one scrolls, with few rows on the page', async () => {
    await page.getByLabel(t('audit.kind')).selectOption('')
    await page.getByLabel(t('audit.search')).fill('of many')
    await expect.poll(first).toContain('Group "45", of many!')
    let most = 0
    const oldest = items.getByText('Group "1", of many', { exact: true })
    await expect
      .poll(async () => {
        await page.locator('#content').evaluate(element => element.scrollTo(0, element.scrollHeight))
        most = Math.max(most, await items.count())
        return oldest.count()
      })
      .toBeGreaterThan(0)
    await expect.poll(() => items.last().getAttribute('aria-posinset')).toBe('135')
    expect(most).toBeLessThan(50)
  })

  await step('the filter is in the address, and a reload keeps it', async () => {
    await page.getByLabel(t('audit.kind')).selectOption('NOTIFICATION_GROUP_DELETED')
    await page.getByLabel(t('audit.search')).fill('"12"')
    await page.waitForURL(url => url.searchParams.get('search') === '"12"')
    await expect.poll(() => items.count()).toBe(1)
    const today = await page.evaluate(() => {
      const now = new Date()
      const pad = (value: number) => String(value).padStart(2, '0')
      return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
    })
    await page.getByLabel(t('audit.from'), { exact: true }).fill(today)
    await page.getByLabel(t('audit.to'), { exact: true }).fill(today)
    await page.waitForURL(url => url.searchParams.get('to') === today)
    await page.reload()
    await expect.poll(() => items.count()).toBe(1)
    expect(asked()).toEqual({
      action: 'NOTIFICATION_GROUP_DELETED',
      search: '"12"',
      from: today,
      to: today,
    })
    await page.getByRole('button', { name: t('audit.clear') }).click()
    await expect.poll(() => items.count()).toBeGreaterThan(1)
    await expect.poll(asked).toEqual({})
  })

  await step('the file has the rows of the page, also where the session must be renewed first', async () => {
    const filter = { action: 'NOTIFICATION_GROUP_CHANGED', search: 'of many' }
    await page.getByLabel(t('audit.kind')).selectOption(filter.action)
    await page.getByLabel(t('audit.search')).fill(filter.search)
    await expect.poll(asked).toEqual(filter)
    const query = new URLSearchParams({ ...filter, page_size: '200' })
    const { entries } = await api.call<{ entries: AuditEntry[] }>('GET', `/audit?${query}`)
    expect(entries.length).toBe(45)
    const unauthorized = {
      ...{ type: 'about:blank', title: '', status: 401, code: 'UNAUTHORIZED', detail: '', request_id: '' },
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
    expect(parseCsv(readFileSync(await download.path(), 'utf8'))).toEqual([
      ['at', 'account', 'user', 'action', 'target', 'detail', 'address', 'device'],
      ...entries.map(({ at, account, user, action, target, detail, address, device }) => [
        `${new Date(at * 1000).toISOString().slice(0, 19)}Z`,
        ...[account, user, action, target, logText(detail), address, device],
      ]),
    ])
  })

  await step('on a phone the entries are cards in the user’s language', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.locator('button[lang=vi]').click()
    const card = page
      .getByRole('list', { name: say('vi', 'audit.list') })
      .getByRole('listitem')
      .first()
    await card.getByText(say('vi', 'audit.act.NOTIFICATION_GROUP_CHANGED')).waitFor()
    await expect.poll(() => card.innerText()).toContain(`${email}\n`)
    await expect.poll(async () => (await card.boundingBox())!.width).toBeLessThanOrEqual(360)
  })
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
