import { expect } from 'vitest'
import type { BucketAcl } from '../../../openapi/schema.ts'
import { type Action, action } from './action.ts'
import { button, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const menu = button('common.actionsFor', 'name')
const makePublic = button('sharing.public.do')
const makePrivate = button('sharing.private.do')
const generate = button('sharing.link.do')
const copy = button('keys.copy', 'what')

/** A new bucket with the file a.txt. */
async function shared(stage: Stage): Promise<{ bucket: string; url: string }> {
  const bucket = `mo-${stage.name}`
  await stage.call('POST', '/bucket', { bucket })
  const files = [{ key: 'a.txt', size: 3 }]
  const { urls } = await stage.call<{ urls: string[] }>('POST', '/objects/get-put-urls', { bucket, files })
  expect((await fetch(urls[0]!, { method: 'PUT', body: 'kho' })).status).toBe(200)
  const { url } = await stage.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
  return { bucket, url }
}

/** What a browser without a session gets there. */
async function anonymously(stage: Stage, url: string): Promise<number | undefined> {
  const context = await stage.page.context().browser()!.newContext()
  try {
    const page = await context.newPage()
    return (await page.goto(url))?.status()
  } finally {
    await context.close()
  }
}

const pages = (
  [
    ['buckets.act.details', 'overview'],
    ['buckets.act.sharing', 'sharing'],
    ['buckets.act.policy', 'policy'],
    ['buckets.act.versioning', 'versions'],
    ['buckets.act.lifecycle', 'lifecycle'],
  ] as const
).map(([id, tab]) =>
  action(`buckets: go to ${tab} by the menu`, 'buckets', [menu, item(id)], async stage => {
    await stage.open('buckets')
    await stage.choose(menu, item(id), 'website-static')
    await stage.path(`/bucket-management/-/website-static/${tab}`)
  }),
)

export const bucketSharing: readonly Action[] = [
  ...pages,
  action(
    'buckets: make one public, and private again: others see it, and then no more',
    'bucket-public',
    [menu, item('buckets.act.public'), makePublic, item('buckets.act.private'), makePrivate],
    async stage => {
      const { bucket, url } = await shared(stage)
      await stage.goto('/bucket-management')
      await stage.page
        .getByRole('link', { name: stage.t('buckets.mark.private.tip') })
        .first()
        .waitFor()
      await stage.choose(menu, item('buckets.act.public'), bucket)
      await stage.shows('sharing.public.at')
      await stage.use(makePublic)
      await stage.noDialog()
      expect([await anonymously(stage, url), await anonymously(stage, `${url}a.txt`)]).toEqual([200, 200])
      await stage.page
        .getByRole('link', { name: stage.t('buckets.mark.public.tip') })
        .first()
        .waitFor()
      await stage.choose(menu, item('buckets.act.private'), bucket)
      await stage.shows('sharing.private.links')
      await stage.use(makePrivate)
      await stage.noDialog()
      expect([await anonymously(stage, url), await anonymously(stage, `${url}a.txt`)]).toEqual([403, 403])
    },
  ),
  action(
    'buckets: generate a link',
    'buckets-marked',
    [menu, item('buckets.act.link'), generate, copy, button('common.close')],
    async stage => {
      const { bucket } = await shared(stage)
      await stage.goto('/bucket-management')
      await stage.choose(menu, item('buckets.act.link'), bucket)
      await stage.dialog('sharing.link.title', { name: bucket })
      await stage.fill('sharing.link.file', 'a.txt')
      await stage.use(generate)
      const made = stage.page.getByRole('group', { name: stage.t('sharing.link.made') })
      const url = await made.getByText(/^http/).textContent()
      expect(await (await fetch(url!)).text()).toBe('kho')
      await stage.use(copy, stage.t('sharing.link.made'))
      await stage.use(button('common.close'))
      await stage.noDialog()
    },
  ),
  action(
    'bucket: public and private on its page',
    'bucket-sharing',
    [link('bucket.tab.sharing'), link('bucket.tab.policy'), makePublic, makePrivate, copy],
    async stage => {
      const { bucket } = await shared(stage)
      await stage.goto(`/bucket-management/-/${bucket}/policy`)
      await stage.use(link('bucket.tab.sharing'))
      await stage.path(`/bucket-management/-/${bucket}/sharing`)
      await stage.use(makePublic)
      await stage.dialog('sharing.public.title', { name: bucket })
      const dialog = stage.page.getByRole('alertdialog')
      await dialog.getByRole('button', { name: stage.t('sharing.public.do') }).click()
      await stage.noDialog()
      await stage.shows('sharing.by.console')
      await stage.use(copy, stage.t('sharing.address'))
      await stage.use(makePrivate)
      await stage.page
        .getByRole('alertdialog')
        .getByRole('button', { name: stage.t('sharing.private.do') })
        .click()
      await stage.noDialog()
      await stage.shows('sharing.isPrivate')
      await stage.use(link('bucket.tab.policy'))
      await stage.path(`/bucket-management/-/${bucket}/policy`)
    },
  ),
  action(
    'buckets: ask to format one, and leave it',
    'buckets',
    [menu, item('buckets.format'), button('common.cancel')],
    async stage => {
      await stage.open('buckets')
      await stage.choose(menu, item('buckets.format'), 'website-static')
      await stage.dialog('format.title', { name: 'website-static' })
      await stage.use(button('common.cancel'))
      await stage.noDialog()
    },
  ),
  action(
    'buckets: a right click opens the menu of a row',
    'buckets',
    [],
    async stage => {
      await stage.open('buckets')
      const row = stage.page.getByRole('row').filter({ hasText: 'website-static' })
      await row.click({ button: 'right', position: { x: 200, y: 12 } })
      await stage.page.getByRole('menuitem', { name: stage.t('buckets.act.policy') }).waitFor()
      await stage.page.keyboard.press('Escape')
      await expect.poll(() => stage.page.getByRole('menuitem').count()).toBe(0)
    },
    { ways: ['mouse'] },
  ),
]
