import { readFileSync } from 'node:fs'
import {
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  GetObjectLegalHoldCommand,
  GetObjectRetentionCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { dayOf, endOfDay } from '../../../domain/expiry-day.ts'
import { formatsOf } from '../../../src/i18n/formats.ts'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { texts } from '../../support/screens.ts'
import type { BucketStage } from './bucket-job.ts'
import { row } from './file-browser-page.ts'

const t = texts('en')

/**
 * Tests of what somebody does with files and folders: each is begun from the menu of its row. What came of it is read
 * from the storage, past the console. Every test has folders of its own, so that it can run again.
 */
export function fileJob(stage: () => Promise<BucketStage>): void {
  const Bucket = 'tep-2026'
  const other = 'tep-khac-2026'
  const versioned = 'tep-phien-ban-2026'
  const locked = 'tep-khoa-2026'
  let { page, url, api, client, endpoint } = {} as BucketStage
  let folders = 0
  let here: string

  beforeEach(async () => {
    ;({ page, url, api, client, endpoint } = await stage())
    here = `thu mục ${++folders}/`
    if (folders > 1) return
    for (const bucket of [Bucket, other]) await api.call('POST', '/bucket', { bucket })
    await api.call('POST', '/bucket', { bucket: versioned, versioning: true })
    await api.call('POST', '/bucket', { bucket: locked, object_lock: { mode: 'governance', days: 1 } })
  })

  const put = (bucket: string, name: string, body: string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: here + name, Body: body }))
  const textOf = async (bucket: string, Key: string, VersionId?: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key, VersionId }))
    return Body!.transformToString()
  }
  /** What the files of the folder hold, by their names in it. */
  const held = async (bucket: string) => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: here }))
    const all = Contents.map(
      async ({ Key }) => [Key!.slice(here.length), await textOf(bucket, Key!)] as const,
    )
    return Object.fromEntries(await Promise.all(all))
  }
  const openFolder = async (bucket: string, name: string) => {
    await page.goto(`${url}/bucket-management/${bucket}/${encodeURIComponent(here.slice(0, -1))}`)
    await row(page, name).waitFor()
  }
  const choose = async (name: string, id: MessageId) => {
    await row(page, name).click({ button: 'right', position: { x: 250, y: 12 } })
    await page.getByRole('menuitem', { name: t(id), exact: true }).click()
  }
  const dialog = () => page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const answer = (id: MessageId) =>
    dialog()
      .getByRole('button', { name: t(id), exact: true })
      .click()
  const says = (text: string) => page.getByText(text).first().waitFor()
  /** Copies or moves to the folder of the same name in the other bucket. */
  const sendOver = async (name: string, act: 'copy' | 'move', existing: string) => {
    await openFolder(Bucket, name)
    await choose(name, `files.${act}To`)
    await dialog().getByLabel(t('files.target'), { exact: true }).fill(`${other}/${here}`)
    await dialog().getByLabel(t('files.existing')).selectOption(existing)
    await answer(`files.${act}`)
  }

  test.each([
    ['keep-both', 'Copy Successful!', { 'a.txt': 'old', 'a (1).txt': 'new' }],
    ['replace', 'Copy Successful!', { 'a.txt': 'new' }],
    ['skip', t('files.copySkipped'), { 'a.txt': 'old' }],
  ])('a file is copied to another bucket where its name is taken, %s: %s', async (existing, said, there) => {
    await put(Bucket, 'a.txt', 'new')
    await put(other, 'a.txt', 'old')
    await sendOver('a.txt', 'copy', existing)
    await says(said)
    expect([await held(Bucket), await held(other)]).toEqual([{ 'a.txt': 'new' }, there])
  })

  test('a file is moved to another bucket: Move Successful!', async () => {
    await put(Bucket, 'a.txt', 'kho')
    await sendOver('a.txt', 'move', 'skip')
    await says('Move Successful!')
    await row(page, 'a.txt').waitFor({ state: 'detached' })
    expect([await held(Bucket), await held(other)]).toEqual([{}, { 'a.txt': 'kho' }])
  })

  test('a folder is moved to another bucket, but for what is there already', async () => {
    for (const name of ['trong/a.txt', 'trong/sâu/b.txt']) await put(Bucket, name, 'new')
    await put(other, 'trong/a.txt', 'old')
    await sendOver('trong', 'move', 'skip')
    await says(t('jobs.result', { done: 1, failed: 0, skipped: 1, act: 'move' }))
    expect([await held(Bucket), await held(other)]).toEqual([
      { 'trong/a.txt': 'new' },
      { 'trong/a.txt': 'old', 'trong/sâu/b.txt': 'new' },
    ])
  })

  test('a file and a folder are renamed: Rename Successful!', async () => {
    for (const name of ['a.txt', 'trong/b.txt', 'trong/sâu/c.txt']) await put(Bucket, name, name)
    await openFolder(Bucket, 'a.txt')
    for (const [from, to] of [
      ['a.txt', 'Ảnh bìa.txt'],
      ['trong', 'ngoài'],
    ] as const) {
      await choose(from, 'files.rename')
      await dialog().getByLabel(t('files.newName'), { exact: true }).fill(to)
      await answer('files.rename')
      if (from === 'a.txt') await says('Rename Successful!')
      await row(page, to).waitFor()
      await row(page, from).waitFor({ state: 'detached' })
    }
    await says(t('jobs.rename-folder.done', { name: 'trong/', target: 'ngoài/' }))
    expect(await held(Bucket)).toEqual({
      'Ảnh bìa.txt': 'a.txt',
      'ngoài/b.txt': 'trong/b.txt',
      'ngoài/sâu/c.txt': 'trong/sâu/c.txt',
    })
  })

  test('versions: an old one is looked at and restored, one is deleted, a deletion is undone', async () => {
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
      const listed = await client.send(new ListObjectVersionsCommand({ Bucket: versioned, Prefix }))
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
    await client.send(new DeleteObjectCommand({ Bucket: versioned, Key: `${here}a.txt` }))
    await page.reload()
    await page.getByRole('button', { name: t('version.undo') }).click()
    await expect.poll(stored).toEqual(['one', 'one'])
    expect(await held(versioned)).toEqual({ 'a.txt': 'one' })
  })

  test('a file is locked longer, and put on legal hold and taken off', async () => {
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
    const { Retention } = await client.send(new GetObjectRetentionCommand(file))
    expect(Retention).toEqual({ Mode: 'GOVERNANCE', RetainUntilDate: new Date(endOfDay(day) * 1000) })
    const hold = async () => (await client.send(new GetObjectLegalHoldCommand(file))).LegalHold?.Status
    await page.getByRole('button', { name: t('fileLock.holdOn') }).click()
    await page.getByText(t('fileLock.hold')).waitFor()
    expect(await hold()).toBe('ON')
    await page.getByRole('button', { name: t('fileLock.holdOff') }).click()
    await page.getByRole('button', { name: t('fileLock.holdOn') }).waitFor()
    expect(await hold()).toBe('OFF')
  })

  test('a file is made public, and private again', async () => {
    await put(Bucket, 'a.txt', 'kho')
    await openFolder(Bucket, 'a.txt')
    const read = async () => {
      const { Grants } = await client.send(new GetObjectAclCommand({ Bucket, Key: `${here}a.txt` }))
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

  test('a selection of files and folders is downloaded as a ZIP archive', async () => {
    for (const name of ['a.txt', 'b.txt', 'trong/c.txt']) await put(Bucket, name, name)
    await openFolder(Bucket, 'a.txt')
    for (const name of ['a.txt', 'trong'])
      await page.getByRole('checkbox', { name: t('files.select', { name }), exact: true }).click()
    const button = page.getByRole('toolbar').getByRole('button', { name: t('files.download') })
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    const entries = Object.entries(unzipSync(readFileSync(await download.path())))
    expect(Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
      'a.txt': 'a.txt',
      'trong/c.txt': 'trong/c.txt',
    })
  })
}
