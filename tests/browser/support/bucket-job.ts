import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { MessageId } from '../../../src/i18n/messages.ts'
import { owner } from '../../support/console.ts'
import { texts } from '../../support/screens.ts'
import { step } from '../../support/step.ts'
import type { Outside } from './ground.ts'

const t = texts('en')
type Tab = 'sharing' | 'policy' | 'versions' | 'lock' | 'lifecycle' | 'cors' | 'tags'

/** The page of somebody who is signed in, and the storage, past the console. */
export type JobStage = Outside & { page: Page }

/** What both jobs do on the page with a bucket. */
function onPage({ page, url, client, endpoint }: JobStage, Bucket: string) {
  const button = (id: MessageId) => page.getByRole('button', { name: t(id), exact: true })
  const question = () => page.getByRole('alertdialog')
  return {
    button,
    question,
    press: (id: MessageId) => button(id).press('Enter'),
    answer: (id: MessageId) =>
      question()
        .getByRole('button', { name: t(id), exact: true })
        .click(),
    shows: (id: MessageId, values?: Record<string, string | number>) =>
      page.getByText(t(id, values), { exact: true }).first().waitFor(),
    async openTab(tab: Tab) {
      await page.goto(`${url}/bucket-management/-/${Bucket}/overview`)
      await page.getByRole('link', { name: t(`bucket.tab.${tab}`), exact: true }).click()
      await page.waitForURL(`**/${Bucket}/${tab}`)
    },
    async choose(id: MessageId) {
      await page.goto(`${url}/bucket-management`)
      await page.getByRole('button', { name: t('common.actionsFor', { name: Bucket }) }).click()
      await page.getByRole('menuitem', { name: t(id), exact: true }).click()
    },
    put: () => client.putObject({ Bucket, Key: 'a.txt', Body: 'four' }),
    anonymous: async () => (await fetch(`${endpoint}/${Bucket}/a.txt`)).status,
    stored: async () => (await client.listBuckets()).Buckets?.map(({ Name }) => Name),
  }
}

/** A bucket that is made public and locked, its retention changed, and formatted: no walk does that. */
export async function lockedBucketJob(stage: JobStage): Promise<void> {
  const Bucket = 'khoa-2026'
  const { page, url, client, locksLater } = stage
  const { button, question, shows, openTab, choose, put, anonymous, stored } = onPage(stage, Bucket)
  const defaultLock = async () => {
    const { ObjectLockConfiguration } = await client.getObjectLockConfiguration({ Bucket })
    return ObjectLockConfiguration?.Rule?.DefaultRetention
  }

  await step('it is made with versions, object lock and public: Create successful!', async () => {
    await page.goto(`${url}/bucket-management`)
    await button('buckets.new').first().click()
    await page.getByLabel(t('buckets.nameLabel')).fill(Bucket)
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
    await page.waitForURL(`**/bucket-management/${Bucket}`)
    await page.goto(`${url}/bucket-management/-/${Bucket}/overview`)
    await shows('bucket.overview.lock.governance', { count: 1 })
    expect(await client.getBucketVersioning({ Bucket })).toMatchObject({ Status: 'Enabled' })
    expect(await defaultLock()).toMatchObject({ Mode: 'GOVERNANCE', Days: 1 })
    await put()
    expect(await anonymous()).toBe(200)
  })

  await step('its versions stay on with the lock', async () => {
    await openTab('versions')
    await shows('versions.locked')
    await expect.poll(() => button('versions.suspend').count()).toBe(0)
  })

  await step('its default retention is changed: Update Successful!', async () => {
    await openTab('lock')
    const days = page.getByLabel(t('lock.days'), { exact: true })
    await days.fill('2')
    await days.press('Enter')
    await page.getByText('Update Successful!').waitFor()
    expect(await defaultLock()).toMatchObject({ Mode: 'GOVERNANCE', Days: 2 })
  })

  await step(
    'format data deletes what it holds, what is locked in governance mode too; the bucket stays',
    async () => {
      await choose('buckets.format')
      const name = question().getByLabel(t('format.name', { name: Bucket }))
      await name.fill(Bucket.toUpperCase())
      await name.press('Enter')
      await question().getByText('Not match').or(question().getByText('Wrong name')).first().waitFor()
      await name.fill(Bucket)
      await question().getByLabel(t('contents.bypass')).check()
      await name.press('Enter')
      await shows('jobs.empty-bucket.done', { bucket: Bucket })
      const { Versions, DeleteMarkers } = await client.listObjectVersions({ Bucket })
      expect([Versions ?? [], DeleteMarkers ?? []]).toEqual([[], []])
      expect(await stored()).toContain(Bucket)
    },
  )
}

/** What walks do with a bucket, for another storage: changes on each tab, and deletion. */
export async function bucketJob(stage: JobStage): Promise<void> {
  const Bucket = 'cai-dat-2026'
  const { page, client } = stage
  const { button, question, press, answer, shows, openTab, choose, put, anonymous, stored } = onPage(
    stage,
    Bucket,
  )
  await stage.api.call('POST', '/bucket', { bucket: Bucket })
  await put()

  await step(
    'it toggles public and private, and nobody reads it once it is private; a link opens a file',
    async () => {
      await openTab('sharing')
      for (const to of ['public', 'private'] as const) {
        const [did, now] =
          to === 'private'
            ? (['sharing.private.do', 'sharing.isPrivate'] as const)
            : (['sharing.public.do', 'sharing.isPublic'] as const)
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
      const linked = await fetch(link!)
      expect(await linked.text()).toBe('four')
    },
  )

  await step('its policy is made from a template, told in words, saved and deleted', async () => {
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
    const policy = async () => (await client.getBucketPolicy({ Bucket })).Policy
    expect(JSON.parse((await policy())!).Statement).toMatchObject([{ Effect: 'Allow', Principal: '*' }])
    expect(await anonymous()).toBe(200)
    await press('policy.delete')
    await answer('policy.delete')
    await expect.poll(anonymous).toBe(403)
    await expect(policy()).rejects.toThrow()
  })

  await step('its versions are turned on and suspended', async () => {
    await openTab('versions')
    const status = async () => (await client.getBucketVersioning({ Bucket })).Status
    expect(await status()).toBe(undefined)
    await press('versions.turnOn')
    await button('versions.suspend').waitFor()
    expect(await status()).toBe('Enabled')
    await put()
    await put()
    await press('versions.suspend')
    await answer('versions.suspend')
    await shows('versions.paused')
    expect(await status()).toBe('Suspended')
  })

  await step('it gets a lifecycle rule of 30 days', async () => {
    await openTab('lifecycle')
    await press('lifecycle.add')
    await page.getByLabel(t('lifecycle.current_days.before')).check()
    await page.getByText(t('lifecycle.preview.nothing')).waitFor()
    await button('lifecycle.add').click()
    await button('lifecycle.deleteAll.do').click()
    await shows('lifecycle.says.current_days', { where: 'all', prefix: '', days: 30 })
    const { Rules } = await client.getBucketLifecycleConfiguration({ Bucket })
    expect(Rules).toMatchObject([{ Status: 'Enabled', Expiration: { Days: 30 } }])
  })

  await step('other websites may read it: CORS', async () => {
    await openTab('cors')
    await button('bucket.cors.add').click()
    await page.getByRole('menuitem', { name: t('bucket.cors.template.read') }).click()
    await button('bucket.save').click()
    await page.getByText('Update Successful!').waitFor()
    const { CORSRules } = await client.getBucketCors({ Bucket })
    expect(CORSRules).toContainEqual(
      expect.objectContaining({ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'HEAD'] }),
    )
  })

  await step('it gets a tag', async () => {
    await openTab('tags')
    await press('bucket.tags.add')
    const key = page.getByLabel(t('bucket.tags.keyOf', { number: 1 }))
    await expect.poll(() => key.evaluate(each => each.matches(':focus'))).toBe(true)
    await page.keyboard.type('team')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('ảnh')
    await page.keyboard.press('Enter')
    await page.getByText('Update Successful!').waitFor()
    const { TagSet } = await client.getBucketTagging({ Bucket })
    expect(TagSet).toEqual([{ Key: 'team', Value: 'ảnh' }])
  })

  await step('it goes with the versions that it holds, after pin and tick', async () => {
    await choose('common.delete')
    await question().getByLabel(t('confirm.pin'), { exact: true }).fill(owner.pin)
    await question()
      .getByLabel(t('buckets.deleteConfirm', { name: Bucket }))
      .check()
    await answer('contents.deleteDo')
    await shows('jobs.delete-bucket.done', { bucket: Bucket })
    await page.getByText(t('buckets.empty.title')).waitFor()
    expect(await stored()).toEqual([])
  })
}
