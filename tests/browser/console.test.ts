import type { Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { languages } from '../../languages/languages.ts'
import { signInApi } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { drawn } from '../support/drawn.ts'
import { say } from '../support/say.ts'
import { texts } from '../support/screens.ts'
import { newVisitor, nextPage, sharedBrowser, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { desktop, signIn, signInBeside } from '../support/visit.ts'
import { coveredByToast } from './support/covered-by-toast.ts'
import { firstPassword, makeCustomer, makeOwner, makeSubUser } from './support/people.ts'

const t = texts('en')

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

describe('ways in', () => {
  test('a deep link asks to sign in and then goes there, in the language chosen', async () => {
    const { url } = await sharedConsole()
    const page = await nextPage({ signedIn: false, look: { ...desktop, locale: 'vi' } })
    await page.goto('/bucket-management/website-static/images?x=1#y')
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    await expect
      .poll(() => pathOf(page))
      .toBe(`/?next=${encodeURIComponent('/bucket-management/website-static/images?x=1#y')}`)
    await page.locator('html[lang=vi]').waitFor()
    await signIn(page, 'vi')
    await page.getByRole('grid', { name: say('vi', 'files.list') }).waitFor()
    await expect.poll(() => page.url()).toBe(`${url}/bucket-management/website-static/images?x=1#y`)
    await page.locator('html[lang=vi]').waitFor()
  })

  // Which addresses a link may not lead to: tests/src/next-address.test.ts.
  test('who is signed in comes to the buckets from the start, a step before it, and a link made to lead elsewhere', async () => {
    const page = await nextPage()
    for (const path of ['/', '/change-password-first', `/?next=${encodeURIComponent('//example.com/')}`]) {
      await page.goto(path)
      await heading(page, t('buckets.title')).waitFor()
      await expect.poll(() => pathOf(page)).toBe('/bucket-management')
    }
  })

  test('who has a first password, and then no PIN, comes from everywhere to that step', async () => {
    const { url } = await sharedConsole()
    const { email } = await makeCustomer(url, 'Nguyễn Thị Mới')
    const page = await nextPage({ signedIn: false })
    await signInBeside(page, url, { email, password: firstPassword })
    const comesTo = async (path: string, title: string) => {
      for (const from of ['/', '/bucket-management/x/y']) {
        await page.goto(from)
        await heading(page, title).waitFor()
        await expect.poll(() => pathOf(page)).toBe(path)
      }
    }
    await comesTo('/change-password-first', t('auth.changeFirstTitle'))
    const api = await signInApi(url, email, firstPassword)
    const change = { current_password: firstPassword, new_password: owner.password }
    await api.call('PUT', '/user/change-password', change)
    await signInBeside(page, url, { email, password: owner.password })
    await comesTo('/security', t('auth.pinSetUpTitle'))
  })

  test('a screen, a bucket, a folder and an address that are not there have pages that say so', async () => {
    const page = await nextPage()
    await page.goto('/khong-co/gi')
    await heading(page, t('shell.notFound.title')).waitFor()
    await link(page, t('shell.toBuckets')).click()
    await heading(page, t('buckets.title')).waitFor()
    await page.goto('/bucket-management/khong-co-bucket/a')
    await heading(page, t('files.noBucket.title')).waitFor()
    await page.getByText(t('files.noBucket.lead', { bucket: 'khong-co-bucket' })).waitFor()
    await link(page, t('files.toBuckets')).click()
    await heading(page, t('buckets.title')).waitFor()
    await page.goto('/bucket-management/website-static/khong/co')
    await heading(page, t('files.noPrefix.title')).waitFor()
    await page.getByText(t('files.noPrefix.lead', { path: 'website-static/khong/co/' })).waitFor()
    await link(page, t('files.toBucket', { bucket: 'website-static' })).click()
    await page.getByRole('grid').waitFor()
    await expect.poll(() => pathOf(page)).toBe('/bucket-management/website-static')
    const cut = heading(page, 'website-static').locator('[aria-hidden]')
    await cut.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 320, height: 800 })
    await expect.poll(() => cut.allInnerTexts()).toEqual([expect.stringMatching(/^web.*…/)])
    await page.setViewportSize(desktop)
    await cut.waitFor({ state: 'detached' })
    await page.goto('/bucket-management/website-static/50%')
    await heading(page, t('files.noAddress.title')).waitFor()
  })

  test('a sub-user sees Permission Denied where only owners may be, and no entry for it', async () => {
    const { url } = await sharedConsole()
    const { api } = await makeOwner(url)
    const { email, fullName } = await makeSubUser(url, api, 'read-write')
    const page = await nextPage({ signedIn: false })
    await signInBeside(page, url, { email, password: owner.password })
    for (const path of ['/dashboard', '/user-management/audit-log', '/users']) {
      await page.goto(path)
      await heading(page, 'Permission Denied').waitFor()
      await expect.poll(() => pathOf(page)).toBe(path)
    }
    const menu = page.getByRole('navigation', { name: t('shell.navigation') })
    await expect
      .poll(() => menu.getByRole('link').allInnerTexts())
      .toEqual([t('shell.menu./bucket-management'), t('shell.menu./userinfo'), t('shell.menu./security')])
    await link(page, t('shell.toBuckets')).click()
    await page.getByText(t('buckets.empty.readOnly')).waitFor()
    await page.getByRole('button', { name: t('shell.account', { name: fullName }) }).click()
    await page.getByText(t('shell.role.sub-user')).waitFor()
  })
})

describe('language and colours', () => {
  const strict = { sameSite: 'Strict', path: '/', httpOnly: false }

  test('both are kept in their cookies and right before the first paint', async () => {
    const { url } = await sharedConsole()
    const browser = await sharedBrowser()
    const context = await browser.newContext({ locale: 'en-US', colorScheme: 'light', viewport: desktop })
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
    await page.goto(url)
    await heading(page, t('auth.signInTitle')).waitFor()
    await expect
      .poll(async () => [await seen(), await ground()])
      .toEqual([['en light'], 'rgb(255, 255, 255)'])
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
    await expect.poll(async () => [await seen(), await ground()]).toEqual([['vi dark'], 'rgb(14, 19, 22)'])
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    await expect.poll(seen).toEqual(['vi dark'])
    await context.close()
  })

  test('without cookies they are the browser’s', async () => {
    const { url } = await sharedConsole()
    const browser = await sharedBrowser()
    const context = await browser.newContext({ locale: 'vi-VN', colorScheme: 'dark' })
    const page = await context.newPage()
    await page.goto(url)
    await heading(page, say('vi', 'auth.signInTitle')).waitFor()
    await page.locator('html[lang=vi][class=dark]').waitFor()
    await context.close()
  })

  test('inside of the console they change everything at once', async () => {
    const page = await nextPage()
    await page.goto('/security')
    await heading(page, t('security.title')).waitFor()
    await page.getByRole('button', { name: languages.vi.name }).click()
    await heading(page, say('vi', 'security.title')).waitFor()
    await page
      .getByRole('navigation', { name: say('vi', 'shell.navigation') })
      .getByRole('link', { name: say('vi', 'shell.menu./bucket-management') })
      .waitFor()
    await page.getByRole('button', { name: say('vi', 'app.toDark') }).click()
    await page.locator('html.dark').waitFor()
  })
})

describe('the frame', () => {
  test('the drawer is 240 px wide, open at first on a desktop, and over the page on a phone, with the focus', async () => {
    const page = await nextPage()
    await page.goto('/security')
    const drawer = page.locator('#drawer')
    const toggle = page.getByRole('button', { name: t('shell.openNavigation') })
    const width = async () => (await drawer.boundingBox())?.width
    await step('on a desktop', async () => {
      await heading(page, t('security.title')).waitFor()
      await expect.poll(width).toBe(240)
      await page.getByRole('button', { name: t('shell.closeNavigation') }).click()
      await drawer.waitFor({ state: 'hidden' })
    })
    await page.setViewportSize({ width: 390, height: 800 })
    await step('on a phone Escape or a tap beside it closes it and gives the focus back', async () => {
      const inDrawer = () => drawer.evaluate(element => element.contains(document.activeElement))
      for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(360, 700)]) {
        await toggle.click()
        await expect.poll(inDrawer).toBe(true)
        await drawn(page)
        await close()
        await drawer.waitFor({ state: 'detached' })
        await expect.poll(() => toggle.evaluate(element => element === document.activeElement)).toBe(true)
      }
    })
    await step('on a phone an entry closes it', async () => {
      await toggle.click()
      await expect.poll(width).toBe(240)
      await drawer.getByRole('link', { name: t('shell.menu./bucket-management'), exact: true }).click()
      await heading(page, t('buckets.title')).waitFor()
      await drawer.waitFor({ state: 'detached' })
    })
  })

  test('a message stands above the title, and goes after 6000 ms', async () => {
    const { url } = await sharedConsole()
    const { email, password, api } = await makeOwner(url)
    const bucket = `thong-bao-${email.split('@')[0]}`
    await api.call('POST', '/bucket', { bucket })
    const page = await nextPage({ signedIn: false })
    await signInBeside(page, url, { email, password })
    await page.clock.install()
    await page.goto(`/bucket-management/${bucket}`)
    await page.getByRole('button', { name: t('files.new') }).click()
    await page.getByLabel(t('files.folderName')).fill('sáu giây')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common.create') })
      .click()
    const message = page.getByText(t('files.created'))
    const tick = 20
    await expect
      .poll(async () => {
        await page.clock.runFor(tick)
        return message.count()
      })
      .toBe(1)
    await page.clock.runFor(6000 - 2 * tick)
    await message.waitFor()
    await expect
      .poll(async () => {
        const [said, title] = await Promise.all([
          message.boundingBox(),
          page.getByRole('heading', { level: 1 }).boundingBox(),
        ])
        return said!.y + said!.height < title!.y
      })
      .toBe(true)
    await page.clock.runFor(2 * tick)
    await message.waitFor({ state: 'detached' })
  })

  test('the browser’s console warns in both languages; each screen comes in a chunk of its own when it is opened, the file browser before', async () => {
    const page = await nextPage({ signedIn: false })
    const said: string[] = []
    const scripts: string[] = []
    page.on('console', message => said.push(message.text()))
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
    const loaded = () => scripts.filter(script => screens.includes(script))
    await page.goto('/')
    await heading(page, t('auth.signInTitle')).waitFor()
    await expect
      .poll(() => said.join('\n'))
      .toContain('Unauthorized use of developer tools may lead to account suspension.')
    expect(said.join('\n')).toContain('sử dụng trái phép công cụ dành cho nhà phát triển')
    expect(loaded()).toEqual([])
    await signIn(page)
    await page.getByRole('link', { name: 'website-static' }).click()
    await page.getByRole('grid').waitFor()
    expect(loaded()).toEqual(['buckets-screen', 'file-browser'])
    await link(page, t('shell.menu./security')).click()
    await page.getByRole('heading', { level: 1, name: t('security.title') }).waitFor()
    expect(loaded()).toEqual(['buckets-screen', 'file-browser', 'security-screen'])
  })

  test.each([
    { width: 1440, height: 900 },
    { width: 700, height: 800 },
    { width: 390, height: 844 },
  ])('a message covers no control of the top bar, $width px wide', async size => {
    const page = await nextPage()
    await page.setViewportSize(size)
    await page.goto('/bucket-management')
    await heading(page, t('buckets.title')).waitFor()
    await page.route('**/api/bucket', route => route.abort())
    await page.getByRole('button', { name: t('common.refresh'), exact: true }).click()
    await expect.poll(() => coveredByToast(page)).toEqual([])
  })

  test('without a network everything says so at once and the screen stays; nothing is sent later', async () => {
    // Of a browser that has no part of the console in its cache.
    const context = await newVisitor()
    const page = await context.newPage()
    const sent: string[] = []
    page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
    const noConnection = page.getByText(t('error.NETWORK'))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto('/security')
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

    const asked = Promise.withResolvers<Route>()
    await page.route('**/assets/*.js', asked.resolve, { times: 1 })
    await button(t('common.retry')).click()
    const begunWithout = await asked.promise
    await context.setOffline(false)
    await page.waitForFunction(() => navigator.onLine)
    await begunWithout.abort('internetdisconnected')
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
    expect(sent.map(url => new URL(url).pathname)).toEqual(['/api/bucket'])
    await context.close()
  })

  test('a view that fails says so, with advice and a way back; the rest of the console works', async () => {
    const page = await nextPage()
    const said: string[] = []
    page.on('console', message => message.type() === 'error' && said.push(message.text()))
    await page.goto('/security')
    await heading(page, t('security.title')).waitFor()
    await page.route('**/api/bucket', route => route.fulfill({ json: { buckets: [{ size: 1 }] } }))
    await link(page, t('shell.menu./bucket-management')).click()
    await heading(page, 'An error occurred on client').waitFor()
    await page.getByText(t('app.clientError.advice')).waitFor()
    await expect.poll(() => said.some(text => text.startsWith('A view has failed'))).toBe(true)
    await page.getByRole('button', { name: t('common.back') }).click()
    await heading(page, t('security.title')).waitFor()
    await expect.poll(() => pathOf(page)).toBe('/security')
  })
})
