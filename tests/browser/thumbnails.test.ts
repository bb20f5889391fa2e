// @module-tag timing
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedUrls } from '../../openapi/schema.ts'
import { contrast } from '../../server/brand/colors.ts'
import { landscape } from '../../server/demo/picture.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { type State, signedInState, visit } from '../support/visit.ts'
import { grid, requestsOf } from './support/file-browser-page.ts'

const t = texts('en')
const bucket = 'hinh-anh'
const place = `/bucket-management/${bucket}`
const long = `${'Ảnh chụp buổi sáng ở Đà Lạt '.repeat(4)}(bản cuối).png`
const turned = 'qwi\u202egnp.exe'

let kho: Console
let browser: Browser
let state: State
let api: Api
let page: Page
/** The files that the page fetched from the storage. */
let fetched: string[]

async function put(files: Readonly<Record<string, Buffer>>): Promise<void> {
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
    bucket,
    files: Object.entries(files).map(([key, body]) => ({ key, size: body.length })),
  })
  const bodies = Object.values(files)
  for (const [at, url] of urls.entries()) {
    const { status } = await fetch(new URL(url, kho.url), {
      method: 'PUT',
      body: new Uint8Array(bodies[at]!),
    })
    expect(status).toBe(200)
  }
}

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  const picture = landscape(7, 640, 360)
  await put({
    'mixed/dir/a.txt': Buffer.from('kho'),
    'mixed/hills.png': picture,
  })
  await put(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`many/p${1000 + at}.png`, picture])))
  await put({ [`names/${long}`]: picture, [`names/${turned}`]: picture })
  state = await signedInState(browser, kho.url)
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})
beforeEach(async () => {
  const context = await visit(browser, kho.url, undefined, state)
  page = await context.newPage()
  fetched = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && searchParams.has('X-Amz-Signature'))
      fetched.push(decodeURIComponent(pathname).split('/').at(-1)!)
  })
})
afterEach(() => page.context().close())

const tile = (name: string) =>
  grid(page)
    .getByRole('gridcell')
    .filter({ has: page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }) })
const open = async (folder: string) => {
  await page.goto(`${kho.url}${place}/${folder}?view=tiles`)
  await grid(page).getByRole('gridcell').first().waitFor()
}
/** Px of what is drawn of the tile's picture, once it is. */
const drawnNow = (name: string) =>
  tile(name)
    .locator('img')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    })

test('of a large folder only the pictures in sight are fetched, and each of them once', async () => {
  const { atRest } = requestsOf(page)
  await open('many')
  await expect.poll(() => drawnNow('p1000.png')).toEqual([480, 360])
  await atRest()
  expect(fetched.length).toBeLessThan(40)
  await grid(page).evaluate(element => {
    element.scrollTop = element.scrollHeight
  })
  await expect.poll(() => drawnNow('p1199.png')).toEqual([480, 360])
  await atRest()
  await grid(page).evaluate(element => {
    element.scrollTop = 0
  })
  await expect.poll(() => drawnNow('p1000.png')).toEqual([480, 360])
  expect(fetched.filter(name => name === 'p1000.png')).toEqual(['p1000.png'])
  expect(fetched.length).toBeLessThan(80)
})

test('a folder is opened by its tile, and the grid stays for it and after a reload', async () => {
  await page.goto(kho.url + place)
  await page.getByRole('button', { name: t('files.showTiles') }).click()
  await tile('mixed').dblclick()
  await tile('hills.png').waitFor()
  await tile('dir').getByRole('link', { name: 'dir' }).click()
  await tile('a.txt').waitFor()
  await page.reload()
  await tile('a.txt').waitFor()
  await page.getByRole('button', { name: t('files.showList') }).click()
  await page.goBack()
  await grid(page)
    .getByRole('columnheader', { name: t('files.name') })
    .waitFor()
})

test('a long name has two lines and keeps its end, and what nobody sees in a name is a mark', async () => {
  await open('names')
  const shown = grid(page).locator('.name', { hasText: '(bản cuối).png' }).first()
  await expect.poll(() => shown.locator('[aria-hidden=true]').innerText()).toMatch(/^Ảnh chụp.*….*\.png$/)
  const height = () =>
    shown.locator('[aria-hidden=true]').evaluate(name => name.getBoundingClientRect().height)
  await expect.poll(height).toBe(40)
  await grid(page)
    .getByRole('img', { name: t('common.hiddenCharacter', { code: 'U+202E' }) })
    .first()
    .waitFor()
})

test('the icon of a file without a picture is seen on its ground', async () => {
  await open('mixed/dir')
  const colours = await tile('a.txt')
    .locator('.picture')
    .evaluate(picture => [getComputedStyle(picture).color, getComputedStyle(picture).backgroundColor])
  const [icon, ground] = colours.map(
    colour =>
      `#${colour
        .match(/\d+/g)!
        .slice(0, 3)
        .map(part => Number(part).toString(16).padStart(2, '0'))
        .join('')}`,
  )
  // WCAG 2.2, 1.4.11.
  expect(contrast(icon!, ground!)).toBeGreaterThanOrEqual(3)
})

test('the panel of a picture shows all of it', async () => {
  await page.goto(`${kho.url}${place}/mixed?object=hills.png`)
  const image = page.getByRole('complementary').or(page.getByRole('dialog')).locator('img')
  await image.waitFor()
  const size = () => image.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([640, 360])
})
