import {
  DeleteBucketCorsCommand,
  DeleteBucketLifecycleCommand,
  DeleteBucketPolicyCommand,
  DeleteBucketTaggingCommand,
  GetBucketCorsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetBucketPolicyCommand,
  GetBucketTaggingCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import type { Api } from '../../support/api.ts'
import { owner } from '../../support/console.ts'
import { texts } from '../../support/screens.ts'

const t = texts('en')
type Tab = 'sharing' | 'policy' | 'versions' | 'lock' | 'lifecycle' | 'cors' | 'tags'

/** Somebody who is signed in, and has no bucket. */
export type BucketStage = {
  page: Page
  /** The console's address. */
  url: string
  api: Api
  /** The storage from outside: by the account's own key, and without one. */
  client: S3Client
  endpoint: string
  /** Whether the lock of a new bucket needs its 15 to 20 minutes. */
  locksLater: boolean
}

/**
 * Tests of what somebody does with a bucket, by mouse and keyboard: makes it, changes something on each tab, formats
 * and deletes it. What came of it is read from the storage, past the console.
 */
export function bucketJob(stage: () => Promise<BucketStage>): void {
  const Bucket = 'khoa-2026'
  const second = 'phien-ban-2026'
  let { page, url, api, client, endpoint, locksLater } = {} as BucketStage

  beforeEach(async () => {
    ;({ page, url, api, client, endpoint, locksLater } = await stage())
  })

  const button = (id: MessageId) => page.getByRole('button', { name: t(id), exact: true })
  const press = (id: MessageId) => button(id).press('Enter')
  const question = () => page.getByRole('alertdialog')
  const answer = (id: MessageId) =>
    question()
      .getByRole('button', { name: t(id), exact: true })
      .click()
  const shows = (id: MessageId, values?: Record<string, string | number>) =>
    page.getByText(t(id, values), { exact: true }).first().waitFor()
  const openTab = async (tab: Tab, bucket = Bucket) => {
    await page.goto(`${url}/bucket-management/-/${bucket}/overview`)
    await page.getByRole('link', { name: t(`bucket.tab.${tab}`), exact: true }).click()
    await page.waitForURL(`**/${bucket}/${tab}`)
  }
  const choose = async (bucket: string, id: MessageId) => {
    await page.goto(`${url}/bucket-management`)
    await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
    await page.getByRole('menuitem', { name: t(id), exact: true }).click()
  }
  const anonymous = async () => (await fetch(`${endpoint}/${Bucket}/a.txt`)).status
  const stored = async () => (await client.send(new ListBucketsCommand())).Buckets?.map(({ Name }) => Name)
  const put = (bucket: string) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key: 'a.txt', Body: 'four' }))

  /** Opens the dialog of a new bucket; one that an earlier try of this test has made is deleted. */
  async function begin(bucket: string, how: (id: MessageId) => Promise<void>): Promise<void> {
    if ((await stored())?.includes(bucket)) {
      const all = { contents: true, bypass_governance: true }
      await api.call('DELETE', '/bucket', { bucket, pin: owner.pin, confirm: true, ...all })
      await expect.poll(stored).not.toContain(bucket)
    }
    await page.goto(`${url}/bucket-management`)
    await button('buckets.new').first().waitFor()
    await how('buckets.new')
    await page.getByRole('dialog').waitFor()
    await page.getByLabel(t('buckets.nameLabel')).fill(bucket)
  }

  test('a bucket is made with versions, object lock and public: Create successful!', async () => {
    await begin(Bucket, id => button(id).first().click())
    const dialog = page.getByRole('dialog')
    const create = dialog.getByRole('button', { name: t('buckets.new') })
    await dialog.getByLabel(t('buckets.access.public'), { exact: true }).check()
    await dialog.getByLabel(t('buckets.keeps.lock'), { exact: true }).check()
    const later = dialog.getByText(t('lock.later'))
    await expect.poll(() => later.count()).toBe(locksLater ? 1 : 0)
    await create.click()
    await dialog.getByText('Please choose object lock mode').waitFor()
    await dialog.getByText('Please enter number of days to continue!').waitFor()
    const days = dialog.getByLabel(t('lock.days'), { exact: true })
    await days.fill('1024001')
    await dialog.getByText(t('issue.lock-days-range')).waitFor()
    await dialog.getByLabel(t('lock.mode.governance')).check()
    await days.fill('1')
    await create.click()
    await page.getByText('Create successful!').waitFor()
    await page.waitForURL(`**/bucket-management/-/${Bucket}/overview`)
    await shows('bucket.overview.lock.governance', { count: 1 })
    expect(await client.send(new GetBucketVersioningCommand({ Bucket }))).toMatchObject({ Status: 'Enabled' })
    expect(await defaultLock()).toMatchObject({ Mode: 'GOVERNANCE', Days: 1 })
    await put(Bucket)
    expect(await anonymous()).toBe(200)
  })

  const defaultLock = async () => {
    const { ObjectLockConfiguration } = await client.send(new GetObjectLockConfigurationCommand({ Bucket }))
    return ObjectLockConfiguration?.Rule?.DefaultRetention
  }

  test('it toggles private and public, and nobody reads it once it is private; a link opens a file', async () => {
    await openTab('sharing')
    for (const to of ['private', 'public', 'private'] as const) {
      const [did, now] =
        to === 'private'
          ? (['sharing.private.do', 'sharing.isPrivate'] as const)
          : (['sharing.public.do', 'sharing.isPublic'] as const)
      await button(did)
        .or(page.getByText(t(now)))
        .first()
        .waitFor()
      if ((await button(did).count()) === 0) continue
      await press(did)
      await answer(did)
      await question().waitFor({ state: 'detached' })
      await shows(now)
      expect([to, await anonymous()]).toEqual([to, to === 'private' ? 403 : 200])
    }
    const file = page.getByLabel(t('sharing.link.file'), { exact: true })
    await file.fill('a.txt')
    await file.press('Enter')
    const made = page.getByRole('group', { name: t('sharing.link.made') })
    const link = await made.getByText(/^http/).textContent()
    expect(await (await fetch(link!)).text()).toBe('four')
  })

  test('its policy is made from a template, told in words, saved and deleted', async () => {
    await client.send(new DeleteBucketPolicyCommand({ Bucket }))
    await openTab('policy')
    await press('policy.template.add')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('policy.template.insert') })
      .click()
    await page.getByText('Everyone may download any file.').first().waitFor()
    await button('bucket.save').click()
    await answer('policy.public.do')
    await page.getByText('Update Successful!').waitFor()
    const policy = async () => (await client.send(new GetBucketPolicyCommand({ Bucket }))).Policy
    expect(JSON.parse((await policy())!).Statement).toMatchObject([{ Effect: 'Allow', Principal: '*' }])
    expect(await anonymous()).toBe(200)
    await press('policy.delete')
    await answer('policy.delete')
    await expect.poll(anonymous).toBe(403)
    await expect(policy()).rejects.toThrow()
  })

  test('its versions stay on with the lock; those of another bucket are turned on and suspended', async () => {
    await openTab('versions')
    await shows('versions.locked')
    expect(await button('versions.suspend').count()).toBe(0)
    await begin(second, id => button(id).first().press('Enter'))
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/bucket-management/-/${second}/overview`)
    await openTab('versions', second)
    const status = async () => (await client.send(new GetBucketVersioningCommand({ Bucket: second }))).Status
    expect(await status()).toBe(undefined)
    await press('versions.turnOn')
    await button('versions.suspend').waitFor()
    expect(await status()).toBe('Enabled')
    await put(second)
    await put(second)
    await press('versions.suspend')
    await answer('versions.suspend')
    await shows('versions.paused')
    expect(await status()).toBe('Suspended')
  })

  test('the default retention of its lock is changed: Update Successful!', async () => {
    await openTab('lock')
    const days = page.getByLabel(t('lock.days'), { exact: true })
    const next = (await days.inputValue()) === '1' ? '2' : '1'
    await days.fill(next)
    await days.press('Enter')
    await page.getByText('Update Successful!').waitFor()
    expect(await defaultLock()).toMatchObject({ Mode: 'GOVERNANCE', Days: Number(next) })
  })

  test('it gets a lifecycle rule of 30 days', async () => {
    await client.send(new DeleteBucketLifecycleCommand({ Bucket }))
    await openTab('lifecycle')
    await press('lifecycle.add')
    await page.getByText(t('lifecycle.preview.nothing')).waitFor()
    await button('lifecycle.add').click()
    await shows('lifecycle.says.current_days', { where: 'all', prefix: '', days: 30 })
    const { Rules } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))
    expect(Rules).toMatchObject([{ Status: 'Enabled', Expiration: { Days: 30 } }])
  })

  test('other websites may read it: CORS', async () => {
    await client.send(new DeleteBucketCorsCommand({ Bucket }))
    await openTab('cors')
    await button('bucket.cors.add').click()
    await page.getByRole('menuitem', { name: t('bucket.cors.template.read') }).click()
    await button('bucket.save').click()
    await page.getByText('Update Successful!').waitFor()
    const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket }))
    expect(CORSRules).toContainEqual(
      expect.objectContaining({ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'HEAD'] }),
    )
  })

  test('it gets a tag', async () => {
    await client.send(new DeleteBucketTaggingCommand({ Bucket }))
    await openTab('tags')
    await press('bucket.tags.add')
    const key = page.getByLabel(t('bucket.tags.keyOf', { number: 1 }))
    await expect.poll(() => key.evaluate(each => each.matches(':focus'))).toBe(true)
    await page.keyboard.type('team')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('ảnh')
    await page.keyboard.press('Enter')
    await page.getByText('Update Successful!').waitFor()
    const { TagSet } = await client.send(new GetBucketTaggingCommand({ Bucket }))
    expect(TagSet).toEqual([{ Key: 'team', Value: 'ảnh' }])
  })

  test('format data deletes what it holds, what is locked in governance mode too; the bucket stays', async () => {
    await choose(Bucket, 'buckets.format')
    const name = question().getByLabel(t('format.name', { name: Bucket }))
    await name.fill(Bucket.toUpperCase())
    await name.press('Enter')
    await question().getByText('Not match').or(question().getByText('Wrong name')).first().waitFor()
    await name.fill(Bucket)
    await question().getByLabel(t('contents.bypass')).check()
    await name.press('Enter')
    await shows('jobs.empty-bucket.done', { bucket: Bucket })
    const { Versions, DeleteMarkers } = await client.send(new ListObjectVersionsCommand({ Bucket }))
    expect([Versions ?? [], DeleteMarkers ?? []]).toEqual([[], []])
    expect(await stored()).toContain(Bucket)
  })

  test('empty it goes after pin and tick: Please confirm! Delete successful!', async () => {
    if (!(await stored())?.includes(Bucket)) await api.call('POST', '/bucket', { bucket: Bucket })
    await choose(Bucket, 'common.delete')
    await answer('buckets.deleteDo')
    await question().getByText('Please confirm!').waitFor()
    await question().getByLabel(t('confirm.pin')).fill(owner.pin)
    await question()
      .getByLabel(t('buckets.deleteConfirm', { name: Bucket }))
      .press('Space')
    await question().getByLabel(t('confirm.pin')).press('Enter')
    await page.getByText('Delete successful!').waitFor()
    expect(await stored()).toEqual([second])
  })

  test('the other one goes with the versions that it holds', async () => {
    await choose(second, 'common.delete')
    await question().getByLabel(t('confirm.pin')).fill(owner.pin)
    await question()
      .getByLabel(t('buckets.deleteConfirm', { name: second }))
      .check()
    await answer('contents.deleteDo')
    await shows('jobs.delete-bucket.done', { bucket: second })
    await page.getByText(t('buckets.empty.title')).waitFor()
    expect(await stored()).toEqual([])
  })
}
