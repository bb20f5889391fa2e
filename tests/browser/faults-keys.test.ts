// @module-tag faults
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../support/say.ts'
import { chooseFiles, dropFiles, rowSays, UploadStage, uploadRow } from '../support/upload-stage.ts'

/** Names that addresses, S3 or XML could take for something else. */
const names = [
  'a b.txt',
  ' trước và sau ',
  '100%.txt',
  '%41%2F.txt',
  'a+b.txt',
  '#1.txt',
  'sao?.txt',
  'a&b=c;d.txt',
  `"'<>.txt`,
  '~tạm.txt',
  '...',
  'Báo cáo tháng 9.txt'.normalize('NFC'),
  '📦 hộp 👨‍👩‍👧.txt',
  `${'dài'.repeat(60)}.txt`,
]
const folder = '100% #1 + đủ? 📦'

let stage: UploadStage
beforeAll(async () => {
  stage = await UploadStage.open({ partSize: 1024 ** 2 })
})
afterAll(() => stage?.close())

const listRow = (page: Page, name: string): Locator =>
  page
    .getByRole('grid', { name: say('en', 'files.list') })
    .getByRole('row')
    .filter({ has: page.getByTitle(name, { exact: true }) })

/** Deletes what is selected, and waits until the dialog has gone. */
async function deleteSelected(page: Page): Promise<void> {
  const action = { name: say('en', 'files.delete') }
  await page.getByRole('toolbar').getByRole('button', action).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', action).click()
  await dialog.waitFor({ state: 'detached' })
}

async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download')
  await listRow(page, name)
    .getByRole('button', { name: say('en', 'files.actionsFor', { name }), exact: true })
    .click()
  await page.getByRole('menuitem', { name: say('en', 'files.download') }).click()
  const file = await started
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(await file.path())) hash.update(chunk)
  return hash.digest('hex')
}

test('files with odd names in a folder with an odd name are uploaded, listed, downloaded and deleted right', async () => {
  const files = names.map(name => stage.file(join('cây', folder, name), 1000 + name.length))
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: say('en', 'files.uploadFolder') })
    .first()
    .click()
  await (await chooser).setFiles(join(stage.folder, 'cây', folder))
  await page
    .getByText(say('en', 'uploads.done', { completed: files.length }))
    .first()
    .waitFor()
  expect(await stage.stored(bucket)).toEqual(
    Object.fromEntries(files.map(({ name, sha256 }) => [`${folder}/${name}`, sha256])),
  )
  await page
    .getByRole('region', { name: say('en', 'uploads.panel'), exact: true })
    .getByRole('button', { name: say('en', 'uploads.close') })
    .click()
  await listRow(page, folder).getByRole('link').click()
  for (const { name } of files) await listRow(page, name).waitFor()
  await page.reload()
  await listRow(page, names[0]!).waitFor()
  for (const { name, sha256 } of files) expect(await download(page, name)).toBe(sha256)
  await page.getByRole('checkbox', { name: say('en', 'files.selectAll') }).check()
  await deleteSelected(page)
  await page.getByText(say('en', 'files.deleted')).waitFor()
  expect(await stage.stored(bucket)).toEqual({})
  await context.close()
})

test('names that were typed on a Mac, in decomposed form, become the composed ones', async () => {
  const name = 'Tiếng Việt.txt'
  const file = stage.file(name.normalize('NFD'), 10)
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  await chooseFiles(page, [file])
  await rowSays(uploadRow(page, name.normalize('NFC')), 'completed')
  expect(await stage.stored(bucket)).toEqual({ [name.normalize('NFC')]: file.sha256 })
  await context.close()
})

test('a key of 1,024 bytes is uploaded, one of 1,025 is refused with the reason', async () => {
  const level = 'x'.repeat(203)
  const below = `${level}/${level}/${level}/${level}/${level}`
  const fits = stage.file(join('sâu', below, 'a.tx'), 10)
  const long = stage.file(join('sâu', below, 'a.txt'), 10)
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  await dropFiles(page, [{ path: join(stage.folder, 'sâu', level) }])
  await page.getByRole('button', { name: say('en', 'uploads.showFiles', { name: level }) }).click()
  await rowSays(uploadRow(page, fits.name), 'completed')
  await rowSays(uploadRow(page, long.name), 'failed', 'KEY_TOO_LONG')
  await page.getByText(say('en', 'uploads.reason.KEY_TOO_LONG')).waitFor()
  expect(await stage.stored(bucket)).toEqual({ [`${below}/a.tx`]: fits.sha256 })
  await context.close()
})

test('keys that look like paths are listed, opened, downloaded and deleted as they are', async () => {
  const bucket = await stage.newBucket()
  const keys = ['//hai.txt', '/đầu.txt', '../lên.txt', 'a/../b.txt', 'a/./c.txt', 'a//d.txt', 'a/~/e.txt']
  for (const Key of keys) {
    await stage.s3.putObject({ Bucket: bucket, Key, Body: `bytes of ${Key}` })
  }
  const { context, page } = await stage.visitor(bucket, { clock: false })
  for (const key of keys) {
    await page.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
    const levels = key.split('/')
    const name = levels.pop() ?? ''
    for (const level of levels)
      await listRow(page, level === '' ? '/' : level)
        .getByRole('link')
        .click()
    await listRow(page, name).waitFor()
    expect(await download(page, name)).toBe(createHash('sha256').update(`bytes of ${key}`).digest('hex'))
  }
  await page.goto(`${stage.proxy.url}/bucket-management/${bucket}`)
  await listRow(page, '..').getByRole('checkbox').check()
  await deleteSelected(page)
  expect(Object.keys(await stage.stored(bucket)).sort()).toEqual(
    keys.filter(key => !key.startsWith('../')).sort(),
  )
  await listRow(page, '/').getByRole('checkbox').check()
  await deleteSelected(page)
  expect(Object.keys(await stage.stored(bucket)).sort()).toEqual(
    keys.filter(key => key.startsWith('a')).sort(),
  )
  await context.close()
})

const spelled = (form: 'NFC' | 'NFD') => 'Hà Nội.txt'.normalize(form)
const answer = (page: Page, choice: 'keepBoth' | 'skip' | 'replace') =>
  page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('en', `files.${choice}`), exact: true })
    .click()

test('two chosen names that come to one key are asked about, and both are kept', async () => {
  const [one, two] = [stage.file(spelled('NFC'), 10), stage.file(spelled('NFD'), 20)]
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  await chooseFiles(page, [one, two])
  const title = say('en', 'files.duplicatesTitle', { count: 1, name: spelled('NFC') })
  await page.getByRole('alertdialog', { name: title }).waitFor()
  await answer(page, 'keepBoth')
  await page.getByRole('heading', { name: say('en', 'uploads.done', { completed: 2 }) }).waitFor()
  const stored = await stage.stored(bucket)
  expect(Object.keys(stored)).toEqual(['Hà Nội (1).txt', 'Hà Nội.txt'].map(name => name.normalize('NFC')))
  expect(Object.values(stored).toSorted()).toEqual([one.sha256, two.sha256].toSorted())
  await context.close()
})

test('a name whose file is still on its way is asked about, and its replacement is what remains', async () => {
  const [one, two] = [stage.file(spelled('NFC'), 10), stage.file(spelled('NFD'), 20)]
  const bucket = await stage.newBucket()
  const { context, page } = await stage.visitor(bucket, { clock: false })
  const fault = stage.proxy.add({
    ...{ method: 'POST', path: /\/objects\/get-put-urls$/, kind: 'hold' },
    times: Number.POSITIVE_INFINITY,
  })
  await chooseFiles(page, [one])
  await rowSays(uploadRow(page, spelled('NFC')), 'uploading')
  await chooseFiles(page, [two])
  const title = say('en', 'files.conflictTitle', { count: 1, name: spelled('NFC') })
  await page.getByRole('alertdialog', { name: title }).waitFor()
  fault.times = 0
  await answer(page, 'skip')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await chooseFiles(page, [two])
  await answer(page, 'replace')
  await page.getByRole('button', { name: say('en', 'uploads.pauseAll') }).click()
  await page.getByRole('button', { name: say('en', 'uploads.continueAll') }).click()
  await page.getByRole('heading', { name: say('en', 'uploads.done', { completed: 2 }) }).waitFor()
  expect(await stage.stored(bucket)).toEqual({ [spelled('NFC')]: two.sha256 })
  await context.close()
})
