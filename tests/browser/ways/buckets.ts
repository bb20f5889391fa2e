import { expect } from 'vitest'
import type { Bucket } from '../../../openapi/schema.ts'
import { owner } from '../../support/console.ts'
import { type Action, action } from './action.ts'
import { button, item, keyOf, link, rowLink } from './controls.ts'
import { sorts } from './sorting.ts'
import type { Stage } from './stage.ts'

const create = button('buckets.new')
const menu = button('common.actionsFor', 'name')
const understood = { ...button('buckets.deleteConfirm', 'name'), role: 'checkbox' } as const
const openIt = link('buckets.openIt')
const refresh = button('common.refresh')

async function has(stage: Stage, name: string): Promise<boolean> {
  const { buckets } = await stage.call<{ buckets: Bucket[] }>('GET', '/bucket')
  return buckets.some(bucket => bucket.name === name)
}

const bucket = (name: string, size: number, objects: number, created_at: number): Bucket => ({
  ...{ name, size, objects, created_at },
})
const three = [
  bucket('anh-cuoi', 30, 7, 1_790_000_002),
  bucket('ban-sao', 10, 9, 1_790_000_003),
  bucket('website-static', 20, 8, 1_790_000_001),
]

const dismissals = (
  [
    ['the cross', 'common.close'],
    ['its button', 'common.cancel'],
  ] as const
).map(([name, id]) =>
  action(`buckets: make none after all, by ${name}`, 'buckets', [button(id)], async stage => {
    await stage.open('buckets')
    await stage.use(create)
    await stage.dialog('buckets.newTitle')
    await stage.use(button(id))
    await stage.noDialog()
  }),
)

export const buckets: readonly Action[] = [
  action('buckets: make one', 'buckets', [create], async stage => {
    const name = `moi-${stage.name}`
    stage.forgetBucket(name)
    await stage.open('buckets')
    await stage.use(create)
    await stage.dialog('buckets.newTitle')
    await stage.fill('buckets.nameLabel', name)
    await stage.use(create)
    await stage.noDialog()
    await stage.path(`/bucket-management/${name}`)
    expect(await has(stage, name)).toBe(true)
  }),
  action('buckets: dismiss the message about a new one', 'buckets', [button('app.dismiss')], async stage => {
    await stage.open('buckets')
    await stage.use(create)
    await stage.dialog('buckets.newTitle')
    const name = `moi-${stage.name}`
    stage.forgetBucket(name)
    await stage.fill('buckets.nameLabel', name)
    await stage.use(create)
    await stage.noDialog()
    await stage.use(button('app.dismiss'))
    await expect.poll(() => stage.page.getByRole('button', { name: stage.t('app.dismiss') }).count()).toBe(0)
  }),
  action('buckets: make the first one', 'buckets-empty', [create], async stage => {
    await stage.open('buckets-empty')
    await stage.use(create)
    await stage.dialog('buckets.newTitle')
  }),
  ...dismissals,
  action('buckets: open one', 'buckets', [rowLink], async stage => {
    await stage.open('buckets')
    await stage.use({ ...rowLink, gridKey: undefined }, 'website-static')
    stage.used.add(keyOf(rowLink))
    await stage.path('/bucket-management/website-static')
  }),
  action('buckets: open one by its menu', 'buckets', [menu, item('common.open')], async stage => {
    await stage.open('buckets')
    await stage.choose(menu, item('common.open'), 'website-static')
    await stage.path('/bucket-management/website-static')
  }),
  action(
    'buckets: delete one',
    'buckets',
    [menu, item('common.delete'), understood, button('buckets.deleteDo')],
    async stage => {
      const name = `xoa-${stage.name}`
      await stage.makeBucket(name)
      await stage.open('buckets')
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('buckets.deleteTitle', { name })
      await stage.fill('confirm.pin', owner.pin)
      await stage.use(understood, name)
      await stage.use(button('buckets.deleteDo'))
      await stage.noDialog()
      expect(await has(stage, name)).toBe(false)
    },
  ),
  action(
    'buckets: delete one that is not empty with what it holds',
    'buckets',
    [button('contents.deleteDo'), button('jobs.close', 'bucket')],
    async stage => {
      const name = `day-${stage.name}`
      await stage.makeBucket(name)
      await stage.call('POST', '/objects/create-folder', { bucket: name, folder: 'a/' })
      await stage.open('buckets')
      await stage.choose(menu, item('common.delete'), name)
      await stage.dialog('contents.deleteTitle', { name })
      await stage.fill('confirm.pin', owner.pin)
      await stage.use(understood, name)
      await stage.use(button('contents.deleteDo'))
      await stage.noDialog()
      await stage.shows('jobs.delete-bucket.done', { bucket: name })
      expect(await has(stage, name)).toBe(false)
      await stage.use(button('jobs.close', 'bucket'), name)
    },
  ),
  action(
    'buckets: delete all data of one',
    'buckets',
    [item('buckets.format'), button('format.do')],
    async stage => {
      const name = `sach-${stage.name}`
      await stage.makeBucket(name)
      await stage.call('POST', '/objects/create-folder', { bucket: name, folder: 'a/' })
      await stage.open('buckets')
      await stage.choose(menu, item('buckets.format'), name)
      await stage.dialog('format.title', { name })
      await stage.page.getByLabel(stage.t('format.name', { name })).fill(name)
      await stage.use(button('format.do'))
      await stage.noDialog()
      await stage.shows('jobs.empty-bucket.done', { bucket: name })
      await stage.use(button('jobs.close', 'bucket'), name)
    },
  ),
  action(
    'buckets: open one that is not empty instead of deleting it',
    'bucket-delete-not-empty',
    [openIt],
    async stage => {
      await stage.open('bucket-delete-not-empty')
      await stage.use(openIt)
      await stage.noDialog()
      await expect.poll(() => new URL(stage.page.url()).pathname).toMatch(/^\/bucket-management\/./)
    },
  ),
  sorts(
    'buckets: sort by each column',
    'buckets',
    [
      { id: 'buckets.size', first: 'descending', rows: ['ban-sao', 'website-static', 'anh-cuoi'] },
      { id: 'buckets.objects', first: 'descending', rows: ['anh-cuoi', 'website-static', 'ban-sao'] },
      { id: 'buckets.created', first: 'descending', rows: ['website-static', 'anh-cuoi', 'ban-sao'] },
      { id: 'buckets.name', first: 'ascending', rows: ['anh-cuoi', 'ban-sao', 'website-static'] },
    ],
    async stage => {
      await stage.page.route('**/api/bucket', route => route.fulfill({ json: { buckets: three } }))
      await stage.open('buckets')
    },
  ),
  action('buckets: see what is there now', 'buckets', [refresh], async stage => {
    await stage.open('buckets')
    await stage.sends('GET', '/api/bucket', () => stage.use(refresh))
  }),
  action('buckets: clear the filter', 'buckets', [button('common.clear')], async stage => {
    await stage.open('buckets')
    await stage.page.getByPlaceholder(stage.t('buckets.search')).fill('khong-co')
    await stage.shows('buckets.none.title', { filter: 'khong-co' })
    await stage.use(button('common.clear'))
    await stage.page.getByText('website-static').first().waitFor()
  }),
  action('buckets: try again', 'buckets-failed', [button('common.retry')], async stage => {
    await stage.open('buckets-failed')
    await stage.page.unroute('**/api/bucket')
    await stage.use(button('common.retry'))
    await stage.page.getByText('website-static').first().waitFor()
  }),
]
