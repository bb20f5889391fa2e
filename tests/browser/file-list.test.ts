import type { Locator, Page, Request } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { markedText } from '../../domain/name-parts.ts'
import { thumbnailLimit } from '../../domain/thumbnail.ts'
import type { ObjectItem, ObjectPage, SignedUrls } from '../../openapi/schema.ts'
import { landscape } from '../../server/demo/picture.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { desktop } from '../support/visit.ts'
import { largePng } from './support/bombs.ts'
import { grid, namesNow, requestsOf, row } from './support/file-browser-page.ts'
import { putFiles } from './support/put-files.ts'

const t = texts('en')
const bucket = 'danh-sach'
const odd = 'odd\u202enames'
const place = `/bucket-management/${bucket}`

let kho: Console
let api: Api
let page: Page

beforeAll(async () => {
  kho = await sharedConsole()
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  await putFiles(
    kho.url,
    api,
    bucket,
    Array.from({ length: 60 }, (_, index) => `many/dir ${index}/file ${index}.txt`),
  )
  const letters = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']
  await putFiles(kho.url, api, bucket, [...letters, `${odd}/qwi\u202egnp.ex`, `${odd}/אבג.txt`])
})
afterAll(() => api.call('DELETE', '/bucket', { bucket, pin: owner.pin, confirm: true, contents: true }))
/** Goes there in the console, without a new load of the page. */
const go = (path: string) => page.evaluate(path => history.pushState(null, '', path), path)

/** Whether the test before has failed, or there is none: the page is made new then. */
let unsure = true
beforeEach(async () => {
  if (unsure) {
    page = await nextPage()
    await page.goto(kho.url + place)
  } else {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().setOffline(false)
    await page.setViewportSize({ width: desktop.width, height: desktop.height })
    await go('/bucket-management')
    await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
    await go(place)
  }
  await row(page, 'a.txt').waitFor()
  unsure = false
})
afterEach(({ task }) => {
  unsure = task.result?.state === 'fail'
})

/** Touches its middle, as a finger does on a screen that has a mouse too, and lifts the finger after `held`. */
async function touch(target: Locator, held: () => Promise<unknown> = async () => undefined): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!
  const session = await target.page().context().newCDPSession(target.page())
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await held()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Whether these letters are drawn in the row from left to right. */
function isInOrderNow(name: string, letters: string): Promise<boolean> {
  return row(page, name).evaluate((row, letters) => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    const found = new Map<string, number>()
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      for (const [at, letter] of [...text.data].entries()) {
        const range = new Range()
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        if (!found.has(letter)) found.set(letter, range.getBoundingClientRect().left)
      }
    }
    const places = [...letters].map(letter => found.get(letter)!)
    return places.every((place, at) => at === 0 || places[at - 1]! <= place)
  }, letters)
}

const box = (name: string) => page.getByRole('checkbox', { name: t('files.select', { name }), exact: true })
const search = () => page.getByRole('searchbox', { name: t('files.search') })
const selected = async () => {
  const rows = grid(page).getByRole('row', { selected: true }).getByRole('checkbox')
  return (await rows.evaluateAll(all => all.map(each => each.getAttribute('aria-label')))).map(label =>
    label!.slice(t('files.select', { name: '' }).length),
  )
}

test('the sheet of a long touch does not take the finger that opened it', async () => {
  const phone = await nextPage({ look: { ...desktop, width: 390, height: 844, touch: true } })
  await phone.goto(kho.url + place)
  const sheet = phone.getByRole('dialog', { name: 'a.txt' })
  const close = sheet.getByRole('button', { name: t('common.close') })
  await row(phone, 'a.txt').waitFor()
  const clicked = await phone.evaluateHandle(() => {
    const names: (string | null | undefined)[] = []
    const tell = ({ target }: MouseEvent) => names.push((target as Element).closest('button')?.ariaLabel)
    addEventListener('click', tell, { capture: true })
    return names
  })
  await touch(row(phone, 'a.txt'), () => close.waitFor())
  await close.tap()
  await sheet.waitFor({ state: 'detached' })
  expect(await clicked.jsonValue()).toEqual([t('common.close')])
})

describe('selecting', () => {
  test('Shift on a box selects all from the last one on, and keeps the others', async () => {
    await box('a.txt').click()
    await box('c.txt').click()
    await box('e.txt').click({ modifiers: ['Shift'] })
    await expect.poll(selected).toEqual(['a.txt', 'c.txt', 'd.txt', 'e.txt'])
  })

  test('names the size of its files, which leaves folders out', async () => {
    await box('a.txt').click()
    const size = formatsOf('en').bytes(8)
    const bar = page.getByRole('toolbar', { name: t('files.selected', { count: 1 }) })
    await bar.getByText(`${t('files.selected', { count: 1 })} · ${size}`, { exact: true }).waitFor()
    await box('many').click()
    const ofFiles = t('files.selectedFiles', { count: 1, size })
    await page.getByText(`${t('files.selected', { count: 2 })} · ${ofFiles}`, { exact: true }).waitFor()
  })

  test('after a box the arrows go on from its row', async () => {
    await box('b.txt').click()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(selected).toEqual(['b.txt', 'c.txt'])
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect.poll(selected).toEqual(['b.txt', 'c.txt', 'd.txt', 'e.txt'])
  })

  test('Escape lets go of it after a box, in the bar of the selection and on the page', async () => {
    for (const focus of [
      () => box('b.txt').focus(),
      () => page.getByRole('button', { name: t('files.delete'), exact: true }).focus(),
      () => page.evaluate(() => (document.activeElement as HTMLElement).blur()),
    ]) {
      await box('a.txt').click()
      await expect.poll(selected).toEqual(['a.txt'])
      await focus()
      await page.keyboard.press('Escape')
      await search().waitFor()
      await expect.poll(selected).toEqual([])
    }
  })

  test('after a download from the bar the keys of the list still are for the list', async () => {
    await box('a.txt').click()
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: t('files.download') })
      .click()
    await page.getByText(t('files.downloading')).waitFor()
    await page.keyboard.press('Control+a')
    await expect
      .poll(selected)
      .toEqual(['many', markedText(odd), 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'])
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('')
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })

  test('the question of Delete comes with the selection: it opens without the network', async () => {
    await page.goto(kho.url + place)
    await row(page, 'a.txt').waitFor()
    const [part] = await Promise.all([
      page.waitForResponse('**/assets/delete-dialog-*.js'),
      box('a.txt').click(),
    ])
    // With all that it imports.
    await page.evaluate(`import('${part.url()}').then(() => undefined)`)
    await page.context().setOffline(true)
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').waitFor()
  })

  test('Escape in a dialog or a menu keeps it', async () => {
    await box('a.txt').click()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await expect.poll(selected).toEqual(['a.txt'])
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('menu')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(selected).toEqual(['a.txt'])
  })

  test('the menu of a row is about that row alone, and leaves the selection and the search', async () => {
    const menu = page.getByRole('menu')
    const open = (name: string) => row(page, name).click({ button: 'right' })
    await open('b.txt')
    await menu.waitFor()
    await expect.poll(selected).toEqual([])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await search().waitFor()
    await box('a.txt').click()
    await box('c.txt').click()
    await open('b.txt')
    await menu.waitFor()
    await expect.poll(selected).toEqual(['a.txt', 'c.txt'])
    await menu.getByRole('menuitem', { name: t('files.download') }).click()
    await page.getByText(t('files.downloading')).waitFor()
    await open('c.txt')
    await menu.getByRole('menuitem', { name: t('files.download') }).click()
    await page.getByText(t('files.zipStarting', { count: 2, size: '|' }).split('|')[0]!).waitFor()
    await expect.poll(selected).toEqual(['a.txt', 'c.txt'])
  })
})

describe('names', () => {
  const turned = 'qwi\u202egnp.ex'
  beforeEach(async () => {
    await go(`${place}/${encodeURIComponent(odd)}`)
    await row(page, markedText('אבג.txt')).waitFor()
  })

  test('a character that turns letters around is a mark and turns nothing', async () => {
    const shown = markedText(turned)
    await row(page, shown)
      .getByRole('img', { name: t('common.hiddenCharacter', { code: 'U+202E' }) })
      .waitFor()
    await expect.poll(() => isInOrderNow(shown, 'qwignp.ex')).toBe(true)
    await row(page, shown).getByRole('button').click()
    await page.getByRole('menuitem', { name: t('files.download') }).waitFor()
    await page.keyboard.press('Escape')
    await box(shown).click()
    await page.keyboard.press('Delete')
    await page.getByText('Delete “qwi[U+202E]gnp.ex”?').waitFor()
  })

  test('a name is copied as it is', async () => {
    const title = page.getByRole('heading', { level: 1 })
    const copied = () =>
      title.evaluate(heading => {
        getSelection()!.selectAllChildren(heading)
        return getSelection()!.toString()
      })
    await expect.poll(copied).toBe(odd)
  })

  test('names from right to left read so', async () => {
    await expect.poll(() => isInOrderNow(markedText('אבג.txt'), 'גבא')).toBe(true)
    await page.keyboard.press('Escape')
  })
})

/** The listing goes on and on: each page is the first one and 1,000 files more. */
async function endless(): Promise<void> {
  let pages = 0
  const listed = await api.call<ObjectPage>(
    'GET',
    `/objects/paginate?${new URLSearchParams({ bucket, prefix: '' })}`,
  )
  const like = listed.items.find(item => item.type === 'file')!
  await page.route('**/api/objects/paginate*', route => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.has('search')) return route.fallback()
    const from = 1000 * pages++
    const more = Array.from({ length: 1000 }, (_, at): ObjectItem => {
      const name = `x${String(from + at).padStart(7, '0')}.bin`
      return { ...like, key: name, name }
    })
    const items = searchParams.has('next_token') ? more : [...listed.items, ...more]
    return route.fulfill({ json: { ...listed, items, next_token: 'bmV4dA' } })
  })
}

describe('a new name', () => {
  const input = () => page.getByRole('dialog').getByLabel(t('files.newName'), { exact: true })
  const nameOf = (key: string) => page.locator(`[data-key="${key}"] .name`)

  /** Px by which the text in the field lies off the name: to the right, and down. */
  async function offset(key: string) {
    const [name, field] = [await nameOf(key).boundingBox(), await input().boundingBox()]
    const textInset = await input().evaluate(element => {
      const { paddingLeft, borderLeftWidth } = getComputedStyle(element)
      return Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth)
    })
    return {
      right: Math.round(field!.x + textInset - name!.x),
      down: Math.round(field!.y + field!.height / 2 - name!.y - name!.height / 2),
    }
  }

  test.each(['list', 'tiles'])('is typed in place of the old one: %s', async view => {
    await go(`${place}?view=${view}`)
    await nameOf('c.txt').click()
    await page.keyboard.press('F2')
    await input().and(page.locator(':focus')).waitFor()
    await expect.poll(() => offset('c.txt')).toEqual({ right: 0, down: 0 })
    await page.keyboard.press('Escape')
    await input().waitFor({ state: 'detached' })
  })

  test('can be confirmed at the bottom of the window, too', async () => {
    await page.setViewportSize({ width: 1000, height: 480 })
    await go(`${place}/many`)
    await row(page, 'dir 0').waitFor()
    await grid(page).press('End')
    await page.keyboard.press('F2')
    await input().and(page.locator(':focus')).waitFor()
    const rename = page.getByRole('dialog').getByRole('button', { name: t('files.rename'), exact: true })
    const bottom = () => rename.evaluate(button => button.getBoundingClientRect().bottom)
    await expect.poll(bottom).toBeLessThan(480)
  })
})

test('the picker of a target folder has the order of the list', async () => {
  const folders = ['d10', 'd9', 'đá', 'e1'].map(name => `order/${name}/`)
  for (const folder of folders) await api.call('POST', '/objects/create-folder', { bucket, folder })
  await go(`${place}/order`)
  await row(page, 'đá').click({ button: 'right', position: { x: 200, y: 12 } })
  await page.getByRole('menuitem', { name: t('files.copyTo'), exact: true }).click()
  const names = ['d9', 'd10', 'đá', 'e1']
  const below = page.getByRole('tree').locator('[role=treeitem][aria-level="3"]')
  await expect.poll(() => below.allInnerTexts()).toEqual(names)
  await page.keyboard.press('Escape')
  await expect.poll(() => namesNow(page)).toEqual(names)
})

describe('a folder with too many files to read them all', () => {
  test('a search says how much it looked at; a name beyond is found by its beginning', async () => {
    await endless()
    await page.goto(kho.url + place)
    await row(page, 'a.txt').waitFor()
    await search().fill('X000000')
    await page.getByText(t('files.foundTooMany', { count: 10, limit: 10_000 })).waitFor()
    await row(page, 'x0000009.bin').waitFor()
    await search().fill('nothing like it')
    await page.getByText(t('files.none.leadTooMany', { limit: 10_000 })).waitFor()
  })

  test('to select all reads on, says how far it is, and can be stopped', async () => {
    await endless()
    await page.goto(kho.url + place)
    await row(page, 'a.txt').waitFor()
    await page.getByRole('checkbox', { name: t('files.selectAll') }).check()
    const bar = page.getByRole('toolbar')
    await bar.getByText(t('files.selectingAll', { count: 0 }).split('0')[0]!).waitFor()
    await expect.poll(() => bar.getByRole('button', { name: t('files.delete') }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(selected).toEqual([])
  })
})

test('a folder of several pages is searched and sorted as a whole, and selected with what is not in sight', async () => {
  await page.route('**/api/objects/paginate*', route => {
    const url = new URL(route.request().url())
    url.searchParams.set('page_size', '20')
    return route.continue({ url: url.href })
  })
  await page.goto(`${kho.url}${place}/many`)
  await row(page, 'dir 0').waitFor()
  await search().fill('IR 5')
  await page.getByText(t('files.found', { count: 11, read: 60 })).waitFor()
  await search().fill('')
  await page.getByRole('button', { name: t('files.name'), exact: true }).click()
  await page.getByRole('button', { name: t('files.name'), exact: true }).click()
  await expect.poll(() => grid(page).getByRole('row').nth(1).innerText()).toContain('dir 59')
  await page.getByRole('checkbox', { name: t('files.selectAll') }).check()
  await page.getByText(t('files.selected', { count: 60 })).waitFor()
})

test('the styles of the file list are inserted before a folder is opened, without a request', async ({
  skip,
}) => {
  skip(Boolean(process.env.TEST_REACH), 'no page is idle while it is recorded')
  const { asked, atRest } = requestsOf(page)
  await page.goto(`${kho.url}/bucket-management`)
  const hasStyles = () =>
    page.evaluate(() =>
      [...document.styleSheets].some(({ cssRules }) =>
        [...cssRules].some(rule => /\.facts\b/.test(rule.cssText)),
      ),
    )
  await expect.poll(hasStyles).toBe(true)
  await atRest()
  expect(asked.filter(path => /^\/api\/(objects|bucket\/versioning)/.test(path))).toEqual([])
  await page.getByText('a.txt', { exact: true }).waitFor({ state: 'detached' })
})

test('the panel of a file that does not exist says so once', async () => {
  const { atRest } = requestsOf(page)
  await page.goto(`${kho.url}${place}?object=missing.txt`)
  const panel = page.getByRole('complementary', { name: t('object.panel', { name: 'missing.txt' }) })
  await panel.getByText(t('error.OBJECT_NOT_FOUND')).waitFor()
  await atRest()
  await expect.poll(() => panel.getByRole('button', { name: t('common.retry') }).count()).toBe(1)
})

test('the column ACL tells who can download the files in sight, read in one call, and follows a change', async () => {
  const calls: string[][] = []
  await page.route('**/api/objects/acl/many', route => {
    if (route.request().method() === 'POST') calls.push(route.request().postDataJSON().keys)
    return route.continue()
  })
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(kho.url + place)
  await page.getByRole('columnheader', { name: t('files.acl'), exact: true }).waitFor()
  const cell = (name: string, acl: 'public' | 'private') =>
    row(page, name).getByRole('gridcell', { name: t(`files.acl.${acl}`), exact: true })
  await cell('a.txt', 'private').waitFor()
  await cell('e.txt', 'private').waitFor()
  expect(calls).toEqual([['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt']])
  await row(page, 'b.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('files.public'), exact: true }).click()
  await page.getByRole('button', { name: t('sharing.public.do') }).click()
  await cell('b.txt', 'public').waitFor()
  await row(page, 'b.txt').click({ button: 'right' })
  await page.getByRole('menuitem', { name: t('files.private'), exact: true }).click()
  await page.getByRole('button', { name: t('sharing.private.do') }).click()
  await cell('b.txt', 'private').waitFor()
})

test('File browser: name, size, type, last modified, ACL, storage class; buttons New, Upload file(s), Upload folder(s), Download, Delete, Refresh', async () => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.getByRole('columnheader', { name: t('files.acl'), exact: true }).waitFor()
  const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map(head => head.trim())
  const columns = (['name', 'type', 'size', 'modified', 'acl', 'class'] as const).map(id => t(`files.${id}`))
  await expect.poll(heads).toEqual(['', ...columns, t('files.actions')])
  const button = (name: string) => page.getByRole('button', { name, exact: true }).waitFor()
  for (const id of ['files.new', 'files.uploadFiles', 'files.uploadFolder', 'common.refresh'] as const)
    await button(t(id))
  await box('a.txt').click()
  for (const id of ['files.download', 'files.delete'] as const) await button(t(id))
})

test('where the storage has no ACLs there is no column of them', async () => {
  await page.route('**/api/objects/acl/many', route => route.fulfill({ json: { acls: null } }))
  await page.setViewportSize({ width: 1600, height: 900 })
  const answered = page.waitForResponse('**/api/objects/acl/many')
  await page.goto(kho.url + place)
  await answered
  await page.getByRole('columnheader', { name: t('files.acl'), exact: true }).waitFor({ state: 'detached' })
})

describe('the back button', () => {
  const order = (order: 'ascending' | 'descending') =>
    page.getByRole('columnheader', { name: t('files.name') }).and(page.locator(`[aria-sort=${order}]`))
  const scrolled = () => grid(page).evaluate(list => list.scrollTop)
  const folder = (index: number) => row(page, `dir ${index}`)

  test('and a reload bring search, order and place of the list again', async () => {
    await page.goto(`${kho.url}${place}/many`)
    await search().fill('dir')
    await page.getByRole('button', { name: t('files.name'), exact: true }).click()
    await page.getByRole('button', { name: t('files.name'), exact: true }).click()
    await order('descending').waitFor()
    await page.waitForURL(url => url.search === '?search=dir&sort=-name')
    await grid(page).evaluate(list => {
      list.scrollTop = 1000
    })
    await page.waitForFunction(() => history.state?.row > 22)
    for (const again of [
      async () => {
        await page.getByRole('link', { name: 'dir 30', exact: true }).click()
        await page.getByRole('heading', { level: 1, name: 'dir 30' }).waitFor()
        await expect.poll(() => new URL(page.url()).search).toBe('')
        await page.goBack()
      },
      () => page.reload(),
    ]) {
      await again()
      await folder(30).waitFor()
      await expect.poll(() => search().inputValue()).toBe('dir')
      await order('descending').waitFor()
      await expect.poll(scrolled).toBe(1000)
    }
  })

  test('and a reload bring filter, order and place of the list of buckets again', async () => {
    const buckets = Array.from({ length: 60 }, (_, index) => ({
      ...{ name: `kho-${index + 10}`, size: index, objects: 1, created_at: 1_790_000_000 },
    }))
    await page.route('**/api/bucket', route => route.fulfill({ json: { buckets, storage: 'embedded' } }))
    await page.goto(`${kho.url}/bucket-management`)
    const filter = page.getByRole('searchbox', { name: t('buckets.search') })
    await filter.fill('kho')
    await page.getByRole('button', { name: t('buckets.name'), exact: true }).click()
    await page.waitForURL(url => url.search === '?search=kho&sort=-name')
    const content = page.getByRole('main')
    await content.evaluate(element => {
      element.scrollTop = 1000
    })
    await page.waitForFunction(() => history.state?.row === 1000)
    const top = (place: Locator) => place.evaluate(element => element.getBoundingClientRect().top)
    await expect.poll(() => top(content.locator('thead'))).toBe(await top(content))
    for (const again of [
      async () => {
        await page.getByRole('link', { name: 'kho-40', exact: true }).click()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => new URL(page.url()).search).toBe('')
        await page.goBack()
      },
      () => page.reload(),
    ]) {
      await again()
      await page.getByRole('link', { name: 'kho-40', exact: true }).waitFor()
      await expect.poll(() => filter.inputValue()).toBe('kho')
      await expect.poll(() => content.evaluate(element => element.scrollTop)).toBe(1000)
    }
  })

  test.each([
    ['the question whether to delete a file', t('files.delete')],
    ['the new name of a file', t('files.rename')],
  ])('to another folder closes %s', async (_, action) => {
    await go(`${place}/many/`)
    await page.getByRole('link', { name: 'dir 1', exact: true }).click()
    await row(page, 'file 1.txt').waitFor()
    await row(page, 'file 1.txt').click({ button: 'right', position: { x: 200, y: 12 } })
    await page.getByRole('menuitem', { name: action, exact: true }).click()
    const overlay = page.locator('[role=dialog], [role=alertdialog]')
    await overlay.getByText('file 1.txt').first().waitFor()
    await page.goBack()
    await page.waitForURL(url => url.pathname === `${place}/many/`)
    await overlay.waitFor({ state: 'detached' })
  })

  test('a folder opened anew begins at its top, without the search of the one before', async () => {
    await go(`${place}/many?search=dir`)
    await folder(0).waitFor()
    await page.getByRole('link', { name: bucket, exact: true }).click()
    await row(page, 'a.txt').waitFor()
    await expect.poll(() => search().inputValue()).toBe('')
    await page.getByRole('link', { name: 'many', exact: true }).click()
    await folder(0).waitFor()
    await expect.poll(() => search().inputValue()).toBe('')
    await expect.poll(scrolled).toBe(0)
  })
})

describe('what others change', () => {
  const used = async () => {
    const drawer = await page.getByRole('complementary').innerText()
    return drawer.match(/[\d.]+ [KMG]?B(ytes)? (of|used)/)?.[0]
  }

  test('a file that is gone is not downloaded: its row goes', async () => {
    await putFiles(kho.url, api, bucket, ['z.txt'])
    await page.route('**/api/objects/watch?*', route => route.abort())
    await page.reload()
    await row(page, 'z.txt').waitFor()
    await api.call('DELETE', '/objects/delete', { bucket, keys: ['z.txt'] })
    await row(page, 'z.txt').click({ button: 'right', position: { x: 200, y: 12 } })
    await page.getByRole('menuitem', { name: t('files.download'), exact: true }).click()
    await page.getByText(t('files.downloadGone', { name: 'z.txt' })).waitFor()
    await row(page, 'z.txt').waitFor({ state: 'detached' })
    await row(page, 'a.txt').waitFor()
  })

  test('is shown without losing selection, scroll position, focus and an open menu; much of it when asked for', async () => {
    const watched = page.waitForResponse(response => response.url().includes('/objects/watch?'))
    await go(`${place}/many`)
    await row(page, 'dir 0').waitFor()
    await watched
    const name = 'dir 30'
    await grid(page).evaluate(element => element.scrollTo(0, 900))
    await row(page, name).click()
    const placeNow = async () => (await row(page, name).boundingBox())?.y
    const before = await placeNow()
    const countIs = (count: number) =>
      expect.poll(() => grid(page).getAttribute('aria-rowcount')).toBe(String(count + 1))
    const isKept = async () => {
      await expect.poll(placeNow).toBe(before)
      await expect.poll(selected).toEqual([name])
      await expect.poll(() => grid(page).evaluate(element => element === document.activeElement)).toBe(true)
    }
    const put = (...names: string[]) =>
      putFiles(
        kho.url,
        api,
        bucket,
        names.map(each => `many/${each}`),
      )
    const remove = (...names: string[]) =>
      api.call('DELETE', '/objects/delete', { bucket, keys: names.map(each => `many/${each}`) })

    const folders = Array.from({ length: 24 }, (_, at) => `a ${at}/x.txt`)
    await put(...folders.slice(0, 12))
    await countIs(72)
    await isKept()
    await put(...folders.slice(12), 'z.txt')
    await countIs(85)
    await isKept()

    await row(page, name).click({ button: 'right', position: { x: 200, y: 12 } })
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await remove('z.txt')
    const line = (count: number) => page.getByRole('button', { name: t('files.changes', { count }) })
    await line(1).waitFor()
    await countIs(85)
    await expect.poll(() => menu.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await countIs(84)
    await line(1).waitFor({ state: 'detached' })
    await isKept()

    await remove(...folders)
    await line(24).waitFor()
    await countIs(84)
    await line(24).click()
    await countIs(60)
    await isKept()
    await remove(`${name}/file 30.txt`)
    await countIs(59)
    await expect.poll(selected).toEqual([])
    await put(`${name}/file 30.txt`)
    await countIs(60)
  })

  test('the used capacity follows uploads, deletions and a refresh', async () => {
    await expect.poll(used).not.toBe(undefined)
    await expect.poll(used).toMatch(/\d/)
    const before = await used()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: t('files.uploadFiles'), exact: true }).click()
    await (await chooser).setFiles({ name: 'y.bin', mimeType: '', buffer: Buffer.alloc(3_000_000) })
    await row(page, 'y.bin').waitFor()
    await expect.poll(used).not.toBe(before)
    await row(page, 'y.bin').click()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('files.delete'), exact: true })
      .click()
    await expect.poll(used).toBe(before)
    onTestFinished(() => api.call('DELETE', '/objects/delete', { bucket, keys: ['added.bin'] }))
    const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
      bucket,
      files: [{ key: 'added.bin', size: 3_000_000 }],
    })
    expect((await fetch(urls[0]!, { method: 'PUT', body: new Uint8Array(3_000_000) })).status).toBe(200)
    await page.getByRole('button', { name: t('common.refresh'), exact: true }).click()
    await expect.poll(used).not.toBe(before)
  })
})

describe('what helps', () => {
  const list = () => page.getByRole('dialog', { name: t('shortcuts.title') })

  test('the list of shortcuts opens by its key and from the menu of the account', async () => {
    await search().focus()
    await page.keyboard.press('?')
    await expect.poll(() => search().inputValue()).toBe('?')
    await search().fill('')
    await grid(page).focus()
    await page.keyboard.press('?')
    await list().getByText(t('shortcuts.list.range to active')).waitFor()
    await page.keyboard.press('Escape')
    await list().waitFor({ state: 'detached' })
    const account = page.getByRole('button', { name: t('shell.account', { name: 'nguyen.van.an' }) })
    await account.click()
    await page.getByRole('menuitem', { name: t('shortcuts.title') }).click()
    await list().waitFor()
    await expect.poll(() => list().evaluate(dialog => dialog.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await list().waitFor({ state: 'detached' })
    await expect.poll(() => account.evaluate(button => button === document.activeElement)).toBe(true)
  })

  test('a long menu near the edge of a low window is shown whole', async () => {
    const { width, height } = page.viewportSize()!
    onTestFinished(() => page.setViewportSize({ width, height }))
    const low = 600
    await page.setViewportSize({ width, height: low })
    const target = row(page, 'a.txt')
    await target.click({ button: 'right' })
    const menu = page.getByRole('menu')
    const isWhole = () =>
      menu.evaluate((element, low) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= low && element.scrollHeight === element.clientHeight
      }, low)
    await expect.poll(isWhole).toBe(true)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
  })

  test('a head that cannot sort says why: to the pointer, the keyboard and a touch', async () => {
    await endless()
    await page.goto(kho.url + place)
    await row(page, 'a.txt').waitFor()
    await page.getByRole('button', { name: t('files.name'), exact: true }).click()
    await page.locator('[aria-disabled=true]').getByText(t('files.name'), { exact: true }).waitFor()
    await page.mouse.move(5, 5)
    const head = page.getByRole('button', { name: t('files.name'), exact: true })
    await expect.poll(() => head.getAttribute('aria-disabled')).toBe('true')
    const why = page.getByText(t('files.sortTooMany', { limit: 10_000 }))
    await head.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ has: why }).waitFor()
    await head.hover()
    await page
      .getByRole('tooltip')
      .filter({ hasText: t('files.sortTooMany', { limit: 10_000 }) })
      .waitFor()
    // The next one is the touch's.
    await page.getByRole('button', { name: t('app.dismiss') }).click()
    await page.getByRole('status').filter({ has: why }).waitFor({ state: 'detached' })
    await touch(head)
    await page.getByRole('status').filter({ has: why }).waitFor()
  })
})

describe('tiles', () => {
  const tile = (name: string) =>
    grid(page)
      .getByRole('gridcell')
      .filter({ has: page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }) })
  /** Px of what is drawn of the tile's picture, once it is. */
  const drawnNow = (name: string) =>
    tile(name)
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        return [image.naturalWidth, image.naturalHeight]
      })
  const marked = async () => {
    const boxes = grid(page).getByRole('gridcell', { selected: true }).getByRole('checkbox')
    const labels = await boxes.evaluateAll(all => all.map(each => each.getAttribute('aria-label') ?? ''))
    return labels.map(label => label.slice(t('files.select', { name: '' }).length))
  }

  test('pictures have a small one, made for its place; all else, and what is too large in bytes or pixels, has the icon of its kind', async () => {
    expect(thumbnailLimit).toBeLessThan(6_000_000)
    const picture = landscape(7, 640, 360)
    const files = {
      'hills.png': picture,
      'icon.png': landscape(3, 16, 16),
      'broken.jpg': Buffer.from('not a picture'),
      'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'bomb.png': Buffer.from(largePng(10_000)),
      'huge.png': Buffer.concat([picture, Buffer.alloc(6_000_000)]),
      'notes.txt': Buffer.from('kho'),
    }
    const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', {
      bucket,
      files: Object.entries(files).map(([name, body]) => ({ key: `mixed/${name}`, size: body.length })),
    })
    for (const [at, body] of Object.values(files).entries())
      expect((await fetch(urls[at]!, { method: 'PUT', body: new Uint8Array(body) })).status).toBe(200)
    await putFiles(kho.url, api, bucket, ['mixed/dir/a.txt'])
    const fetched: string[] = []
    const settled: string[] = []
    const nameOf = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      return searchParams.has('X-Amz-Signature') ? [decodeURIComponent(pathname).split('/').at(-1)!] : []
    }
    page.on('request', request => fetched.push(...nameOf(request)))
    page.on('requestfinished', request => settled.push(...nameOf(request)))
    await go(`${place}/mixed?view=tiles`)
    const tried = ['bomb.png', 'broken.jpg', 'hills.png', 'icon.png']
    await expect.poll(() => settled.toSorted()).toEqual(tried)
    await expect.poll(() => drawnNow('hills.png')).toEqual([480, 360])
    await expect.poll(() => drawnNow('icon.png')).toEqual([16, 16])
    for (const name of ['dir', 'bomb.png', 'huge.png', 'broken.jpg', 'drawing.svg', 'notes.txt'])
      await tile(name).locator('.picture svg').waitFor()
    await expect.poll(() => grid(page).locator('img').count()).toBe(2)
    expect(fetched.toSorted()).toEqual(tried)
  })

  test('keys, the pointer and the menu do among tiles what they do in the list', async () => {
    const name = (at: number) => `dir ${at}`
    await go(`${place}/many?view=tiles`)
    await tile(name(0)).waitFor()
    await grid(page).focus()
    const columns = Number(await grid(page).getAttribute('aria-colcount'))
    await page.keyboard.press('ArrowDown')
    await expect.poll(marked).toEqual([name(0)])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(marked).toEqual([name(columns + 1)])
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(marked).toEqual([name(columns), name(columns + 1)])
    await tile(name(1)).click({ modifiers: ['Control'] })
    await expect.poll(marked).toEqual([name(1), name(columns), name(columns + 1)])
    await tile(name(0)).click()
    await tile(name(2)).click({ modifiers: ['Shift'] })
    await expect.poll(marked).toEqual([name(0), name(1), name(2)])
    await tile(name(2)).click({ button: 'right' })
    await page.getByRole('menuitem', { name: t('files.download'), exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+a')
    await page
      .getByText(t('files.selected', { count: 60 }))
      .first()
      .waitFor()
    await page.keyboard.press('End')
    await expect.poll(marked).toEqual([name(59)])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: name(59) }).waitFor()
  })
})
