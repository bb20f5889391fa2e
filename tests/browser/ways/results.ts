import { expect } from 'vitest'
import { type Action, action, desktopWays, press, rowWays } from './action.ts'
import { button, type Control, item, link } from './controls.ts'
import { folderWith } from './files.ts'
import type { Stage } from './stage.ts'

const menu: Control = { ...button('files.actionsFor', 'name'), gridKey: 'Shift+F10' }
const any = item('results.any')
const apply = button('results.apply')
const bucket = 'moi-tao'

const queryIs = (stage: Stage, name: string, value: string | null) =>
  expect.poll(() => new URL(stage.page.url()).searchParams.get(name)).toBe(value)

/** Puts files into a folder of the stage's own, and searches it. */
async function search(stage: Stage, ...names: string[]): Promise<void> {
  await folderWith(stage, names)
  await stage.goto(`/search?${new URLSearchParams({ q: '*', in: `${bucket}/${stage.name}/` })}`)
  for (const name of names) await stage.row(name.split('/').at(-1)!).waitFor()
}

export const results: readonly Action[] = [
  action(
    'results: of one type of file only, and of any again',
    'files-results',
    [button('results.kind'), item('results.kind.image'), button('results.set.kind', 'value'), any],
    async stage => {
      await search(stage, 'a.txt', 'trong/b.png')
      await stage.choose(button('results.kind'), item('results.kind.image'))
      await queryIs(stage, 'type', 'image')
      await stage.row('a.txt').waitFor({ state: 'detached' })
      await stage.choose(button('results.set.kind', 'value'), any, stage.t('results.kind.image'))
      await queryIs(stage, 'type', null)
      await stage.row('a.txt').waitFor()
    },
  ),
  action(
    'results: of an own range of sizes',
    'files-results',
    [button('files.size'), item('results.ownSize'), apply, button('results.set.size', 'value'), any],
    async stage => {
      await search(stage, 'a.txt')
      await stage.choose(button('files.size'), item('results.ownSize'))
      await stage.dialog('files.size')
      await stage.fill('results.from', '1 KB')
      await stage.use(apply)
      await stage.noDialog()
      await queryIs(stage, 'size', '1024-')
      await stage.heading('results.none.title')
      const from = stage.t('results.atLeast', { from: '1 KB' })
      await stage.choose(button('results.set.size', 'value'), any, from)
      await stage.row('a.txt').waitFor()
    },
  ),
  action(
    'results: of own days, and without filters again',
    'files-results',
    [button('files.modified'), item('results.ownDays'), apply, button('results.clear')],
    async stage => {
      await search(stage, 'a.txt')
      await stage.choose(button('files.modified'), item('results.ownDays'))
      await stage.dialog('files.modified')
      await stage.fill('results.to', '1/31/2020')
      await stage.use(apply)
      await stage.noDialog()
      await queryIs(stage, 'modified', '..2020-01-31')
      await stage.heading('results.none.title')
      await stage.use(button('results.clear'))
      await stage.row('a.txt').waitFor()
    },
  ),
  action(
    'results: with a tag',
    'files-results',
    [button('results.tag'), item('results.ownTag'), apply],
    async stage => {
      await search(stage, 'a.txt', 'b.txt')
      const tagged = { bucket, path: `${stage.name}/b.txt` }
      const { revision } = await stage.call<{ revision: string }>(
        'GET',
        `/objects/tags?${new URLSearchParams(tagged)}`,
      )
      const tags = [{ key: 'nhà', value: 'ngoại' }]
      await stage.call('PUT', '/objects/tags', { ...tagged, tags, revision })
      await stage.choose(button('results.tag'), item('results.ownTag'))
      await stage.dialog('results.tag')
      await stage.fill('results.tagField', 'nhà=ngoại')
      await stage.use(apply)
      await stage.noDialog()
      await queryIs(stage, 'tag', 'nhà=ngoại')
      await stage.row('a.txt').waitFor({ state: 'detached' })
      await stage.row('b.txt').waitFor()
    },
  ),
  action(
    'results: from all buckets instead of a folder',
    'files-results',
    [button('results.set.where', 'value'), item('results.everywhere')],
    async stage => {
      await search(stage, 'a.txt')
      await stage.choose(button('results.set.where', 'value'), item('results.everywhere'), stage.name)
      await queryIs(stage, 'in', null)
    },
  ),
  action(
    'results: the newest first',
    'files-results',
    [button('results.set.sort', 'value'), item('results.order.newest')],
    async stage => {
      await search(stage, 'a.txt')
      const best = stage.t('results.order.best')
      await stage.choose(button('results.set.sort', 'value'), item('results.order.newest'), best)
      await queryIs(stage, 'sort', 'newest')
    },
  ),
  action(
    'results: stop looking through a storage, and go on',
    'files-results-listed',
    [button('results.stop'), button('results.goOn')],
    async stage => {
      await stage.open('files-results-listed')
      await stage.use(button('results.stop'))
      await stage.page.getByRole('button', { name: stage.t('results.goOn') }).waitFor()
      await stage.page.unroute('**/api/objects/search')
      await stage.sends('POST', '/api/objects/search', () => stage.use(button('results.goOn')))
    },
  ),
  press(
    'results: look in all buckets, without filters',
    'files-results-none',
    button('results.widen'),
    stage => queryIs(stage, 'in', null),
  ),
  action(
    'results: open the folder of one by its menu',
    'files-results',
    [menu, item('results.openFolder')],
    async stage => {
      await search(stage, 'trong/a.txt')
      await stage.choose(menu, item('results.openFolder'), 'a.txt')
      await stage.path(`/bucket-management/${bucket}/${stage.name}/trong`)
    },
    { ways: rowWays },
  ),
  action(
    'results: select all',
    'files-results',
    [{ ...button('results.selectAll'), role: 'checkbox' }],
    async stage => {
      await search(stage, 'a.txt', 'trong/b.txt')
      await stage.use({ ...button('results.selectAll'), role: 'checkbox' })
      await expect.poll(() => stage.page.getByRole('row', { selected: true }).count()).toBe(2)
    },
    { ways: desktopWays },
  ),
  press(
    'results: from what a folder does not have to what is below it',
    'files-none-found',
    link('files.searchBelow'),
    async stage => {
      await stage.path('/search')
      await queryIs(stage, 'in', 'website-static/')
    },
  ),
]
