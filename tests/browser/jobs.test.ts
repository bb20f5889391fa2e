import { randomBytes } from 'node:crypto'
import { PutObjectCommand, PutObjectLegalHoldCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { makeClient } from '../../server/storage/client.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'

const t = texts('en')

let kho: Console
let browser: Browser
let context: BrowserContext
let page: Page
let api: Api
let client: S3Client

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  client = makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() })
  context = await visit(browser, kho.url)
  page = await context.newPage()
  await page.goto(kho.url)
  await signIn(page)
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
})
afterAll(async () => {
  client?.destroy()
  await browser?.close()
  await kho?.stop()
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
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'four' }))
}

function runningIn(bucket: string): Job {
  return {
    ...{ id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11', kind: 'empty-bucket', bucket },
    ...{ source: null, target: null },
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

test('a bucket that is not empty says what it holds, and goes with it after pin and tick: Please confirm!', async () => {
  await bucketWith('di-luon', 'a.txt', 'b.txt')
  await choose('di-luon', 'common.delete')
  await dialog().getByText('It contains 2 files (8 Bytes).').waitFor()
  await button('contents.deleteDo').click()
  await dialog().getByText(t('issue.confirm')).waitFor()
  await dialog().getByLabel(t('confirm.pin')).fill(owner.pin)
  await dialog().getByRole('checkbox').check()
  await button('contents.deleteDo').click()
  await tray()
    .getByText(t('jobs.delete-bucket.done', { bucket: 'di-luon' }))
    .waitFor()
  await tray()
    .getByText(t('jobs.result', { done: 2, failed: 0, skipped: 0, act: 'delete' }))
    .waitFor()
  await page.getByText(t('buckets.empty.title')).waitFor()
  await tray()
    .getByRole('button', { name: t('jobs.close', { bucket: 'di-luon' }) })
    .click()
  await tray().waitFor({ state: 'detached' })
})

test('format data requires typing the exact name, Wrong name or Not match, and tells what stayed and why', async () => {
  await api.call('POST', '/bucket', { bucket: 'co-khoa', object_lock: { mode: 'governance', days: 1 } })
  for (const Key of ['a.txt', 'held.txt'])
    await client.send(new PutObjectCommand({ Bucket: 'co-khoa', Key, Body: 'four' }))
  const LegalHold = { Status: 'ON' } as const
  await client.send(new PutObjectLegalHoldCommand({ Bucket: 'co-khoa', Key: 'held.txt', LegalHold }))
  await choose('co-khoa', 'buckets.format')
  await dialog().getByText(t('contents.lock')).waitFor()
  await dialog()
    .getByLabel(t('format.name', { name: 'co-khoa' }))
    .fill('co-kho')
  await button('format.do').click()
  await dialog().getByText(t('issue.wrong-name')).waitFor()
  const typed = dialog().getByLabel(t('format.name', { name: 'co-khoa' }))
  await typed.fill('Co-khoa')
  await dialog().getByText(t('issue.not-match')).waitFor()
  await typed.fill('co-khoa')
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
  expect(await failures.getByRole('listitem').count()).toBe(1)
  await tray()
    .getByRole('button', { name: t('jobs.hideWhy') })
    .click()
  await failures.waitFor({ state: 'detached' })
  await tray()
    .getByRole('button', { name: t('jobs.close', { bucket: 'co-khoa' }) })
    .click()
})

test('a running job is shown on every page and after a reload, by reads where events do not come, until it is cancelled', async () => {
  await bucketWith('dang-chay', 'a.txt')
  let job = runningIn('dang-chay')
  await context.route('**/api/format-bucket', route => route.fulfill({ status: 202, json: job }))
  await context.route('**/api/jobs', route => route.fulfill({ json: { jobs: [job] } }))
  await context.route('**/api/jobs/watch', route => route.abort())
  await context.route('**/api/jobs/*/cancel', route => {
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
  await tray()
    .getByText(t('jobs.progress', { done: 2000, total: 3000 }))
    .waitFor()
  await tray()
    .getByRole('button', { name: t('common.cancel') })
    .click()
  await tray().getByText(t('jobs.cancelling')).waitFor()
  job = { ...job, state: 'cancelled', ended_at: 3 }
  await tray()
    .getByText(t('jobs.cancelled', { bucket: 'dang-chay' }))
    .waitFor()
  await context.unrouteAll({ behavior: 'wait' })
})

test('a job that ended long ago is shown after a reload, and nothing is read twice', async () => {
  await bucketWith('da-xong', 'a.txt')
  await choose('da-xong', 'buckets.format')
  await dialog()
    .getByLabel(t('format.name', { name: 'da-xong' }))
    .fill('da-xong')
  await button('format.do').click()
  await tray()
    .getByText(t('jobs.empty-bucket.done', { bucket: 'da-xong' }))
    .waitFor()
  const later = await context.newPage()
  await later.route('**/api/jobs', async route => {
    const response = await route.fetch()
    const { jobs } = (await response.json()) as { jobs: Job[] }
    const old = jobs.map(job => ({ ...job, ended_at: job.ended_at && job.ended_at - 120 }))
    await route.fulfill({ response, json: { jobs: old } })
  })
  const asked: string[] = []
  later.on('request', request => asked.push(new URL(request.url()).pathname))
  await later.goto(`${kho.url}/bucket-management`)
  const shown = later.getByRole('region', { name: t('jobs.tray') })
  await shown.getByText(t('jobs.empty-bucket.done', { bucket: 'da-xong' })).waitFor()
  await later.waitForLoadState('networkidle')
  const read = asked.filter(path => path.startsWith('/api/'))
  expect(read).toEqual([...new Set(read)])
  await later.close()
  await tray()
    .getByRole('button', { name: t('jobs.close', { bucket: 'da-xong' }) })
    .click()
  await tray().waitFor({ state: 'detached' })
})

test('a job that the user runs on another device is shown without being asked for; one of somebody else is not', async () => {
  const device = await visit(browser, kho.url)
  const mine = runningIn('noi-khac')
  const other = {
    ...runningIn('cua-nguoi'),
    id: '7d1b2f0e-52a1-4a53-8f4e-5b7c6d0e9a42',
    user: 'who@else.test',
  }
  await device.route('**/api/jobs', route => route.fulfill({ json: { jobs: [other, mine] } }))
  await device.route('**/api/jobs/watch', route => route.abort())
  const there = await device.newPage()
  await there.goto(kho.url)
  await signIn(there)
  const shown = there.getByRole('region', { name: t('jobs.tray') })
  await shown.getByText(t('jobs.progress', { done: 1000, total: 3000 })).waitFor()
  expect(await shown.getByText('noi-khac').count()).toBeGreaterThan(0)
  expect(await shown.getByText('cua-nguoi').count()).toBe(0)
  await device.close()
})

test('much is deleted by a job that another tab shows too, after its files and bytes were said', async () => {
  const bucket = `nhieu-tep-${randomBytes(2).toString('hex')}`
  // So many folders are not deleted at once.
  const folders = Array.from({ length: 11 }, (_, at) => `a${at}`)
  await bucketWith(bucket, 'b.txt', ...folders.map(folder => `${folder}/1.txt`))
  const second = await context.newPage()
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
  await second.close()
})

test('a folder is read again after a job that ended before it was seen, also where the clock of the browser is ahead', async () => {
  const folders = Array.from({ length: 11 }, (_, at) => `a${at}`)
  await bucketWith('dong-ho', ...folders.map(folder => `${folder}/1.txt`))
  const device = await visit(browser, kho.url)
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
  await signIn(there)
  await there.getByRole('checkbox', { name: t('files.selectAll'), exact: true }).check()
  await there.getByRole('button', { name: t('files.delete'), exact: true }).click()
  await there
    .getByRole('alertdialog')
    .getByRole('button', { name: t('files.delete'), exact: true })
    .click()
  await there.getByText(t('files.empty.title')).waitFor()
  await device.close()
})

test('what is deleted from a bucket with versions can be restored, as the question says', async () => {
  await api.call('POST', '/bucket', { bucket: 'giu-ban', versioning: true })
  await client.send(new PutObjectCommand({ Bucket: 'giu-ban', Key: 'a/1.txt', Body: 'four' }))
  await page.goto(`${kho.url}/bucket-management/giu-ban`)
  await page.getByRole('checkbox', { name: t('files.select', { name: 'a' }), exact: true }).check()
  await page.getByRole('button', { name: t('files.delete'), exact: true }).click()
  await dialog()
    .getByText(t('files.deleteKeptLead', { what: '1 folder with everything in it' }))
    .waitFor()
  await dialog()
    .getByText(t('files.deleteInAll', { state: 'whole', count: 1, size: '4 Bytes' }))
    .waitFor()
  await button('files.delete').click()
  await page.getByText(t('files.empty.title')).waitFor()
  await page.getByText(t('files.deleted')).waitFor()
})
