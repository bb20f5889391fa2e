import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '../../languages/languages.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner } from '../support/console.ts'
import { say } from '../support/say.ts'
import { texts } from '../support/screens.ts'
import { openSettings } from '../support/settings.ts'
import { desktop, signIn, visit } from '../support/visit.ts'
import { addSubUser, subUser } from './support/people.ts'

const t = texts('en')
const settings = openSettings()
let browser: Browser
let kho: Console
let context: BrowserContext
beforeAll(async () => {
  browser = await openShell()
  kho = await settings.console('demo')
  await addSubUser(kho)
})
afterEach(() => context.close())
afterAll(async () => {
  await browser.close()
  await settings.stop()
})

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** A page of the signed-in owner, not opened yet. */
async function ownersPage(): Promise<Page> {
  context = await settings.visitor(browser, 'demo', true, desktop)
  return context.newPage()
}

describe('ways in', () => {
  test('a deep link asks to sign in and then goes there, in the language chosen', async () => {
    context = await visit(browser, kho.url, { ...desktop, locale: 'vi' })
    const page = await context.newPage()
    await page.goto(`${kho.url}/bucket-management/website-static/images?x=1#y`)
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    expect(pathOf(page)).toBe(
      `/?next=${encodeURIComponent('/bucket-management/website-static/images?x=1#y')}`,
    )
    expect(await page.locator('html').getAttribute('lang')).toBe('vi')
    await signIn(page, 'vi')
    await page.getByRole('grid', { name: say('vi', 'files.list') }).waitFor()
    expect(page.url()).toBe(`${kho.url}/bucket-management/website-static/images?x=1#y`)
    expect(await page.locator('html').getAttribute('lang')).toBe('vi')
  })

  test.each(['https://example.com/', '//example.com/', '/\\example.com', 'javascript:alert(1)'])(
    'a link made to lead to %s leads to the buckets',
    async next => {
      const page = await ownersPage()
      await page.goto(`${kho.url}/?next=${encodeURIComponent(next)}`)
      await heading(page, t('buckets.title')).waitFor()
      expect(pathOf(page)).toBe('/bucket-management')
    },
  )

  test.each(['/', '/change-password-first'])('who is signed in comes from %s to the buckets', async path => {
    const page = await ownersPage()
    await page.goto(kho.url + path)
    await heading(page, t('buckets.title')).waitFor()
    expect(pathOf(page)).toBe('/bucket-management')
  })

  test.each([
    ['first password', '/change-password-first', 'auth.changeFirstTitle'],
    ['no pin', '/security', 'auth.pinSetUpTitle'],
  ] as const)('who has %s comes from everywhere to %s', async (setting, path, title) => {
    const { url } = await settings.console(setting)
    context = await settings.visitor(browser, setting, true, desktop)
    const page = await context.newPage()
    for (const from of ['/', '/bucket-management', '/bucket-management/x/y', '/dashboard', '/khong-co']) {
      await page.goto(url + from)
      await heading(page, t(title)).waitFor()
      expect(pathOf(page)).toBe(path)
    }
  })

  test('an address without a screen says so and leads to the buckets', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/khong-co/gi`)
    await heading(page, t('shell.notFound.title')).waitFor()
    await link(page, t('shell.toBuckets')).click()
    await heading(page, t('buckets.title')).waitFor()
  })

  test('a bucket, a folder and an address that are not there have pages that say so', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/bucket-management/khong-co-bucket/a`)
    await heading(page, t('files.noBucket.title')).waitFor()
    await page.getByText(t('files.noBucket.lead', { bucket: 'khong-co-bucket' })).waitFor()
    await link(page, t('files.toBuckets')).click()
    await heading(page, t('buckets.title')).waitFor()
    await page.goto(`${kho.url}/bucket-management/website-static/khong/co`)
    await heading(page, t('files.noPrefix.title')).waitFor()
    await page.getByText(t('files.noPrefix.lead', { path: 'website-static/khong/co/' })).waitFor()
    await link(page, t('files.toBucket', { bucket: 'website-static' })).click()
    await page.getByRole('grid').waitFor()
    expect(pathOf(page)).toBe('/bucket-management/website-static')
    const cut = heading(page, 'website-static').locator('[aria-hidden]')
    expect(await cut.count()).toBe(0)
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(() => cut.allInnerTexts()).toEqual([expect.stringMatching(/^web.*…/)])
    await page.setViewportSize(desktop)
    await cut.waitFor({ state: 'detached' })
    await page.goto(`${kho.url}/bucket-management/website-static/50%`)
    await heading(page, t('files.noAddress.title')).waitFor()
  })

  test('a sub-user sees Permission Denied at the dashboard, and no entry for it', async () => {
    context = await visit(browser, kho.url)
    const page = await context.newPage()
    await page.goto(`${kho.url}/dashboard`)
    await page.getByLabel(t('auth.email'), { exact: true }).fill(subUser)
    await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
    await heading(page, 'Permission Denied').waitFor()
    expect(pathOf(page)).toBe('/dashboard')
    const menu = page.getByRole('navigation', { name: t('shell.navigation') })
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      t('shell.menu./bucket-management'),
      t('shell.menu./userinfo'),
      t('shell.menu./security'),
    ])
    expect(await page.getByText(t('shell.capacity')).count()).toBe(0)
    await link(page, t('shell.toBuckets')).click()
    await page.getByText('website-static').first().waitFor()
    expect(await page.getByRole('button', { name: t('buckets.new') }).count()).toBe(0)
    await page.getByRole('button', { name: t('shell.account', { name: 'Con gái' }) }).click()
    await page.getByText(t('shell.role.sub-user')).waitFor()
  })
})

describe('language and colours', () => {
  const strict = { sameSite: 'Strict', path: '/', httpOnly: false }

  test('both are kept in their cookies and right before the first paint', async () => {
    context = await browser.newContext({ locale: 'en-US', colorScheme: 'light', viewport: desktop })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const note = () => {
        const { lang, className } = document.querySelector('html')!
        const look = `${lang} ${className}`
        if (document.body && seen.at(-1) !== look) seen.push(look)
      }
      new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true })
    })
    const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.goto(kho.url)
    await heading(page, t('auth.signInTitle')).waitFor()
    expect([await seen(), await ground()]).toEqual([['en light'], 'rgb(255, 255, 255)'])
    expect(await context.cookies()).toEqual([])

    await page.getByRole('button', { name: languages.vi.name }).click()
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    await page.getByRole('button', { name: say('vi', 'app.toDark') }).click()
    await page.getByRole('button', { name: say('vi', 'app.toLight') }).waitFor()
    expect((await context.cookies()).sort((a, b) => (a.name < b.name ? -1 : 1))).toMatchObject([
      { name: 'NEXT_LOCALE', value: 'vi', ...strict },
      { name: 'theme_mode', value: 'dark', ...strict },
    ])

    await page.reload({ waitUntil: 'domcontentloaded' })
    expect([await seen(), await ground()]).toEqual([['vi dark'], 'rgb(14, 19, 22)'])
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    expect(await seen()).toEqual(['vi dark'])
  })

  test('without cookies they are the browser’s', async () => {
    context = await browser.newContext({ locale: 'vi-VN', colorScheme: 'dark' })
    const page = await context.newPage()
    await page.goto(kho.url)
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    expect(await page.locator('html').evaluate((html: HTMLElement) => [html.lang, html.className])).toEqual([
      'vi',
      'dark',
    ])
  })

  test('inside of the console they change everything at once', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/security`)
    await heading(page, t('security.title')).waitFor()
    await page.getByRole('button', { name: languages.vi.name }).click()
    await heading(page, say('vi', 'security.title')).waitFor()
    await page
      .getByRole('navigation', { name: say('vi', 'shell.navigation') })
      .getByRole('link', { name: say('vi', 'shell.menu./bucket-management') })
      .waitFor()
    await page.getByRole('button', { name: say('vi', 'app.toDark') }).click()
    expect(await page.locator('html').getAttribute('class')).toMatch(/\bdark$/)
  })
})

describe('the frame', () => {
  test('the drawer is 240 px wide, open at first on a desktop, and over the page on a phone', async () => {
    const page = await ownersPage()
    await page.goto(`${kho.url}/security`)
    const drawer = page.locator('#drawer')
    await heading(page, t('security.title')).waitFor()
    expect((await drawer.boundingBox())?.width).toBe(240)
    await page.getByRole('button', { name: t('shell.closeNavigation') }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: t('shell.openNavigation') }).click()
    await drawer.waitFor()
    expect((await drawer.boundingBox())?.width).toBe(240)
    await drawer.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click()
    await heading(page, t('buckets.title')).waitFor()
    await drawer.waitFor({ state: 'detached' })
  })

  test('on a phone the drawer has the focus; Escape or a tap beside it closes it and gives the focus back', async () => {
    const page = await ownersPage()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`${kho.url}/security`)
    await heading(page, t('security.title')).waitFor()
    const toggle = page.getByRole('button', { name: t('shell.openNavigation') })
    const drawer = page.locator('#drawer')
    const inDrawer = () => drawer.evaluate(element => element.contains(document.activeElement))
    const closings = [() => page.keyboard.press('Escape'), () => page.mouse.click(360, 700)]
    for (const close of closings) {
      await toggle.click()
      await expect.poll(inDrawer).toBe(true)
      await close()
      await drawer.waitFor({ state: 'detached' })
      await expect.poll(() => toggle.evaluate(element => element === document.activeElement)).toBe(true)
    }
  })

  test('a message goes after 6000 ms', async () => {
    const page = await ownersPage()
    await page.clock.install()
    await page.goto(`${kho.url}/bucket-management/website-static`)
    await page.getByRole('button', { name: t('files.new') }).click()
    await page.getByLabel(t('files.folderName')).fill('sáu giây')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.create') })
      .click()
    const message = page.getByText(t('files.created'))
    const step = 20
    await expect
      .poll(async () => {
        await page.clock.runFor(step)
        return message.count()
      })
      .toBe(1)
    await page.clock.runFor(6000 - 2 * step)
    expect(await message.count()).toBe(1)
    const [said, title] = await Promise.all([
      message.boundingBox(),
      heading(page, 'website-static').boundingBox(),
    ])
    expect(said!.y + said!.height).toBeLessThan(title!.y)
    await page.clock.runFor(2 * step)
    await message.waitFor({ state: 'detached' })
  })

  test('whoever opens the browser’s console is warned, in both languages', async () => {
    context = await visit(browser, kho.url)
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', message => said.push(message.text()))
    await page.goto(kho.url)
    await heading(page, t('auth.signInTitle')).waitFor()
    const text = said.join('\n')
    expect(text).toContain('Unauthorized use of developer tools may lead to account suspension.')
    expect(text).toContain('sử dụng trái phép công cụ dành cho nhà phát triển')
  })

  test('each screen comes in a chunk of its own when it is opened, the file browser before', async () => {
    context = await visit(browser, kho.url)
    const page = await context.newPage()
    const scripts: string[] = []
    page.on('request', request => {
      const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname) ?? []
      if (name) scripts.push(name)
    })
    const screens = [
      'change-password-first',
      'pin-set-up',
      'buckets-screen',
      'file-browser',
      'security-screen',
    ]
    await page.goto(kho.url)
    await heading(page, t('auth.signInTitle')).waitFor()
    expect(scripts.filter(script => screens.includes(script))).toEqual([])
    await signIn(page)
    await page.getByRole('link', { name: 'website-static' }).waitFor()
    await page.getByRole('link', { name: 'website-static' }).click()
    await page.getByRole('grid').waitFor()
    expect(scripts.filter(script => screens.includes(script))).toEqual(['buckets-screen', 'file-browser'])
    await link(page, t('shell.menu./security')).click()
    await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
    expect(scripts.filter(script => screens.includes(script))).toEqual([
      'buckets-screen',
      'file-browser',
      'security-screen',
    ])
  })

  test('without a network everything says so at once and the screen stays; nothing is sent later', async () => {
    const page = await ownersPage()
    const sent: string[] = []
    page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
    const noConnection = page.getByText(t('error.NETWORK'))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(`${kho.url}/security`)
    const changePassword = button(t('security.changePassword'))
    await changePassword.waitFor()

    await context.setOffline(true)
    await changePassword.click()
    await noConnection.waitFor()
    await heading(page, t('security.title')).waitFor()
    await button(t('app.dismiss')).click()
    await page.locator('button[lang=vi]').click()
    await noConnection.waitFor()
    await page.locator('button[lang=en][aria-pressed=true]').waitFor()
    await link(page, t('shell.menu./bucket-management')).click()
    await heading(page, t('app.notLoaded')).waitFor()

    await button(t('common.retry')).click()
    await heading(page, t('app.notLoaded')).waitFor()

    await context.setOffline(false)
    await button(t('buckets.new')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('buckets.nameLabel')).fill('nobody-wants-this')

    await context.setOffline(true)
    await page.keyboard.press('Enter')
    await dialog.getByText(t('error.NETWORK')).waitFor()
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(t('common.refresh')).click()
    await noConnection.waitFor()
    await link(page, 'website-static').waitFor()

    const read = page.waitForResponse('**/api/bucket')
    await context.setOffline(false)
    await read
    await link(page, t('shell.menu./security')).click()
    await changePassword.click()
    await page.getByRole('dialog', { name: t('security.changePassword') }).waitFor()
    expect(sent).toEqual([`${kho.url}/api/bucket`])
  })

  test('a view that fails says so, with advice and a way back; the rest of the console works', async () => {
    const page = await ownersPage()
    const said: string[] = []
    page.on('console', message => message.type() === 'error' && said.push(message.text()))
    await page.goto(`${kho.url}/security`)
    await heading(page, t('security.title')).waitFor()
    await page.route('**/api/bucket', route => route.fulfill({ json: { buckets: [{ size: 1 }] } }))
    await link(page, t('shell.menu./bucket-management')).click()
    await heading(page, 'An error occurred on client').waitFor()
    await page.getByText(t('app.clientError.advice')).waitFor()
    expect(said.some(text => text.startsWith('A view has failed'))).toBe(true)
    await page.getByRole('button', { name: t('common.back') }).click()
    await heading(page, t('security.title')).waitFor()
    expect(pathOf(page)).toBe('/security')
  })
})
