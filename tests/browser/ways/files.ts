import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { ObjectAcl, ObjectDetails, ObjectItem, ObjectPage } from '../../../openapi/schema.ts'
import { columnNames } from '../../../src/files/list/columns.ts'
import { pixel } from '../../support/office-files.ts'
import { quotaLeaves } from '../../support/screens.ts'
import { dragOver } from '../support/drag.ts'
import { type Action, action, desktopWays, press, rowWays } from './action.ts'
import { button, type Control, item, link, pathLink, rowLink } from './controls.ts'
import { sorts } from './sorting.ts'
import type { Stage } from './stage.ts'

const bucket = 'moi-tao'
const menu: Control = { ...button('files.actionsFor', 'name'), gridKey: 'Shift+F10' }
const box: Control = { ...button('files.select', 'name'), role: 'checkbox', gridKey: 'Space' }
const favourite: Control = { role: 'link', data: 'row' }
const upload = button('files.upload')
const sort = button('files.sort')
const sorted = button('files.sortNow', 'column')
const remove = button('files.delete')
const download = button('files.download')
const clear = button('files.clearSelection')
const copyIt = button('files.copy')
const moveIt = button('files.move')
const renameIt = button('files.rename')
const copy = button('keys.copy', 'what')
const makePublic = button('sharing.public.do')
const makePrivate = button('sharing.private.do')

/** Puts small files into a folder of the stage's own, opens it, and gives its prefix. */
export async function folderWith(
  stage: Stage,
  keys: readonly string[],
  type = 'text/plain; charset=utf-8',
  body: string | Uint8Array<ArrayBuffer> = 'kho',
): Promise<string> {
  const prefix = `${stage.name}/`
  const { urls } = await stage.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
    bucket,
    files: keys.map(key => ({ key: prefix + key, size: body.length })),
  })
  const put = { method: 'PUT', body, headers: { 'content-type': type } }
  for (const url of urls) expect((await fetch(url, put)).status).toBe(200)
  await stage.goto(`/bucket-management/${bucket}/${stage.name}`)
  await stage.row(keys[0]!.split('/')[0]!).waitFor()
  return prefix
}

/** The keys below `prefix`, folders with their slash. */
async function keysIn(stage: Stage, prefix: string): Promise<string[]> {
  const query = new URLSearchParams({ bucket, prefix, page_size: '100' })
  const { items } = await stage.call<ObjectPage>('GET', `/objects/paginate?${query}`)
  return items.map(each => each.key.slice(prefix.length)).toSorted()
}

/** A finger's stroke across the middle of the window. */
async function swipe(page: Page, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { width, height } = page.viewportSize()!
  const [x, y] = [width / 2, height / 2]
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x: x - by / 2, y }])
  await send('touchMove', [{ x, y }])
  await send('touchMove', [{ x: x + by / 2, y }])
  await send('touchEnd', [])
  await session.detach()
}

function aclOf(stage: Stage, path: string): Promise<ObjectAcl> {
  return stage.call<ObjectAcl>('GET', `/objects/acl?${new URLSearchParams({ bucket, path })}`)
}

/** What the files below `prefix` hold, sorted. */
async function textsIn(stage: Stage, prefix: string): Promise<string[]> {
  const texts = (await keysIn(stage, prefix)).map(async key => {
    const file = { bucket, key: prefix + key }
    const { url } = await stage.call<{ url: string }>('POST', '/objects/get-download-url', file)
    return (await fetch(url)).text()
  })
  return (await Promise.all(texts)).toSorted()
}

const selectedRows = (stage: Stage) => stage.page.getByRole('row', { selected: true }).count()

/** Selects the rows as each way does. */
async function select(stage: Stage, ...names: string[]): Promise<void> {
  for (const name of names) await stage.use(box, name)
  await expect.poll(() => selectedRows(stage)).toBe(names.length)
}

async function confirmDeletion(stage: Stage, count: number, name: string): Promise<void> {
  await stage.dialog('files.deleteTitle', { count, name })
  await stage.use(remove)
  await stage.noDialog()
}

const pickers = (
  [
    ['upload files', 'files.uploadFiles'],
    ['upload a folder', 'files.uploadFolder'],
  ] as const
).flatMap(([name, id]) => [
  action(
    `files: ${name}`,
    'files',
    [button(id)],
    async stage => {
      await stage.open('files')
      const chooser = stage.page.waitForEvent('filechooser')
      await stage.use(button(id))
      await chooser
    },
    { ways: desktopWays },
  ),
  action(
    `files: ${name} from the phone's sheet`,
    'files',
    [upload, item(id)],
    async stage => {
      await stage.open('files')
      const chooser = stage.page.waitForEvent('filechooser')
      await stage.choose(upload, item(id))
      await chooser
    },
    { ways: ['touch'] },
  ),
  action(`files: ${name} into an empty bucket`, 'files-write-only', [button(id)], async stage => {
    await stage.open('files-write-only')
    const chooser = stage.page.waitForEvent('filechooser')
    await stage.use(button(id))
    await chooser
  }),
])

const newFolder = (name: string, controls: readonly Control[], ways: Action['ways']) =>
  action(
    name,
    'files',
    [...controls, button('common.create')],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      if (controls.length > 1) await stage.choose(controls[0]!, controls[1]!)
      else await stage.use(controls[0]!)
      await stage.dialog('files.newTitle')
      await stage.fill('files.folderName', 'Ảnh')
      await stage.use(button('common.create'))
      await stage.noDialog()
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['a.txt', 'Ảnh/'].toSorted())
    },
    { ways },
  )

const conflicts = (
  [
    ['replace', 'files.replace', 2, ['new', 'new']],
    ['keep both of', 'files.keepBoth', 2, ['kho', 'new', 'new']],
    ['skip', 'files.skip', 1, ['kho', 'new']],
    ['replace what differs of', 'files.replaceChanged', 2, ['new', 'new']],
  ] as const
).map(([name, id, completed, texts]) =>
  action(`files: ${name} what is there already`, 'files', [button(id)], async stage => {
    const prefix = await folderWith(stage, ['a.txt'])
    const chosen = ['a.txt', 'b.txt'].map(name => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from('new'),
    }))
    await stage.page.locator('input[type=file]').first().setInputFiles(chosen)
    await stage.dialog('files.conflictTitle', { count: 1, name: 'a.txt' })
    await stage.use(button(id))
    await stage.noDialog()
    const panel = stage.page.getByRole('region', { name: stage.t('uploads.panel') })
    await panel.getByText(stage.t('uploads.done', { completed })).first().waitFor()
    expect(await textsIn(stage, prefix)).toEqual(texts)
  }),
)

const space = action('files: upload what fits', 'files', [button('files.uploadWhatFits')], async stage => {
  const prefix = await folderWith(stage, ['a.txt'])
  await quotaLeaves(stage.page, 5000)
  const chosen = [5000, 500].map(size => ({
    ...{ name: `${size}.txt`, mimeType: 'text/plain', buffer: Buffer.alloc(size) },
  }))
  await stage.page.locator('input[type=file]').first().setInputFiles(chosen)
  await stage.dialog('error.NOT_ENOUGH_STORAGE')
  await stage.use(button('files.uploadWhatFits'))
  await stage.noDialog()
  await expect.poll(() => keysIn(stage, prefix)).toEqual(['500.txt', 'a.txt'])
})

const file = (name: string, size: number, last_modified: number, storage_class: string): ObjectItem => ({
  ...{ type: 'file', key: name, name, size, last_modified, etag: null, storage_class },
})
const three = [
  file('anh.zip', 30, 1_790_000_002, 'GLACIER'),
  file('bia.txt', 10, 1_790_000_003, 'STANDARD_IA'),
  file('cau.mp4', 20, 1_790_000_001, 'STANDARD'),
]

export const files: readonly Action[] = [
  action(
    'files: delete one by its menu',
    'files',
    [menu, item('files.delete'), remove],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'b.txt'])
      await stage.choose(menu, item('files.delete'), 'a.txt')
      await confirmDeletion(stage, 1, 'a.txt')
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['b.txt'])
    },
    { ways: rowWays },
  ),
  action(
    'files: download one by its menu',
    'files',
    [menu, item('files.download')],
    async stage => {
      await folderWith(stage, ['a.txt'])
      const file = stage.page.waitForEvent('download')
      await stage.choose(menu, item('files.download'), 'a.txt')
      expect((await file).suggestedFilename()).toBe('a.txt')
    },
    { ways: rowWays },
  ),
  action(
    'files: download a folder by its menu',
    'files',
    [menu, item('files.download')],
    async stage => {
      await folderWith(stage, ['trong/a.txt'])
      const file = stage.page.waitForEvent('download')
      await stage.choose(menu, item('files.download'), 'trong')
      expect((await file).suggestedFilename()).toBe('trong.zip')
    },
    { ways: rowWays },
  ),
  action(
    'files: show them as a grid and as a list',
    'files',
    [button('files.showTiles'), button('files.showList')],
    async stage => {
      await folderWith(stage, ['a.txt'])
      // In a list that is the name of a box without words.
      const tiles = stage.page.getByText(stage.t('files.selectAll'), { exact: true })
      await stage.use(button('files.showTiles'))
      await tiles.waitFor()
      await stage.use(button('files.showList'))
      await tiles.waitFor({ state: 'detached' })
    },
  ),
  sorts(
    'files: sort by each column',
    'files',
    [
      { id: 'files.size', first: 'descending', rows: ['bia.txt', 'cau.mp4', 'anh.zip'] },
      { id: 'files.type', first: 'ascending', rows: ['cau.mp4', 'bia.txt', 'anh.zip'] },
      { id: 'files.modified', first: 'descending', rows: ['cau.mp4', 'anh.zip', 'bia.txt'] },
      { id: 'files.class', first: 'ascending', rows: ['anh.zip', 'cau.mp4', 'bia.txt'] },
      { id: 'files.name', first: 'ascending', rows: ['anh.zip', 'bia.txt', 'cau.mp4'] },
    ],
    async stage => {
      const listing = { items: three, next_token: null, exists: true }
      await stage.page.route('**/api/objects/paginate?*', route => route.fulfill({ json: listing }))
      await stage.goto(`/bucket-management/${bucket}`)
    },
  ),
  action(
    'files: sort a grid by each of its columns',
    'files-tiles',
    [sort, sorted, ...columnNames.map(column => item(`files.${column}`))],
    async stage => {
      await folderWith(stage, ['a.txt'])
      await stage.goto(`/bucket-management/${bucket}/${stage.name}?view=tiles`)
      const order = () => new URL(stage.page.url()).searchParams.get('sort')
      await stage.choose(sort, item('files.name'))
      await expect.poll(order).toBe('name')
      for (const [at, column] of columnNames.entries()) {
        if (at === 0) continue
        await stage.choose(sorted, item(`files.${column}`), stage.t(`files.${columnNames[at - 1]!}`))
        const first = column === 'size' || column === 'modified' ? '-' : ''
        await expect.poll(order).toBe(`${first}${column}`)
      }
    },
  ),
  action(
    'files: look at one by its menu, and at its neighbours',
    'files',
    [menu, item('files.preview'), button('preview.next'), button('preview.previous'), button('common.close')],
    async stage => {
      await folderWith(stage, ['a.txt', 'b.txt'])
      const shows = (name: string) => stage.page.getByRole('dialog', { name, exact: true }).waitFor()
      await stage.choose(menu, item('files.preview'), 'a.txt')
      await shows('a.txt')
      await stage.use(button('preview.next'))
      await shows('b.txt')
      await stage.use(button('preview.previous'))
      await shows('a.txt')
      await stage.use(button('common.close'))
      await stage.noDialog()
    },
    { ways: rowWays },
  ),
  action(
    'files: touch a picture long for its menu, tap it to look at it, zoom, turn, take the full screen, and open it in a new tab',
    'files',
    [
      ...[button('preview.zoomIn'), button('preview.zoomOut'), button('preview.toActual', 'percent')],
      ...[button('preview.toFit', 'percent'), button('preview.turn'), button('preview.openTab')],
      ...[button('preview.full'), button('preview.leaveFull')],
    ],
    async stage => {
      await folderWith(stage, ['a.png', 'b.png'], 'image/png', new Uint8Array(pixel))
      const { page } = stage
      const name = page.locator('[role=grid]').getByText('a.png', { exact: true })
      // As iOS sends it: Chromium sends `contextmenu` as well.
      await name.dispatchEvent('touchstart', { touches: [{ identifier: 0, clientX: 90, clientY: 300 }] })
      await page
        .getByRole('dialog')
        .getByRole('button', { name: stage.t('files.rename') })
        .waitFor()
      await name.dispatchEvent('touchend')
      await name.dispatchEvent('click')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: stage.t('common.close') })
        .tap()
      await stage.noDialog()
      await name.tap()
      const picture = (name: string) => page.frameLocator('iframe').getByRole('img', { name })
      const image = picture('a.png')
      await image.waitFor()
      await swipe(page, -120)
      await picture('b.png').waitFor()
      await swipe(page, 120)
      await image.waitFor()
      const width = async () => (await image.boundingBox())?.width
      await stage.use(button('preview.toActual', 'percent'), '100')
      await stage.use(button('preview.zoomIn'))
      await expect.poll(width).toBe(1.25)
      await stage.use(button('preview.zoomOut'))
      await expect.poll(width).toBe(1)
      await stage.use(button('preview.toFit', 'percent'), '100')
      await stage.use(button('preview.turn'))
      await expect.poll(() => image.evaluate(element => element.style.rotate)).toBe('90deg')
      const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
      await stage.use(button('preview.full'))
      await expect.poll(isFull).toBe(true)
      await stage.use(button('preview.leaveFull'))
      await expect.poll(isFull).toBe(false)
      const opened = page.waitForEvent('popup')
      await stage.use(button('preview.openTab'))
      const tab = await opened
      await expect.poll(() => new URL(tab.url()).pathname).toBe(`/${bucket}/${stage.name}/a.png`)
      await expect.poll(() => tab.evaluate(() => document.contentType)).toBe('image/png')
      await tab.close()
    },
    { ways: ['touch'] },
  ),
  action(
    'files: see the details of one, of its neighbours, and its preview',
    'files',
    [
      menu,
      item('files.details'),
      button('object.next'),
      button('object.previous'),
      button('files.preview'),
      button('common.close'),
    ],
    async stage => {
      await folderWith(stage, ['a.txt', 'b.txt'])
      const shows = (name: string) =>
        expect.poll(() => new URL(stage.page.url()).searchParams.get('object')).toBe(name)
      await stage.choose(menu, item('files.details'), 'a.txt')
      await shows('a.txt')
      await stage.use(button('object.next'))
      await shows('b.txt')
      await stage.use(button('object.previous'))
      await shows('a.txt')
      await stage.use(button('files.preview'))
      await stage.page.getByRole('button', { name: stage.t('preview.next') }).waitFor()
      await stage.page.keyboard.press('Escape')
      await stage.page.getByRole('button', { name: stage.t('preview.next') }).waitFor({ state: 'detached' })
      await stage.use(button('common.close'))
      await expect.poll(() => stage.page.url()).not.toContain('object=')
    },
    { ways: rowWays },
  ),
  action(
    'files: make one public and private in its panel, and generate a link',
    'files-panel',
    [
      link('object.tab.sharing'),
      makePublic,
      makePrivate,
      button('sharing.link.do'),
      button('sharing.link.copy'),
    ],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      await stage.goto(`/bucket-management/${bucket}/${stage.name}?object=a.txt`)
      await stage.use(link('object.tab.sharing'))
      for (const [act, to] of [
        [makePublic, 'public'],
        [makePrivate, 'private'],
      ] as const) {
        await stage.use(act)
        await stage.dialog(`files.${to}.title`, { count: 1, name: 'a.txt' })
        await stage.use(act)
        await stage.page.getByText(stage.t(to === 'public' ? 'object.everyone' : 'object.nobody')).waitFor()
        expect((await aclOf(stage, `${prefix}a.txt`)).acl).toBe(to)
      }
      await stage.use(button('sharing.link.do'))
      await stage.page.getByRole('group', { name: stage.t('sharing.link.made'), exact: true }).waitFor()
      await stage.use(button('sharing.link.copy'))
      await stage.shows('shell.copied')
    },
  ),
  action(
    'files: share one with guests by its menu, and pause, resume and end the share in its panel',
    'files-panel',
    [
      ...[item('files.share'), button('files.share'), button('share.more'), button('share.do')],
      ...[button('share.copy'), button('share.pause'), button('share.resume'), button('share.end')],
      button('share.endDo'),
    ],
    async stage => {
      await folderWith(stage, ['a.txt'])
      await stage.goto(`/bucket-management/${bucket}/${stage.name}`)
      await stage.choose(menu, item('files.share'), 'a.txt')
      await stage.dialog('share.title', { name: 'a.txt' })
      const answered = stage.page.waitForResponse(
        answer => answer.url().endsWith('/api/objects/shares') && answer.request().method() === 'POST',
      )
      await stage.use(button('share.do'))
      const { url } = (await (await answered).json()) as { url: string }
      expect(await (await fetch(`${url}/file`)).text()).toBe('kho')
      await stage.use(button('share.copy'))
      await stage.shows('shell.copied')
      await stage.goto(`/bucket-management/${bucket}/${stage.name}?object=a.txt&tab=sharing`)
      await stage.use(button('files.share'))
      await stage.dialog('share.title', { name: 'a.txt' })
      await stage.use(button('share.more'))
      await stage.page.getByLabel(stage.t('share.note'), { exact: true }).waitFor()
      await stage.page.keyboard.press('Escape')
      const status = async () => (await fetch(url)).status
      await stage.use(button('share.pause'))
      await expect.poll(status).toBe(404)
      await stage.use(button('share.resume'))
      await expect.poll(status).toBe(200)
      await stage.use(button('share.end'))
      await stage.dialog('share.endTitle')
      await stage.use(button('share.endDo'))
      await expect.poll(status).toBe(404)
      await stage.page.getByText(stage.t('share.none')).waitFor()
    },
  ),
  action(
    'files: copy the command that downloads one, with a link of its own, and its public URL',
    'files-panel',
    [copy],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      const path = `${prefix}a.txt`
      const { revision, url } = await aclOf(stage, path)
      await stage.call('PUT', '/objects/acl', { bucket, path, acl: 'public', revision })
      await stage.goto(`/bucket-management/${bucket}/${stage.name}?object=a.txt`)
      await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const copied = () => stage.page.evaluate(() => navigator.clipboard.readText())
      await stage.use(copy, stage.t('object.publicUrl'))
      await expect.poll(copied).toBe(url)
      await stage.use(copy, stage.t('object.curl'))
      await expect.poll(copied).toMatch(/^curl /)
      const [, name, link] = /^curl --fail --output '(.+)' '(.+)'$/.exec(await copied())!
      expect([name, await (await fetch(link!)).text()]).toEqual(['./a.txt', 'kho'])
    },
  ),
  action(
    'files: edit the headers and metadata of one, and its tags',
    'files-panel',
    [
      ...[button('object.edit'), button('object.metadataAdd'), button('object.metadataRemove', 'number')],
      ...[button('object.editTags'), button('bucket.tags.add'), button('bucket.save')],
    ],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      const named = new URLSearchParams({ bucket, path: `${prefix}a.txt` })
      await stage.goto(`/bucket-management/${bucket}/${stage.name}?object=a.txt`)
      await stage.use(button('object.edit'))
      await stage.dialog('object.editTitle', { name: 'a.txt' })
      await stage.page.getByLabel('Cache-Control', { exact: true }).fill('max-age=60, tiếng')
      await stage.use(button('object.metadataAdd'))
      await stage.fill('object.metadataNameOf', 'Author', { number: 1 })
      await stage.fill('object.metadataValueOf', 'Lê An', { number: 1 })
      await stage.use(button('object.metadataAdd'))
      await stage.use(button('object.metadataRemove', 'number'), '2')
      await stage.use(button('bucket.save'))
      await stage.page.getByText(stage.t('issue.header-characters')).waitFor()
      await stage.page.getByLabel('Cache-Control', { exact: true }).fill('max-age=60')
      await stage.use(button('bucket.save'))
      await stage.page.getByText('Lê An').waitFor()
      await stage.use(button('object.editTags'))
      await stage.dialog('object.tagsTitle', { name: 'a.txt' })
      await stage.use(button('bucket.tags.add'))
      await stage.fill('bucket.tags.keyOf', 'nhóm', { number: 1 })
      await stage.fill('bucket.tags.valueOf', 'web', { number: 1 })
      await stage.use(button('bucket.save'))
      await stage.page.getByText('nhóm').waitFor()
      expect(await stage.call<ObjectDetails>('GET', `/objects/details?${named}`)).toMatchObject({
        headers: { cache_control: 'max-age=60' },
        metadata: [{ name: 'author', value: 'Lê An' }],
        tags: [{ key: 'nhóm', value: 'web' }],
      })
    },
  ),
  action(
    'files: add the encoding to texts that show garbled letters',
    'files',
    [menu, item('files.charset'), button('files.charset.do')],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'], 'text/plain')
      await stage.choose(menu, item('files.charset'), 'a.txt')
      await stage.dialog('files.charset.title', { count: 1, name: 'a.txt' })
      await stage.use(button('files.charset.do'))
      await stage.noDialog()
      await stage.shows('files.charset.done', { set: 1, left: 0, failed: 0 })
      const link = { bucket, path: `${prefix}a.txt`, expires_in: 60 }
      const { url } = await stage.call<{ url: string }>('POST', '/objects/get-url', link)
      expect((await fetch(url)).headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
    { ways: ['mouse', 'touch'] },
  ),
  action(
    'files: copy one into a folder that is found by going there',
    'files',
    [menu, item('files.copyTo'), copyIt],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'trong/b.txt'])
      await stage.choose(menu, item('files.copyTo'), 'a.txt')
      await stage.dialog('files.copyTitle', { count: 1, name: 'a.txt' })
      await stage.page.getByRole('treeitem', { name: 'trong' }).click()
      await expect
        .poll(() => stage.page.getByLabel(stage.t('files.target'), { exact: true }).inputValue())
        .toBe(`${bucket}/${prefix}trong/`)
      await stage.use(copyIt)
      await stage.noDialog()
      await expect.poll(() => keysIn(stage, `${prefix}trong/`)).toEqual(['a.txt', 'b.txt'])
      expect(await keysIn(stage, prefix)).toEqual(['a.txt', 'trong/'])
    },
    { ways: rowWays },
  ),
  action(
    'files: move several into a folder that is made, which a job does',
    'files',
    [
      box,
      button('files.actions'),
      item('files.moveTo'),
      moveIt,
      button('files.new'),
      button('common.create'),
    ],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'b.txt', 'trong/a.txt'])
      await select(stage, 'a.txt', 'trong')
      await stage.choose(button('files.actions'), item('files.moveTo'))
      await stage.dialog('files.moveTitle', { count: 2, name: '' })
      await stage.fill('files.target', `${bucket}/${prefix}trong/`)
      await stage.use(moveIt)
      await stage.page.getByText(stage.t('error.TARGET_INSIDE_SOURCE')).waitFor()
      await stage.fill('files.target', `${bucket}/${prefix}`)
      await stage.use(button('files.new'))
      await stage.dialog('files.newTitle')
      await stage.fill('files.folderName', 'mới')
      await stage.use(button('common.create'))
      await expect
        .poll(() => stage.page.getByLabel(stage.t('files.target'), { exact: true }).inputValue())
        .toBe(`${bucket}/${prefix}mới/`)
      await stage.use(moveIt)
      await stage.noDialog()
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['b.txt', 'mới/'])
      expect(await keysIn(stage, `${prefix}mới/`)).toEqual(['a.txt', 'trong/'])
      await stage.row('mới').waitFor()
    },
  ),
  action(
    'files: rename one by its menu',
    'files',
    [menu, item('files.rename'), renameIt],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'b.txt'])
      await stage.choose(menu, item('files.rename'), 'a.txt')
      await stage.dialog('files.renameTitle', { name: 'a.txt' })
      await stage.fill('files.newName', 'b.txt')
      await stage.use(renameIt)
      await stage.page.getByText(stage.t('error.TARGET_EXISTS')).waitFor()
      await stage.fill('files.newName', 'Ảnh.txt')
      await stage.use(renameIt)
      await stage.noDialog()
      await stage.row('Ảnh.txt').waitFor()
      expect(await keysIn(stage, prefix)).toEqual(['b.txt', 'Ảnh.txt'].toSorted())
    },
    { ways: rowWays },
  ),
  action(
    'files: rename a folder, which a job does',
    'files',
    [renameIt, button('jobs.close', 'bucket')],
    async stage => {
      const prefix = await folderWith(stage, ['trong/a.txt'])
      await stage.row('trong').click({ button: 'right', position: { x: 250, y: 12 } })
      await stage.page.getByRole('menuitem', { name: stage.t('files.rename') }).click()
      await stage.dialog('files.renameTitle', { name: 'trong' })
      await stage.fill('files.newName', 'ngoài')
      await stage.use(renameIt)
      await stage.noDialog()
      await stage.row('ngoài').waitFor()
      await expect.poll(() => stage.row('trong').count()).toBe(0)
      expect(await keysIn(stage, prefix)).toEqual(['ngoài/'])
      await stage.use(button('jobs.close', 'bucket'), bucket)
    },
    { ways: ['mouse'] },
  ),
  action(
    'files: rename by F2',
    'files',
    [box, renameIt],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      await select(stage, 'a.txt')
      await stage.page.keyboard.press('F2')
      await stage.dialog('files.renameTitle', { name: 'a.txt' })
      await stage.page.keyboard.type('c')
      await stage.use(renameIt)
      await stage.noDialog()
      expect(await keysIn(stage, prefix)).toEqual(['c.txt'])
    },
    { ways: ['keyboard'] },
  ),
  action(
    'files: generate a link to one by its menu',
    'files',
    [menu, item('files.link'), button('sharing.link.do'), button('sharing.link.copy')],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      await stage.choose(menu, item('files.link'), 'a.txt')
      await stage.dialog('files.linkTitle', { name: 'a.txt' })
      await stage.page.getByText(`${prefix}a.txt`, { exact: true }).waitFor()
      await stage.use(button('sharing.link.do'))
      await stage.page.getByRole('group', { name: stage.t('sharing.link.made') }).waitFor()
      await stage.use(button('sharing.link.copy'))
      await stage.shows('shell.copied')
    },
    { ways: rowWays },
  ),
  action(
    'files: make one public by its menu, then private',
    'files',
    [menu, item('files.public'), item('files.private'), makePublic, makePrivate],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt'])
      const { url } = await aclOf(stage, `${prefix}a.txt`)
      await stage.choose(menu, item('files.public'), 'a.txt')
      await stage.dialog('files.public.title', { count: 1, name: 'a.txt' })
      await stage.page.getByText(url, { exact: true }).waitFor()
      await stage.use(makePublic)
      await stage.noDialog()
      expect(await (await fetch(url)).text()).toBe('kho')
      await stage.choose(menu, item('files.private'), 'a.txt')
      await stage.dialog('files.private.title', { count: 1, name: 'a.txt' })
      await stage.use(makePrivate)
      await stage.noDialog()
      expect((await fetch(url)).status).toBe(403)
    },
    { ways: rowWays },
  ),
  action(
    'files: make a folder public by its menu, which a job does',
    'files',
    [menu, item('files.public'), makePublic, button('jobs.close', 'bucket')],
    async stage => {
      const prefix = await folderWith(stage, ['trong/a.txt'])
      await stage.choose(menu, item('files.public'), 'trong')
      await stage.dialog('files.public.title', { count: 1, name: 'trong' })
      await stage.use(makePublic)
      await stage.noDialog()
      await expect.poll(async () => (await aclOf(stage, `${prefix}trong/a.txt`)).acl).toBe('public')
      await stage.use(button('jobs.close', 'bucket'), bucket)
    },
    { ways: rowWays },
  ),
  action(
    'files: open a folder by its menu',
    'files',
    [menu, item('files.open')],
    async stage => {
      const prefix = await folderWith(stage, ['trong/a.txt'])
      await stage.choose(menu, item('files.open'), 'trong')
      await stage.path(`/bucket-management/${bucket}/${prefix}trong`)
    },
    { ways: rowWays },
  ),
  action(
    'files: see the lifecycle rules of a folder by its menu',
    'files',
    [menu, item('files.lifecycle')],
    async stage => {
      const prefix = await folderWith(stage, ['trong/a.txt'])
      await stage.choose(menu, item('files.lifecycle'), 'trong')
      const field = stage.page.getByLabel(stage.t('lifecycle.folder'), { exact: true })
      await expect.poll(() => field.inputValue()).toBe(`${prefix}trong/`)
    },
    { ways: rowWays },
  ),
  action('files: open a folder', 'files', [rowLink], async stage => {
    const prefix = await folderWith(stage, ['trong/a.txt'])
    await stage.use(rowLink, 'trong')
    await stage.path(`/bucket-management/${bucket}/${prefix}trong`)
  }),
  action(
    'files: open a folder by a double click',
    'files',
    [],
    async stage => {
      const prefix = await folderWith(stage, ['trong/a.txt'])
      await stage.row('trong').dblclick({ position: { x: 250, y: 12 } })
      await stage.path(`/bucket-management/${bucket}/${prefix}trong`)
    },
    { ways: ['mouse'] },
  ),
  action(
    'files: drag one onto a folder, and by Ctrl a copy to a part of the path',
    'files',
    [],
    async stage => {
      const { page, t, name } = stage
      const prefix = await folderWith(stage, ['a.txt', 'trong/b.txt'])
      const [inside, above] = [{ to: 'trong' }, { to: name }].map(to => ({ count: 1, name: 'a.txt', ...to }))
      await dragOver(page, stage.row('a.txt'), stage.row('trong'), t('files.dragMove', inside))
      await page.mouse.up()
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['trong/'])
      await stage.goto(`/bucket-management/${bucket}/${name}/trong`)
      const part = page.getByRole('navigation', { name: t('files.path') }).getByRole('link', { name })
      await page.keyboard.down('Control')
      await dragOver(page, stage.row('a.txt'), part, t('files.dragCopy', above))
      await page.mouse.up()
      await page.keyboard.up('Control')
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['a.txt', 'trong/'])
      expect(await keysIn(stage, `${prefix}trong/`)).toEqual(['a.txt', 'b.txt'])
    },
    { ways: ['mouse'] },
  ),
  action(
    'files: cut one, and paste it in another folder',
    'files',
    [box],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'trong/b.txt'])
      await select(stage, 'a.txt')
      await stage.page.keyboard.press('Control+x')
      await stage.shows('files.clipCut', { count: 1, name: 'a.txt' })
      await stage.goto(`/bucket-management/${bucket}/${stage.name}/trong`)
      await stage.row('b.txt').waitFor()
      await stage.page.keyboard.press('Control+v')
      await stage.row('a.txt').waitFor()
      expect([await keysIn(stage, prefix), await keysIn(stage, `${prefix}trong/`)]).toEqual([
        ['trong/'],
        ['a.txt', 'b.txt'],
      ])
    },
    { ways: desktopWays },
  ),
  action(
    'files: move one, and undo it in the message and by Ctrl+Z',
    'files',
    [box, button('files.undo')],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'trong/b.txt'])
      const move = async () => {
        await stage.goto(`/bucket-management/${bucket}/${stage.name}`)
        await select(stage, 'a.txt')
        await stage.page.keyboard.press('Control+x')
        await stage.shows('files.clipCut', { count: 1, name: 'a.txt' })
        await stage.goto(`/bucket-management/${bucket}/${stage.name}/trong`)
        await stage.row('b.txt').waitFor()
        await stage.page.keyboard.press('Control+v')
        await stage.row('a.txt').waitFor()
      }
      const isBack = () => expect.poll(() => keysIn(stage, prefix)).toEqual(['a.txt', 'trong/'])
      await move()
      await stage.use(button('files.undo'))
      await isBack()
      await move()
      await stage.page.keyboard.press('Control+z')
      await isBack()
    },
    { ways: desktopWays },
  ),
  action(
    'files: copy and cut one by its menu, and paste it beside itself, by the menu of a folder and by the button',
    'files',
    [menu, item('files.takeCopy'), item('files.takeCut'), item('files.paste'), button('files.paste')],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'trong/b.txt'])
      await stage.choose(menu, item('files.takeCopy'), 'a.txt')
      await stage.shows('files.clipCopied', { count: 1, name: 'a.txt' })
      await stage.use(button('files.paste'))
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['a (1).txt', 'a.txt', 'trong/'])
      await stage.choose(menu, item('files.paste'), 'trong')
      await expect.poll(() => keysIn(stage, `${prefix}trong/`)).toEqual(['a.txt', 'b.txt'])
      await stage.choose(menu, item('files.takeCut'), 'a (1).txt')
      await stage.shows('files.clipCut', { count: 1, name: 'a (1).txt' })
      await stage.goto(`/bucket-management/${bucket}/${stage.name}/trong`)
      await stage.row('b.txt').waitFor()
      await stage.use(button('files.paste'))
      await expect.poll(() => keysIn(stage, `${prefix}trong/`)).toEqual(['a (1).txt', 'a.txt', 'b.txt'])
      expect(await keysIn(stage, prefix)).toEqual(['a.txt', 'trong/'])
    },
    { ways: rowWays },
  ),
  action(
    'files: add a folder to the favourites by its menu, go there by the drawer, and remove it; by its head too',
    'files',
    [menu, item('files.star'), item('files.unstar'), favourite, button('files.star'), button('files.unstar')],
    async stage => {
      const headings = () => stage.page.getByRole('heading', { name: stage.t('shell.favourites') }).count()
      const prefix = await folderWith(stage, ['trong/sâu/b.txt'])
      await stage.choose(menu, item('files.star'), 'trong')
      await stage.goto(`/bucket-management/${bucket}`)
      await stage.use(favourite, 'trong')
      await stage.path(`/bucket-management/${bucket}/${prefix}trong`)
      await stage.use(button('files.unstar'))
      await expect.poll(headings).toBe(0)
      await stage.use(button('files.star'))
      await expect.poll(headings).toBe(1)
      await stage.goto(`/bucket-management/${bucket}/${stage.name}`)
      await stage.choose(menu, item('files.unstar'), 'trong')
      await expect.poll(headings).toBe(0)
    },
    { ways: ['mouse', 'right-click', 'keyboard'] },
  ),
  action('files: delete the selected', 'files', [box, remove], async stage => {
    const prefix = await folderWith(stage, ['a.txt', 'b.txt', 'c.txt'])
    await select(stage, 'a.txt', 'b.txt')
    await stage.use(remove)
    await confirmDeletion(stage, 2, '')
    await expect.poll(() => keysIn(stage, prefix)).toEqual(['c.txt'])
  }),
  action(
    'files: delete by the Delete key',
    'files',
    [box, remove],
    async stage => {
      const prefix = await folderWith(stage, ['a.txt', 'b.txt'])
      await select(stage, 'a.txt')
      await stage.page.keyboard.press('Delete')
      await confirmDeletion(stage, 1, 'a.txt')
      await expect.poll(() => keysIn(stage, prefix)).toEqual(['b.txt'])
    },
    { ways: ['keyboard'] },
  ),
  action('files: do not delete after all', 'files', [box, remove, button('common.cancel')], async stage => {
    const prefix = await folderWith(stage, ['a.txt'])
    await select(stage, 'a.txt')
    await stage.use(remove)
    await stage.dialog('files.deleteTitle', { count: 1, name: 'a.txt' })
    await stage.use(button('common.cancel'))
    await stage.noDialog()
    expect(await keysIn(stage, prefix)).toEqual(['a.txt'])
  }),
  action('files: download the selected', 'files', [box, download], async stage => {
    await folderWith(stage, ['a.txt', 'b.txt'])
    await select(stage, 'a.txt', 'b.txt')
    const file = stage.page.waitForEvent('download')
    await stage.use(download)
    expect((await file).suggestedFilename()).toBe(`${stage.name}.zip`)
  }),
  action('files: clear the selection', 'files', [box, clear], async stage => {
    await folderWith(stage, ['a.txt', 'b.txt'])
    await select(stage, 'a.txt', 'b.txt')
    await stage.use(clear)
    await expect.poll(() => selectedRows(stage)).toBe(0)
  }),
  action(
    'files: select all listed',
    'files',
    [{ ...button('files.selectAll'), role: 'checkbox' }],
    async stage => {
      await folderWith(stage, ['a.txt', 'b.txt'])
      await stage.use({ ...button('files.selectAll'), role: 'checkbox' })
      await expect.poll(() => selectedRows(stage)).toBe(2)
    },
    { ways: desktopWays },
  ),
  newFolder('files: make a folder', [button('files.new')], desktopWays),
  newFolder("files: make a folder from the phone's sheet", [upload, item('files.new')], ['touch']),
  ...pickers,
  ...conflicts,
  space,
  action('files: see what is there now', 'files', [button('common.refresh')], async stage => {
    await stage.open('files')
    await stage.sends('GET', '/api/objects/paginate', () => stage.use(button('common.refresh')))
  }),
  press(
    'files: the folders between',
    'files-folder',
    button('files.hiddenFolders'),
    async stage => {
      await stage.page.getByRole('menuitem').first().waitFor()
    },
    { ways: desktopWays },
  ),
  action(
    'files: go to a folder above',
    'files-folder',
    [pathLink],
    async stage => {
      await stage.open('files-folder')
      await stage.use(pathLink, 'Báo cáo')
      await stage.path('/bucket-management/tai-lieu-cong-ty/Báo cáo')
    },
    { ways: desktopWays },
  ),
  action(
    'files: one folder up',
    'files-folder',
    [button('files.up', 'name')],
    async stage => {
      await stage.open('files-folder')
      await stage.use(button('files.up', 'name'), 'Báo cáo')
      await stage.path('/bucket-management/tai-lieu-cong-ty/Báo cáo')
    },
    { ways: ['touch'] },
  ),
  action(
    'files: open a folder by its path',
    'files-write-only',
    [button('files.openPathDo')],
    async stage => {
      await stage.open('files-write-only')
      await stage.fill('files.openPath', 'images')
      await stage.use(button('files.openPathDo'))
      await stage.path('/bucket-management/website-static/images')
    },
  ),
  press('files: clear the search', 'files-none-found', button('common.clear'), async stage => {
    await stage.row('index.html').waitFor()
  }),
  action('files: try again', 'files-failed', [button('common.retry')], async stage => {
    await stage.open('files-failed')
    await stage.page.unroute('**/api/objects/**')
    await stage.use(button('common.retry'))
    await stage.row('index.html').waitFor()
  }),
]
