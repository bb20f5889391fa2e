import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { ObjectPage, Permission, SignedUrls } from '../../openapi/schema.ts'
import type { Api } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { signInBeside } from '../support/visit.ts'
import { grid, namesNow, row, uploadsDone } from './support/file-browser-page.ts'
import { makeOwner, makeSubUser } from './support/people.ts'

// What each level may: tests/domain/roles.test.ts, tests/src/file-actions.test.ts, tests/server/levels.test.ts.

const t = texts('en')

async function putFile(url: string, api: Api, bucket: string, key: string) {
  const files = [{ key, size: 8 }]
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
  const answer = await fetch(new URL(urls[0]!, url), { method: 'PUT', body: 'Xin chao' })
  expect(answer.status).toBe(200)
}

/**
 * A sub-user with this permission, signed in and at the buckets; the account has one, with a folder and two files.
 * `asked`: the paths of its calls; `refused`: of those that the server denied.
 */
async function signedIn(permission: Permission) {
  const { url } = await sharedConsole()
  const { email, api } = await makeOwner(url)
  const bucket = `chung-${email.split('@')[0]}`
  await api.call('POST', '/bucket', { bucket })
  await api.call('POST', '/objects/create-folder', { bucket, folder: 'ảnh/' })
  await putFile(url, api, bucket, 'ghi chú.txt')
  await putFile(url, api, bucket, 'cũ.txt')
  const user = await makeSubUser(url, api, permission)
  const page = await nextPage({ signedIn: false })
  const asked: string[] = []
  const refused: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  page.on('response', answer => {
    if (answer.status() === 403) refused.push(new URL(answer.url()).pathname)
  })
  await signInBeside(page, url, { email: user.email, password: owner.password })
  await page.goto('/bucket-management')
  await page.getByText(bucket, { exact: true }).first().waitFor()
  async function keysThere(): Promise<string[]> {
    const query = new URLSearchParams({ bucket, prefix: '' })
    const { items } = await api.call<ObjectPage>('GET', `/objects/paginate?${query}`)
    return items.map(({ key }) => key).sort()
  }
  return { page, asked, refused, bucket, user, api, keysThere }
}

/** The names of the buttons in an area of the page, in its order. */
async function buttonsOf(page: Page, selector: string): Promise<string[]> {
  const buttons = page.locator(selector).getByRole('button')
  return buttons.evaluateAll(all =>
    all.map(each => each.getAttribute('aria-label') ?? each.textContent ?? ''),
  )
}

async function menuHas(page: Page, label: string, entries: string[]): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(entries)
  await page.keyboard.press('Escape')
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
}

async function openBucket(page: Page, bucket: string) {
  await page.getByRole('link', { name: bucket }).click()
  await page.getByRole('navigation', { name: t('files.path') }).waitFor()
}

async function upload(page: Page, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await page
    .locator('#content')
    .getByRole('button', { name: t('files.uploadFiles') })
    .last()
    .click()
  await (await chooser).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Xin chào') }])
}

const open = t('common.open')
const remove = t('common.delete')
const looks = [open, t('buckets.act.details'), t('buckets.act.link'), t('buckets.act.sharing')]
const settings = [t('buckets.act.policy'), t('buckets.act.versioning'), t('buckets.act.lifecycle')]
const fileLooks = [t('files.preview'), t('files.download')]
const fileChanges = [
  ...[t('files.copyTo'), t('files.moveTo'), t('files.takeCut'), t('files.takeCopy')],
  t('files.rename'),
]
const fileFacts = [t('files.versions'), t('files.details')]
const fileWords = [t('files.charset'), t('files.delete')]

describe.each([
  {
    permission: 'read',
    group: ['ways'],
    create: false,
    bucketMenu: [...looks, ...settings],
    fileMenu: [...fileLooks, t('files.share'), t('files.link'), ...fileFacts],
    uploads: false,
  },
  {
    permission: 'read-write',
    group: [],
    create: false,
    bucketMenu: [...looks, ...settings],
    fileMenu: [...fileLooks, ...fileChanges, t('files.share'), t('files.link'), ...fileFacts, ...fileWords],
    uploads: true,
  },
  {
    permission: 'full-control',
    group: ['ways'],
    create: true,
    bucketMenu: [
      ...[...looks, t('buckets.act.public'), t('buckets.act.private'), ...settings],
      ...[t('buckets.format'), remove],
    ],
    fileMenu: [
      ...[
        ...fileLooks,
        ...fileChanges,
        t('files.share'),
        t('files.link'),
        t('files.public'),
        t('files.private'),
      ],
      ...[...fileFacts, ...fileWords],
    ],
    uploads: true,
  },
] as const)('a sub-user with $permission', ({ permission, group, create, bucketMenu, fileMenu, uploads }) => {
  test('is offered what the level allows, does it, and meets no refusal', { tags: [...group] }, async () => {
    const { page, asked, refused, bucket, keysThere } = await signedIn(permission)

    await step('the menu of sub-users', async () => {
      const links = page.getByRole('navigation', { name: t('shell.navigation') }).getByRole('link')
      await expect
        .poll(() => links.allInnerTexts())
        .toEqual([t('shell.menu./bucket-management'), t('shell.menu./userinfo'), t('shell.menu./security')])
    })

    await step('buckets', async () => {
      await menuHas(page, t('common.actionsFor', { name: bucket }), [...bucketMenu])
      await expect
        .poll(() => page.getByRole('button', { name: t('buckets.new') }).count())
        .toBe(create ? 1 : 0)
    })

    await step('files, and no quota', async () => {
      await openBucket(page, bucket)
      await row(page, 'ghi chú.txt').waitFor()
      // It would be read before the files.
      expect(asked).not.toContain('/api/dashboard/quota-user')
      const buttons = [t('files.new'), t('files.uploadFolder'), t('files.uploadFiles')]
      await expect
        .poll(() => buttonsOf(page, '#content header'))
        .toEqual([t('common.refresh'), ...(uploads ? buttons : []), t('files.showTiles')])
      await menuHas(page, t('files.actionsFor', { name: 'ghi chú.txt' }), [...fileMenu])
    })

    await step('the selection: Delete asks only where the level allows it', async () => {
      await grid(page).focus()
      await page.keyboard.press('Control+a')
      const bar = page.getByRole('toolbar')
      await bar.waitFor()
      await expect
        .poll(() => bar.getByRole('button', { name: t('files.delete') }).count())
        .toBe(uploads ? 1 : 0)
      const dialog = page.getByRole('alertdialog')
      await page.keyboard.press('Delete')
      if (uploads) await dialog.getByRole('button', { name: t('common.cancel') }).click()
      // A dialog would take this key, and the rows would stay selected.
      await page.keyboard.press('Escape')
      await bar.waitFor({ state: 'detached' })
    })

    await step('a download', async () => {
      const download = page.waitForEvent('download')
      await row(page, 'ghi chú.txt').dblclick()
      const preview = page.getByRole('dialog', { name: 'ghi chú.txt' })
      await preview.getByRole('button', { name: t('files.download'), exact: true }).click()
      expect((await download).suggestedFilename()).toBe('ghi chú.txt')
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })
    })

    if (uploads) {
      await step('an upload, and its deletion', async () => {
        const name = `${permission}.txt`
        await upload(page, name)
        await uploadsDone(page, 1)
        await row(page, name).click()
        await page.keyboard.press('Delete')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('files.delete') })
          .click()
        // Behind a dialog no role is seen: it goes first.
        await page.getByRole('alertdialog').waitFor({ state: 'detached' })
        await row(page, name).waitFor({ state: 'detached' })
        expect(await keysThere()).toEqual(['cũ.txt', 'ghi chú.txt', 'ảnh/'].sort())
      })
    }

    if (create) {
      await step('a bucket is made, and deleted with the own pin', async () => {
        const own = `rieng-${bucket}`
        await page.goto('/bucket-management')
        await page.getByRole('button', { name: t('buckets.new') }).click()
        await page.getByLabel(t('buckets.nameLabel')).fill(own)
        await page.getByLabel(t('buckets.nameLabel')).press('Enter')
        await page.waitForURL(`**/bucket-management/${own}`)
        await page.goto('/bucket-management')
        await page.getByRole('button', { name: t('common.actionsFor', { name: own }) }).click()
        await page.getByRole('menuitem', { name: remove }).click()
        await page.getByLabel(t('confirm.pin'), { exact: true }).fill(owner.pin)
        await page.getByLabel(t('buckets.deleteConfirm', { name: own })).check()
        await page.getByRole('button', { name: t('buckets.deleteDo') }).click()
        await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
        await page.getByRole('link', { name: own }).waitFor({ state: 'detached' })
      })
    }

    expect(refused).toEqual([])
  })
})

test('a sub-user with write is told that the level shows nothing, uploads, makes a folder, and goes by paths', async () => {
  const { page, refused, bucket, keysThere } = await signedIn('write')

  await step('the level shows nothing, and no listing is asked for', async () => {
    await openBucket(page, bucket)
    await page.getByRole('heading', { name: t('files.blind.title') }).waitFor()
    await expect.poll(() => buttonsOf(page, '#content header')).toEqual([t('files.new')])
    await expect.poll(() => grid(page).count()).toBe(0)
  })

  await step('uploads by the button, after it was said once that names are not compared', async () => {
    await upload(page, 'mới.txt')
    await page.getByText(t('files.conflictNotAllowed')).waitFor()
    const cancel = page.getByRole('button', { name: t('common.cancel') })
    await expect.poll(() => cancel.evaluate(button => button === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: t('files.uploadAnyway'), exact: true }).click()
    await uploadsDone(page, 1)
    expect(await keysThere()).toContain('mới.txt')
    await upload(page, 'mới 2.txt')
    await uploadsDone(page, 1)
  })

  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await step('a folder, in which it is then', async () => {
    await page.getByRole('button', { name: t('files.new') }).click()
    await page.getByLabel(t('files.folderName')).fill('thư mục')
    await page.getByLabel(t('files.folderName')).press('Enter')
    await page.getByText(t('files.created')).waitFor()
    expect(await keysThere()).toContain('thư mục/')
    await heading('thư mục').waitFor()
  })

  await step('another folder by its path, and back', async () => {
    await page.getByLabel(t('files.openPath'), { exact: true }).fill('/ảnh/Tết 2026/')
    await page.keyboard.press('Enter')
    await heading('Tết 2026').waitFor()
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).pathname))
      .toBe(`/bucket-management/${bucket}/ảnh/Tết 2026`)
    await page.getByLabel(t('files.openPath'), { exact: true }).fill('/')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('files.blind.title') }).waitFor()
    await expect
      .poll(() => decodeURIComponent(new URL(page.url()).pathname))
      .toBe(`/bucket-management/${bucket}`)
  })

  expect(refused).toEqual([])
})

test('a permission that is taken away while the page is open is said where it is needed, and offered no longer', async () => {
  const { page, bucket, user, api } = await signedIn('read-write')
  await openBucket(page, bucket)
  await row(page, 'cũ.txt').click()
  await api.call('PUT', '/user-management', { id: user.id, permission: 'read' })
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: t('files.delete') }).click()
  await dialog.getByText(t('error.PERMISSION_DENIED')).waitFor()
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('files.uploadFiles') }).waitFor({ state: 'detached' })
  await expect.poll(() => namesNow(page)).toContain('cũ.txt')
})
