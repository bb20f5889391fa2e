import { expect } from 'vitest'
import { MiB } from '../../../domain/limits.ts'
import { signInApi } from '../../support/api.ts'
import { owner } from '../../support/console.ts'
import { keptName } from '../../support/kept-name.ts'
import { texts } from '../../support/screens.ts'
import { step } from '../../support/step.ts'
import { signIn } from '../../support/visit.ts'
import { lockedBucketJob } from './bucket-job.ts'
import {
  chooseByButton,
  deleteSelected,
  downloaded,
  downloadRow,
  downloadSelected,
  drop,
  grid,
  namesNow,
  row,
  uploadsDone,
} from './file-browser-page.ts'
import { copyJob } from './file-job.ts'
import { sha256 } from './file-tree.ts'
import { type Ground, openGround, storedHash, withKeys } from './ground.ts'

const t = texts('en')
const password = 'Mat-khau-moi-2026'
const bucket = 'tai-lieu.2026'

const oddNames = [
  '100% + #1 & = ; , @ $ \' ( ) * ! ~ ` ^ | < > [ ] { } ".txt',
  'a?b=c&d.txt',
  '%2F%20%zz.txt',
  'back\\slash.txt',
  'báo cáo quý 4 — Hội An.txt',
  '😀 👩‍👩‍👧‍👦.txt',
  '...',
  ' spaces at both ends ',
]
/** A key of 1,024 bytes: as long as S3 takes. */
const longest = ['x'.repeat(255), 'y'.repeat(255), 'z'.repeat(255), 'ế'.repeat(80), 'tận cùng'].join('/')
const longestFolder = longest + 'k'.repeat(1024 - Buffer.byteLength(longest))
/** Keys that no file system gives. */
const strangeKeys = ['/đầu.txt', '//hai.txt', 'giữa//trống.txt', 'a/../b.txt', './c.txt', '../d.txt']

/** From the first password to the sign-out. `more`: with a locked bucket, and files between buckets. */
export async function mainJob(ground: Ground, { more }: { more: boolean }): Promise<void> {
  const { kho, context, page, files, puts, storage, killOne, url, hereNow } = await openGround(
    ground,
    {
      'ghi chú.txt': 1200,
      'trống.txt': 0,
      'phim.mp4': 12 * MiB,
      'ảnh/Tết 2026/múa lân.jpg': 300_000,
      'ảnh/Tết 2026/pháo hoa.jpg': 200_000,
      'ảnh/bìa.png': 5000,
      ...Object.fromEntries(oddNames.map((name, index) => [`lạ/${name}`, 100 + index])),
      [longestFolder]: 77,
    },
    true,
  )
  const place = `/bucket-management/${bucket}`
  /** Goes there in the console, without a new load of the page. */
  const go = (path: string) => page.evaluate(address => history.pushState(null, '', address), url(path))

  await step('the first password has to be changed and a pin set; a tab at the sign-in follows', async () => {
    const other = await context.newPage()
    await other.goto(url('/userinfo'))
    await other.getByLabel(t('auth.email')).waitFor()
    await page.goto(kho.url)
    await signIn(page)
    await page.getByRole('heading', { name: t('auth.changeFirstTitle') }).waitFor()
    await expect.poll(hereNow).toBe('/change-password-first')
    await page.getByLabel(t('auth.currentPassword'), { exact: true }).fill(owner.password)
    await page.getByLabel(t('auth.newPassword'), { exact: true }).fill(password)
    await page.getByLabel(t('auth.confirmPassword'), { exact: true }).fill(password)
    await page.getByRole('button', { name: t('auth.changePassword') }).click()
    await page.getByRole('heading', { name: t('auth.pinSetUpTitle') }).waitFor()
    await expect.poll(hereNow).toBe('/security')
    await other.getByLabel(t('auth.email')).waitFor()
    await page.getByLabel(t('auth.pin'), { exact: true }).fill(owner.pin)
    await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(owner.pin)
    await page.getByRole('button', { name: t('auth.setPin') }).click()
    await page.getByText(t('buckets.empty.title')).waitFor()
    await expect.poll(hereNow).toBe('/bucket-management')
    await other.waitForURL('**/userinfo')
    await other.getByRole('heading', { level: 1, name: t('profile.title') }).waitFor()
    await other.close()
  })

  const api = await signInApi(kho.url, owner.email, password)

  await step('a bucket is made once its name keeps the rules', async () => {
    await page.getByRole('button', { name: t('buckets.new') }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel(t('buckets.nameLabel'))
    await name.fill('Tai_Lieu-')
    await dialog.getByRole('button', { name: t('buckets.new') }).click()
    const message = t('issue.bucket-name-characters')
    await dialog.locator('[aria-live]').getByText(message).waitFor()
    const rules = dialog.getByRole('list', { name: t('buckets.rulesLabel') }).getByRole('listitem')
    await expect.poll(() => rules.count()).toBe(3)
    await expect.poll(() => rules.getByText(message).count()).toBe(0)
    expect(await api.call('GET', '/bucket')).toMatchObject({ buckets: [] })
    await name.fill(bucket)
    await dialog.getByRole('button', { name: t('buckets.new') }).click()
    await page.getByText(t('files.empty.title')).waitFor()
    await expect.poll(hereNow).toBe(place)
  })

  await step('files go in by the button: whole, in parts, empty', async () => {
    await chooseByButton(page, 'files.uploadFiles', ['ghi chú.txt', 'trống.txt', 'phim.mp4'].map(files.path))
    await uploadsDone(page, 3)
  })

  await step('a folder goes in by its button', async () => {
    await chooseByButton(page, 'files.uploadFolder', files.path('ảnh'))
    await uploadsDone(page, 3)
  })

  await killOne()

  await step('files and folders go in by a drop', async () => {
    await row(page, 'ảnh').waitFor()
    await drop(page, [files.path('lạ'), files.path('x'.repeat(255))])
    await uploadsDone(page, oddNames.length + 1)
    await expect
      .poll(() => namesNow(page))
      .toEqual(['ảnh', 'lạ', 'x'.repeat(255), 'ghi chú.txt', 'phim.mp4', 'trống.txt'])
    expect([...puts]).toEqual([storage])
    for (const [key, hash] of files.hashes)
      expect([key, await storedHash(api, bucket, key)]).toEqual([key, hash])
  })

  await step(
    'a folder has an address of its own, for reload, back, forward and a link to share',
    async () => {
      await row(page, 'ảnh').getByRole('link').click()
      await row(page, 'Tết 2026').getByRole('link').click()
      await row(page, 'múa lân.jpg').waitFor()
      const inside = ['múa lân.jpg', 'pháo hoa.jpg']
      const path = `${place}/${encodeURIComponent('ảnh')}/${encodeURIComponent('Tết 2026')}`
      await expect.poll(hereNow).toBe(path)
      await page.reload()
      await expect.poll(() => namesNow(page)).toEqual(inside)
      await page.goBack()
      await expect.poll(() => namesNow(page)).toEqual(['Tết 2026', 'bìa.png'])
      await page.goForward()
      await expect.poll(() => namesNow(page)).toEqual(inside)
      const tab = await context.newPage()
      await tab.goto(url(path))
      await expect.poll(() => namesNow(tab)).toEqual(inside)
      await tab.close()
    },
  )

  await step('every odd name is downloaded as it was', async () => {
    await go(`${place}/${encodeURIComponent('lạ')}`)
    await expect.poll(async () => (await namesNow(page)).sort()).toEqual([...oddNames].sort())
    for (const name of oddNames) {
      const download = await downloadRow(page, row(page, name))
      expect((await downloaded(download)).hash).toBe(files.hashes.get(`lạ/${name}`))
    }
  })

  await step('the file in parts is downloaded under its name, from the toolbar', async () => {
    await go(place)
    await row(page, 'phim.mp4').click()
    expect(await downloadSelected(page)).toEqual({ name: 'phim.mp4', hash: files.hashes.get('phim.mp4') })
  })

  await step(
    'keys that no file system gives are listed at their own address, downloaded and deleted',
    async () => {
      const body = 'đủ'
      const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
        bucket,
        files: strangeKeys.map(key => ({ key, size: Buffer.byteLength(body) })),
      })
      for (const address of urls) expect((await fetch(address, { method: 'PUT', body })).status).toBe(200)
      await page.goto(url(place))
      for (const key of strangeKeys)
        await step(key, async () => {
          await go(place)
          const folders = key.split('/')
          const name = folders.pop()!
          for (const folder of folders)
            await row(page, folder === '' ? '/' : folder)
              .getByRole('link')
              .click()
          await page.reload()
          const file = row(page, name)
          const download = await downloadRow(page, file)
          expect((await downloaded(download)).hash).toBe(sha256(Buffer.from(body)))
          await deleteSelected(page, file)
          await file.waitFor({ state: 'detached' })
        })
    },
  )

  await step(
    'a new folder is made; files and folders are deleted, the folders with all in them',
    async () => {
      await go(place)
      await page.getByRole('button', { name: t('files.new') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('files.folderName')).fill('mới #1')
      await dialog.getByRole('button', { name: t('common.create') }).click()
      await row(page, 'mới #1').waitFor()
      await row(page, 'ảnh').click()
      await row(page, 'trống.txt').click({ modifiers: ['Control'] })
      await deleteSelected(page)
      await row(page, 'ảnh').waitFor({ state: 'detached' })
      await page.getByRole('button', { name: t('common.refresh') }).click()
      await grid(page).waitFor()
      await expect
        .poll(() => namesNow(page))
        .toEqual(['lạ', 'mới #1', 'x'.repeat(255), 'ghi chú.txt', 'phim.mp4'])
    },
  )

  await step('a bucket with files says so before it goes; an empty one requires pin and tick', async () => {
    const dialog = page.getByRole('alertdialog')
    const ask = async () => {
      await go('/bucket-management')
      await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
      await page.getByRole('menuitem', { name: t('common.delete') }).click()
      await dialog.waitFor()
    }
    const confirm = dialog.getByRole('button', { name: t('buckets.deleteDo') })
    await ask()
    await dialog.getByText(t('contents.allGoes')).waitFor()
    await expect.poll(() => confirm.count()).toBe(0)
    await dialog.getByRole('link', { name: t('buckets.openIt') }).click()
    await page.waitForURL(url(place))
    await page.getByRole('checkbox', { name: t('files.selectAll') }).check()
    await deleteSelected(page)
    await page.getByText(t('files.empty.title')).waitFor()
    await page.getByPlaceholder(t('files.search')).waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('button', { name: t('files.uploadFiles') }).count()).toBe(1)
    await ask()
    await confirm.click()
    await dialog.getByText(t('issue.required')).waitFor()
    await dialog.getByText(t('issue.confirm')).waitFor()
    await dialog.getByLabel(t('confirm.pin'), { exact: true }).fill('0000')
    await dialog.getByRole('checkbox').check()
    await confirm.click()
    await dialog.getByText(t('error.PIN_INCORRECT')).waitFor()
    await dialog.getByLabel(t('confirm.pin'), { exact: true }).fill(owner.pin)
    await confirm.click()
    await page.getByText(t('buckets.empty.title')).waitFor()
    expect(await api.call('GET', '/bucket')).toMatchObject({ buckets: [] })
  })

  if (more) {
    const outside = await withKeys(kho, ground, api)
    await step('a locked bucket', () => lockedBucketJob({ page, ...outside }))
    await step('files between buckets', () => copyJob({ page, ...outside }))
  }

  await step('after signing out its tokens are dead', async () => {
    const cookies = await context.cookies(url('/api/auth/refresh-token'))
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const name = await keptName(page, 'refresh')
    const token = () => page.evaluate(name => localStorage.getItem(name), name)
    const refreshToken = (await token())?.split(' ')[0]
    const headers = { cookie, origin: new URL(kho.url).origin }
    expect((await fetch(url('/api/user'), { headers })).status).toBe(200)
    await page.getByRole('button', { name: t('shell.account', { name: 'nguyen.van.an' }) }).click()
    await page.getByText(t('shell.logout')).click()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    await expect.poll(hereNow).toBe('/')
    const renewal = { method: 'POST', headers: { ...headers, authorization: `Bearer ${refreshToken}` } }
    expect((await fetch(url('/api/user'), { headers })).status).toBe(401)
    expect((await fetch(url('/api/auth/refresh-token'), renewal)).status).toBe(401)
    await expect.poll(token).toBe(null)
    await page.goBack()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
  })
}
