import type { S3 } from '@aws-sdk/client-s3'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { type Api, signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { withMethods } from '../support/s3.ts'
import { texts } from '../support/screens.ts'
import { newVisitor, nextPage } from '../support/shared.ts'

const t = texts('en')

let kho: Console
let page: Page
let api: Api
let client: S3

beforeAll(async () => {
  kho = await startConsole()
  api = await signInApi(kho.url, owner.email, owner.password)
  client = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }))
})
afterAll(async () => {
  client?.destroy()
  await kho?.stop()
})
beforeEach(async () => {
  page = await nextPage({ kho })
})

const dialog = () => page.getByRole('alertdialog')
const tray = () => page.getByRole('region', { name: t('jobs.tray') })
const button = (id: MessageId) => dialog().getByRole('button', { name: t(id), exact: true })

async function choose(bucket: string, id: MessageId): Promise<void> {
  await page.goto(`${kho.url}/bucket-management`)
  await page.getByRole('button', { name: t('common.actionsFor', { name: bucket }) }).click()
  await page.getByRole('menuitem', { name: t(id) }).click()
}

async function bucketWith(bucket: string, ...keys: string[]): Promise<void> {
  await api.call('POST', '/bucket', { bucket })
  for (const Key of keys) await client.putObject({ Bucket: bucket, Key, Body: 'four' })
}

/** Lets the time go on until the page shows this, by a later read. */
async function comes(text: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.fastForward(5000)
      return text.count()
    })
    .toBeGreaterThan(0)
}

function runningIn(bucket: string): Job {
  return {
    ...{ id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11', kind: 'empty-bucket', bucket },
    ...{ source: null, sources: 0, target: null },
    ...{
      user: owner.email,
      state: 'running',
      cancelling: false,
      done: 1000,
      failed: 0,
      skipped: 0,
      total: 3000,
    },
    ...{ bytes: 0, error: null, created_at: 1, started_at: 1, updated_at: 2, ended_at: null },
  }
}

test('format data tells what stayed and why, for as long as its message is not closed', async () => {
  await api.call('POST', '/bucket', { bucket: 'co-khoa', object_lock: { mode: 'governance', days: 1 } })
  for (const Key of ['a.txt', 'held.txt']) await client.putObject({ Bucket: 'co-khoa', Key, Body: 'four' })
  const LegalHold = { Status: 'ON' } as const
  await client.putObjectLegalHold({ Bucket: 'co-khoa', Key: 'held.txt', LegalHold })
  await choose('co-khoa', 'buckets.format')
  await dialog().getByText(t('contents.lock')).waitFor()
  await dialog()
    .getByLabel(t('format.name', { name: 'co-khoa' }))
    .fill('co-khoa')
  await dialog().getByLabel(t('contents.bypass')).check()
  await button('format.do').click()
  await tray()
    .getByText(t('jobs.empty-bucket.stayed', { bucket: 'co-khoa' }))
    .waitFor()
  await tray()
    .getByRole('button', { name: t('jobs.why') })
    .click()
  const failures = tray().getByRole('region', { name: t('jobs.failures') })
  await failures.getByText('held.txt').first().waitFor()
  await failures.getByText(t('jobs.lock.legal-hold')).waitFor()
  await expect.poll(() => failures.getByRole('listitem').count()).toBe(1)
  await tray()
    .getByRole('button', { name: t('jobs.hideWhy') })
    .click()
  await failures.waitFor({ state: 'detached' })
  await tray()
    .getByRole('button', { name: t('jobs.close', { bucket: 'co-khoa' }) })
    .click()
  await tray().waitFor({ state: 'detached' })
})

test('a running job is shown on every page and after a reload, by reads where events do not come, until it is cancelled', async () => {
  await bucketWith('dang-chay', 'a.txt')
  await page.clock.install()
  let job = runningIn('dang-chay')
  await page.route('**/api/format-bucket', route => route.fulfill({ status: 202, json: job }))
  await page.route('**/api/jobs', route => route.fulfill({ json: { jobs: [job] } }))
  await page.route('**/api/jobs/watch', route => route.abort())
  await page.route('**/api/jobs/*/cancel', route => {
    job = { ...job, cancelling: true }
    return route.fulfill({ json: job })
  })
  await choose('dang-chay', 'buckets.format')
  await dialog()
    .getByLabel(t('format.name', { name: 'dang-chay' }))
    .fill('dang-chay')
  await button('format.do').click()
  const progress = tray().getByText(t('jobs.progress', { done: 1000, total: 3000 }))
  await progress.waitFor()
  await page.getByRole('link', { name: t('shell.menu./userinfo') }).click()
  await page.getByRole('heading', { level: 1, name: t('profile.title') }).waitFor()
  await progress.waitFor()
  await page.reload()
  await progress.waitFor()
  job = { ...job, done: 2000 }
  await comes(tray().getByText(t('jobs.progress', { done: 2000, total: 3000 })))
  await tray()
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await tray().getByText(t('jobs.cancelling')).waitFor()
  job = { ...job, state: 'cancelled', ended_at: 3 }
  await comes(tray().getByText(t('jobs.empty-bucket.cancelled', { bucket: 'dang-chay' })))
})

test('a job that has succeeded leaves once it was seen, and nothing is read twice', async () => {
  await bucketWith('da-xong', 'a.txt')
  await choose('da-xong', 'buckets.format')
  await dialog()
    .getByLabel(t('format.name', { name: 'da-xong' }))
    .fill('da-xong')
  await button('format.do').click()
  await tray()
    .getByText(t('jobs.empty-bucket.done', { bucket: 'da-xong' }))
    .waitFor()
  // It stays while the user is at the tray.
  await tray().hover()
  const later = await page.context().newPage()
  const { jobs } = await api.call<{ jobs: Job[] }>('GET', '/jobs')
  const old = jobs.map(job => ({ ...job, ended_at: job.ended_at && job.ended_at - 120 }))
  await later.route('**/api/jobs', route => route.fulfill({ json: { jobs: old } }))
  const asked: string[] = []
  const answered: string[] = []
  later.on('request', request => asked.push(new URL(request.url()).pathname))
  later.on('requestfinished', request => answered.push(new URL(request.url()).pathname))
  await later.clock.install()
  await later.goto(`${kho.url}/bucket-management`)
  const shown = later.getByRole('region', { name: t('jobs.tray') })
  await shown.getByText(t('jobs.empty-bucket.done', { bucket: 'da-xong' })).waitFor()
  await expect.poll(() => answered).toContain('/api/bucket')
  // A second read would be sent with the job, and before this one is answered.
  await later.evaluate(() => fetch('/robots.txt').then(answer => answer.text()))
  const read = asked.filter(path => path.startsWith('/api/'))
  expect(read).toEqual([...new Set(read)])
  await later.clock.fastForward(10_000)
  await shown.waitFor({ state: 'detached' })
  await tray().waitFor({ state: 'detached' })
})

test('a job that the user runs on another device is shown without being asked for; one of somebody else is not', async () => {
  const mine = runningIn('noi-khac')
  const other = {
    ...runningIn('cua-nguoi'),
    id: '7d1b2f0e-52a1-4a53-8f4e-5b7c6d0e9a42',
    user: 'who@else.test',
  }
  await page.route('**/api/jobs', route => route.fulfill({ json: { jobs: [other, mine] } }))
  await page.route('**/api/jobs/watch', route => route.abort())
  await page.clock.install()
  await page.goto(`${kho.url}/bucket-management`)
  await comes(tray().getByText(t('jobs.progress', { done: 1000, total: 3000 })))
  await tray().getByText('noi-khac').first().waitFor()
  await expect.poll(() => tray().getByText('cua-nguoi').count()).toBe(0)
})

test('much is deleted by a job that another tab shows too, after its files and bytes were said', async () => {
  const bucket = 'nhieu-tep'
  // So many folders are not deleted at once.
  const folders = Array.from({ length: 11 }, (_, at) => `a${at}`)
  await bucketWith(bucket, 'b.txt', ...folders.map(folder => `${folder}/1.txt`))
  const second = await page.context().newPage()
  await second.goto(`${kho.url}/bucket-management`)
  await second.getByText(bucket).first().waitFor()
  // A tab behind another one draws a frame a second, or none.
  await page.bringToFront()
  await page.goto(`${kho.url}/bucket-management/${bucket}`)
  await page.getByRole('checkbox', { name: t('files.selectAll'), exact: true }).check()
  await page.getByRole('button', { name: t('files.delete'), exact: true }).click()
  await dialog()
    .getByText(t('files.deleteInAll', { state: 'whole', count: 12, size: '48 Bytes' }))
    .waitFor()
  await dialog()
    .getByText(t('files.deleteLead', { what: '1 file and 11 folders with everything in them' }))
    .waitFor()
  await button('files.delete').click()
  const done = t('jobs.delete-objects.done', { bucket, name: '', several: 'yes' })
  await tray().getByText(done).waitFor()
  await page.getByText(t('files.empty.title')).waitFor()
  const there = second.getByRole('region', { name: t('jobs.tray') })
  await there.getByText(done).waitFor()
  await tray()
    .getByRole('button', { name: t('jobs.close', { bucket }) })
    .click()
  await there.waitFor({ state: 'detached' })
})

test('a folder is read again after a job that ended before it was seen, also where the clock of the browser is ahead', async () => {
  const folders = Array.from({ length: 11 }, (_, at) => `a${at}`)
  await bucketWith('dong-ho', ...folders.map(folder => `${folder}/1.txt`))
  const device = await newVisitor({ kho })
  onTestFinished(() => device.close())
  await device.clock.setFixedTime(Date.now() + 600_000)
  await device.route('**/api/jobs', async route => {
    const isLive = async () => {
      const { jobs } = await api.call<{ jobs: Job[] }>('GET', '/jobs')
      return jobs.some(({ bucket, ended_at }) => bucket === 'dong-ho' && ended_at === null)
    }
    await expect.poll(isLive).toBe(false)
    await route.continue()
  })
  const there = await device.newPage()
  await there.goto(`${kho.url}/bucket-management/dong-ho`)
  await there.getByRole('checkbox', { name: t('files.selectAll'), exact: true }).check()
  await there.getByRole('button', { name: t('files.delete'), exact: true }).click()
  await there
    .getByRole('alertdialog')
    .getByRole('button', { name: t('files.delete'), exact: true })
    .click()
  await there.getByText(t('files.empty.title')).waitFor()
})
