import { expect } from 'vitest'
import type { BucketAcl, BucketPolicy } from '../../../openapi/schema.ts'
import { answerChanged } from '../../support/changed-answer.ts'
import { type Action, action } from './action.ts'
import { button, item, link } from './controls.ts'
import type { Stage } from './stage.ts'

const menu = button('common.actionsFor', 'name')
const makePublic = button('sharing.public.do')
const openEverything = button('sharing.public.everything')
const makePrivate = button('sharing.private.do')
const generate = button('sharing.link.do')
const showList = button('picker.show')
const hideList = button('picker.hide')
const copy = button('keys.copy', 'what')
const goOn = button('sharing.open.goOn')

/** A new bucket with the files a.txt and anh/b.txt. */
async function shared(stage: Stage): Promise<{ bucket: string; url: string }> {
  const bucket = `mo-${stage.name}`
  await stage.makeBucket(bucket)
  const files = ['a.txt', 'anh/b.txt'].map(key => ({ key, size: 3 }))
  const { urls } = await stage.call<{ urls: string[] }>('POST', '/objects/get-put-urls', { bucket, files })
  for (const each of urls) expect((await fetch(each, { method: 'PUT', body: 'kho' })).status).toBe(200)
  const { url } = await stage.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
  return { bucket, url }
}

/** Takes a row of the list under the field of the file. */
async function pick(stage: Stage, name: string): Promise<void> {
  const row = stage.page.getByRole('listbox').getByRole('option', { name, exact: true })
  await row.waitFor()
  if (stage.way === 'touch') return row.tap()
  if (stage.way !== 'keyboard') return row.click()
  const field = stage.page.getByRole('combobox', { name: stage.t('sharing.link.file') })
  await expect.poll(() => field.evaluate(element => element === document.activeElement)).toBe(true)
  const active = () => field.getAttribute('aria-activedescendant')
  const wanted = await row.getAttribute('id')
  for (let at = await active(); at !== wanted; at = await active()) {
    await stage.page.keyboard.press('ArrowDown')
    await expect.poll(active).not.toBe(at)
  }
  await stage.page.keyboard.press('Enter')
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

/** Another one makes the folder anh/ public by a statement of this name. */
async function openElsewhere(stage: Stage, bucket: string, name: string): Promise<void> {
  const { revision } = await stage.call<BucketPolicy>('GET', `/bucket/policy?bucket=${bucket}`)
  const statement = { Sid: name, Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ ...statement, Resource: `arn:aws:s3:::${bucket}/anh/*` }],
  })
  await stage.call('PUT', '/bucket/policy', { bucket, policy, revision })
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
    'bucket-link',
    [menu, item('buckets.act.link'), showList, hideList, generate, copy, button('common.close')],
    async stage => {
      const { bucket } = await shared(stage)
      await stage.goto('/bucket-management')
      await stage.choose(menu, item('buckets.act.link'), bucket)
      await stage.dialog('sharing.link.title', { name: bucket })
      await pick(stage, 'anh')
      await pick(stage, stage.t('picker.up'))
      await pick(stage, 'anh')
      await pick(stage, 'b.txt 3 Bytes')
      await stage.use(showList)
      await stage.page.getByRole('listbox').waitFor()
      await stage.use(hideList)
      await stage.page.getByRole('listbox').waitFor({ state: 'detached' })
      await stage.use(generate)
      const made = stage.page.getByRole('group', { name: stage.t('sharing.link.made') })
      const url = await made.getByText(/^http/).textContent()
      expect(new URL(url!).pathname).toMatch(/\/anh\/b\.txt$/)
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
    'bucket: who may read it was changed by another one: both are shown, and either stays',
    'bucket-sharing',
    [makePublic, openEverything, button('conflict.take')],
    async stage => {
      const { bucket } = await shared(stage)
      await stage.goto(`/bucket-management/-/${bucket}/sharing`)
      const dialog = stage.page.getByRole('alertdialog')
      const takeTheirs = dialog.getByRole('button', { name: stage.t('conflict.take') })
      // After the first round the bucket is public by a policy.
      const rounds = [
        { name: 'AnhMua1', act: 'sharing.public.do', title: 'sharing.public.title' },
        { name: 'AnhMua2', act: 'sharing.public.everything', title: 'sharing.public.everythingTitle' },
      ] as const
      for (const { name, act, title } of rounds) {
        const doIt = dialog.getByRole('button', { name: stage.t(act) })
        await stage.use(button(act))
        await stage.dialog(title, { name: bucket })
        await openElsewhere(stage, bucket, name)
        await doIt.click()
        await stage.dialog('conflict.title')
        const theirs = dialog.getByRole('region', { name: stage.t('conflict.theirs') })
        await theirs.getByText(stage.t('sharing.by.policy', { name })).waitFor()
        const yours = dialog.getByRole('region', { name: stage.t('conflict.yours') })
        await yours.getByText(stage.t('sharing.by.console')).waitFor()
        if (name === 'AnhMua1') {
          await takeTheirs.waitFor()
          await stage.use(button('conflict.take'))
        } else await doIt.click()
        await stage.noDialog()
      }
      const { public_by } = await stage.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
      expect(public_by.map(({ name }) => name).toSorted()).toEqual(['AnhMua2', 'KhoPublicRead'])
    },
  ),
  action('bucket: look for public files beyond the first hundred', 'bucket-sharing', [goOn], async stage => {
    const { bucket } = await shared(stage)
    const { open_files } = await stage.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
    await stage.page.route(`**/api/bucket/acl?bucket=${bucket}`, route =>
      answerChanged<BucketAcl>(route, acl => ({
        ...acl,
        open_files: { files: [], checked: 100, next: '0' },
      })),
    )
    await stage.goto(`/bucket-management/-/${bucket}/sharing`)
    await stage.use(goOn)
    await stage.page.getByText(stage.t('sharing.open.all', { count: 100 + open_files.checked })).waitFor()
  }),
  action(
    'buckets: ask to format one, and leave it',
    'bucket-format',
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
