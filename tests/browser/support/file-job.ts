import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { dayOf, endOfDay } from '../../../domain/expiry-day.ts'
import { formatsOf } from '../../../src/i18n/formats.ts'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { texts } from '../../support/screens.ts'
import { step } from '../../support/step.ts'
import type { JobStage } from './bucket-job.ts'
import { row } from './file-browser-page.ts'

const t = texts('en')

/** What both jobs do on the page with files of a folder, by the menu of their rows. */
function onPage({ page, url, client }: JobStage, here: string) {
  const textOf = async (bucket: string, Key: string, VersionId?: string) => {
    const { Body } = await client.getObject({ Bucket: bucket, Key, VersionId })
    return Body!.transformToString()
  }
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))
  return {
    textOf,
    dialog,
    put: (bucket: string, name: string, body: string) =>
      client.putObject({ Bucket: bucket, Key: here + name, Body: body }),
    /** What the files of the folder hold, by their names in it. */
    async held(bucket: string) {
      const { Contents = [] } = await client.listObjectsV2({ Bucket: bucket, Prefix: here })
      const all = Contents.map(
        async ({ Key }) => [Key!.slice(here.length), await textOf(bucket, Key!)] as const,
      )
      return Object.fromEntries(await Promise.all(all))
    },
    async openFolder(bucket: string, name: string) {
      await page.goto(`${url}/bucket-management/${bucket}/${encodeURIComponent(here.slice(0, -1))}`)
      await row(page, name).waitFor()
    },
    async choose(name: string, id: MessageId) {
      await row(page, name).click({ button: 'right', position: { x: 250, y: 12 } })
      await page.getByRole('menuitem', { name: t(id), exact: true }).click()
    },
    answer: (id: MessageId) =>
      dialog()
        .getByRole('button', { name: t(id), exact: true })
        .click(),
    says: (text: string) => page.getByText(text).first().waitFor(),
  }
}

/** Copies and moves to another bucket, where names may be taken, renames of folders, and archives: more than the walks do. */
export async function copyJob(stage: JobStage): Promise<void> {
  const here = 'thu mục/'
  const [Bucket, other] = ['tep-2026', 'tep-khac-2026'] as const
  const { page } = stage
  const { put, held, openFolder, choose, dialog, answer, says } = onPage(stage, here)
  for (const bucket of [Bucket, other]) await stage.api.call('POST', '/bucket', { bucket })
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'trong/a.txt', 'trong/sâu/b.txt'])
    await put(Bucket, name, 'new')
  for (const name of ['a.txt', 'b.txt', 'c.txt', 'trong/a.txt']) await put(other, name, 'old')
  await openFolder(Bucket, 'a.txt')

  /** Copies or moves to the folder of the same name in the other bucket. */
  const sendOver = async (name: string, act: 'copy' | 'move', existing: string) => {
    await choose(name, `files.${act}To`)
    await dialog().getByLabel(t('files.target'), { exact: true }).fill(`${other}/${here}`)
    await dialog().getByLabel(t('files.existing')).selectOption(existing)
    await answer(`files.${act}`)
    await dialog().waitFor({ state: 'detached' })
  }
  const there: Record<string, string> = {
    'a.txt': 'old',
    'b.txt': 'old',
    'c.txt': 'old',
    'trong/a.txt': 'old',
  }
  const holds = (bucket: string, files: Record<string, string>) =>
    expect.poll(() => held(bucket)).toEqual(files)

  await step('a copy where its name is taken keeps both: Copy Successful!', async () => {
    await sendOver('a.txt', 'copy', 'keep-both')
    await says('Copy Successful!')
    there['a (1).txt'] = 'new'
    await holds(other, there)
  })
  await step('a copy where its name is taken replaces the file', async () => {
    await sendOver('b.txt', 'copy', 'replace')
    there['b.txt'] = 'new'
    await holds(other, there)
  })
  await step('a copy where its name is taken is skipped', async () => {
    await sendOver('c.txt', 'copy', 'skip')
    await says(t('files.copySkipped'))
    await holds(other, there)
  })
  await step('a file is moved: Move Successful!', async () => {
    await sendOver('d.txt', 'move', 'skip')
    await says('Move Successful!')
    await row(page, 'd.txt').waitFor({ state: 'detached' })
    there['d.txt'] = 'new'
    await holds(other, there)
  })
  await step('a folder is moved, but for what is there already', async () => {
    await sendOver('trong', 'move', 'skip')
    await says(t('jobs.result', { done: 1, failed: 0, skipped: 1, act: 'move' }))
    there['trong/sâu/b.txt'] = 'new'
    await holds(other, there)
  })
  await step('a file and a folder are renamed: Rename Successful!', async () => {
    for (const [from, to] of [
      ['e.txt', 'Ảnh bìa.txt'],
      ['trong', 'ngoài'],
    ] as const) {
      await choose(from, 'files.rename')
      await dialog().getByLabel(t('files.newName'), { exact: true }).fill(to)
      await answer('files.rename')
      if (from === 'e.txt') await says('Rename Successful!')
      await row(page, to).waitFor()
      await row(page, from).waitFor({ state: 'detached' })
    }
    await says(t('jobs.rename-folder.done', { name: 'trong/', target: 'ngoài/' }))
    await holds(Bucket, {
      ...{ 'a.txt': 'new', 'b.txt': 'new', 'c.txt': 'new' },
      ...{ 'Ảnh bìa.txt': 'new', 'ngoài/a.txt': 'new' },
    })
  })
  await step('a folder and a selection are downloaded as ZIP archives', async () => {
    const archive = async (act: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), act()])
      const entries = Object.entries(unzipSync(readFileSync(await download.path())))
      return [
        download.suggestedFilename(),
        Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)])),
      ]
    }
    expect(await archive(() => choose('ngoài', 'files.download'))).toEqual([
      'ngoài.zip',
      { 'ngoài/a.txt': 'new' },
    ])
    // What was renamed is selected.
    await page.getByRole('button', { name: t('files.clearSelection') }).click()
    for (const name of ['a.txt', 'ngoài'])
      await page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }).click()
    const button = page.getByRole('toolbar').getByRole('button', { name: t('files.download') })
    expect(await archive(() => button.click())).toEqual([
      'thu mục.zip',
      { 'a.txt': 'new', 'ngoài/a.txt': 'new' },
    ])
  })
}

/** What walks do with files, for another storage: versions, locks and access. */
export async function fileJob(stage: JobStage): Promise<void> {
  const here = 'thu mục/'
  const [Bucket, versioned, locked] = ['tep-thuong-2026', 'tep-phien-ban-2026', 'tep-khoa-2026'] as const
  const { page, api, client, endpoint } = stage
  const { textOf, put, held, openFolder, choose, dialog, answer } = onPage(stage, here)
  await api.call('POST', '/bucket', { bucket: Bucket })
  await api.call('POST', '/bucket', { bucket: versioned, versioning: true })
  await api.call('POST', '/bucket', { bucket: locked, object_lock: { mode: 'governance', days: 1 } })

  await step(
    'versions: an old one is looked at and restored, one is deleted, a deletion is undone',
    async () => {
      for (const body of ['one', 'two']) await put(versioned, 'a.txt', body)
      await openFolder(versioned, 'a.txt')
      await choose('a.txt', 'files.versions')
      const rows = page.getByRole('list', { name: t('version.list') }).getByRole('listitem')
      const act = async (at: number, id: MessageId) => {
        await rows.nth(at).getByRole('button').click()
        await page.getByRole('menuitem', { name: t(id), exact: true }).click()
      }
      /** What the versions hold, the newest first; null for a delete marker. */
      const stored = async () => {
        const Prefix = `${here}a.txt`
        const listed = await client.listObjectVersions({ Bucket: versioned, Prefix })
        const texts = (listed.Versions ?? []).map(({ VersionId }) => textOf(versioned, Prefix, VersionId))
        return [...(listed.DeleteMarkers ?? []).map(() => null), ...(await Promise.all(texts))]
      }
      await act(1, 'files.preview')
      const preview = page.getByRole('dialog', { name: 'a.txt', exact: true })
      await preview.frameLocator('iframe').getByText('one').waitFor()
      await preview.getByRole('button', { name: t('common.close') }).click()
      await act(1, 'version.restore')
      await expect.poll(() => rows.count()).toBe(3)
      expect(await stored()).toEqual(['one', 'two', 'one'])
      await act(1, 'version.remove')
      await answer('version.remove')
      await expect.poll(() => rows.count()).toBe(2)
      expect(await stored()).toEqual(['one', 'one'])
      await client.deleteObject({ Bucket: versioned, Key: `${here}a.txt` })
      await page.reload()
      await page.getByRole('button', { name: t('version.undo') }).click()
      await expect.poll(stored).toEqual(['one', 'one'])
      expect(await held(versioned)).toEqual({ 'a.txt': 'one' })
    },
  )

  await step('a file is locked longer, and put on legal hold and taken off', async () => {
    await put(locked, 'a.txt', 'kho')
    await openFolder(locked, 'a.txt')
    await choose('a.txt', 'files.details')
    const file = { Bucket: locked, Key: `${here}a.txt` }
    const day = dayOf(Date.now() / 1000 + 5 * 86_400)
    await page.getByRole('button', { name: t('fileLock.change') }).click()
    await dialog()
      .getByLabel(t('fileLock.lastDay'), { exact: true })
      .fill(formatsOf('en').date(endOfDay(day)))
    await answer('fileLock.dialogDo')
    await dialog().waitFor({ state: 'detached' })
    const { Retention } = await client.getObjectRetention(file)
    expect(Retention).toEqual({ Mode: 'GOVERNANCE', RetainUntilDate: new Date(endOfDay(day) * 1000) })
    const hold = async () => (await client.getObjectLegalHold(file)).LegalHold?.Status
    await page.getByRole('button', { name: t('fileLock.holdOn') }).click()
    await page.getByText(t('fileLock.hold')).waitFor()
    expect(await hold()).toBe('ON')
    await page.getByRole('button', { name: t('fileLock.holdOff') }).click()
    await page.getByRole('button', { name: t('fileLock.holdOn') }).waitFor()
    expect(await hold()).toBe('OFF')
  })

  await step('a file is made public, and private again', async () => {
    await put(Bucket, 'a.txt', 'kho')
    await openFolder(Bucket, 'a.txt')
    const read = async () => {
      const { Grants } = await client.getObjectAcl({ Bucket, Key: `${here}a.txt` })
      const everyone = Grants?.some(({ Grantee }) => Grantee?.URI?.endsWith('/AllUsers')) ?? false
      return [everyone, (await fetch(`${endpoint}/${Bucket}/${encodeURI(here)}a.txt`)).status]
    }
    for (const to of ['public', 'private'] as const) {
      await choose('a.txt', `files.${to}`)
      await answer(`sharing.${to}.do`)
      await dialog().waitFor({ state: 'detached' })
      expect([to, ...(await read())]).toEqual(to === 'public' ? [to, true, 200] : [to, false, 403])
    }
  })
}
