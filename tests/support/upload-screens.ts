import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import type { MessageId } from '../../src/i18n/messages.ts'
import type { MakeScreen, Screen } from './screens.ts'

/** What the storage says of a file that it took. */
export const stored = { status: 200, headers: { etag: '"5ed3d1b46258e769263217038f062478"' } }
const full = {
  status: 403,
  contentType: 'application/xml',
  body: '<?xml version="1.0"?><Error><Code>QuotaExceeded</Code></Error>',
}

/** Chooses files, or the folder that all of their paths begin with. */
export async function chooseFiles(page: Page, input: string, files: [string, number][]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kho-files-'))
  const paths = files.map(([name, size]) => {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    truncateSync(path, size)
    return path
  })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const top = files[0]![0].split('/')[0]!
  const chosen = files[0]![0].includes('/') ? join(folder, top) : paths
  await page.locator(`input[type=file][aria-label="${input}"]`).setInputFiles(chosen)
}

/** In a small window the uploads are a bar, until it is pressed. */
const openPanel = (page: Page, t: (id: MessageId) => string) =>
  page.getByRole('button', { name: t('uploads.restore'), exact: true }).click()

/** Uploads under way, paused, failed, in folders, and in the bar of a small window. */
export const uploadScreens = (screen: MakeScreen): Screen[] => [
  screen('uploads', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    // Playwright reads the body of what a route holds, so the files are small.
    await page.route('**/s3/**', route => /mp4/.test(route.request().url()) || route.fulfill(stored))
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Kế hoạch năm 2027.docx', 48_000],
      ['Ảnh bìa.png', 220_000],
    ])
    // What is held may take the places of others.
    await page
      .getByText(t('uploads.done', { completed: 2 }))
      .first()
      .waitFor()
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Phỏng vấn khách hàng.mp4', 640_000],
      ['Hội nghị tổng kết.mp4', 600_000],
    ])
    await page
      .getByText(t('uploads.uploading', { left: 2 }))
      .first()
      .waitFor()
    if (phone) await openPanel(page, t)
  }),
  screen('uploads-bar', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.route('**/s3/**', () => undefined)
    await chooseFiles(page, t('files.uploadFiles'), [['Hội nghị tổng kết.mp4', 600_000]])
    const bar = page.getByRole('button', { name: t('uploads.restore'), exact: true })
    if (!phone) await page.getByRole('button', { name: t('uploads.minimise'), exact: true }).click()
    await bar.waitFor()
  }),
  screen('uploads-folders', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.route('**/s3/**', route => {
      if (/mp4/.test(route.request().url())) return
      return route.fulfill(/docx/.test(route.request().url()) ? full : stored)
    })
    await chooseFiles(page, t('files.uploadFolder'), [
      ['Hồ sơ dự thầu/Biên bản.docx', 48_000],
      ['Hồ sơ dự thầu/Dự toán.docx', 60_000],
      ['Hồ sơ dự thầu/Bản vẽ/Mặt bằng.png', 220_000],
    ])
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Kế hoạch năm 2027.docx', 48_000],
      ['Kế hoạch năm 2028.docx', 48_000],
      ['Ảnh bìa.png', 220_000],
    ])
    if (phone) await openPanel(page, t)
    await page
      .getByText(t('uploads.failed', { failed: 4 }))
      .first()
      .waitFor()
    await chooseFiles(page, t('files.uploadFolder'), [
      ['Tết Bính Ngọ/Phim/Hội nghị tổng kết.mp4', 600_000],
      ['Tết Bính Ngọ/Phim/Phỏng vấn khách hàng.mp4', 640_000],
      ['Tết Bính Ngọ/Ảnh bìa.png', 220_000],
    ])
    await page
      .getByText(t('uploads.uploading', { left: 2 }))
      .first()
      .waitFor()
  }),
  screen('uploads-long', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    // Chromium's headless build denies notifications.
    await page.evaluate(() => {
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission, configurable: true })
      Notification.requestPermission = async () => {
        permission = 'granted'
        return permission as NotificationPermission
      }
    })
    await page.route('**/s3/**', () => undefined)
    await chooseFiles(page, t('files.uploadFiles'), [['Hội nghị tổng kết.mp4', 2_000_000_000]])
    if (phone) await openPanel(page, t)
    await page.getByText(t('uploads.tellWhenDone')).waitFor()
  }),
  screen('uploads-paused', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.route('**/s3/**', () => undefined)
    const sent = page.waitForRequest('**/s3/**')
    const name = 'Hội nghị tổng kết.mp4'
    await chooseFiles(page, t('files.uploadFiles'), [[name, 600_000]])
    if (phone) await openPanel(page, t)
    await sent
    // The second time without waiting for the request, which has no end.
    await page.getByRole('button', { name: t('uploads.pauseAll') }).click()
    await page.getByRole('button', { name: t('uploads.pause', { name }), exact: true }).click()
    await page
      .getByText(t('uploads.paused', { left: 1 }))
      .first()
      .waitFor()
  }),
  screen('uploads-failed', async (page, { goto, t, phone }) => {
    await goto('/bucket-management/website-static')
    await page.getByText('index.html').first().waitFor()
    await page.route('**/s3/**', route =>
      /docx/.test(route.request().url()) ? route.fulfill(full) : route.fulfill(stored),
    )
    await chooseFiles(page, t('files.uploadFiles'), [
      ['Kế hoạch năm 2027.docx', 48_000],
      ['Ảnh bìa.png', 220_000],
    ])
    if (phone) await openPanel(page, t)
    await page.getByText(t('error.NOT_ENOUGH_STORAGE')).first().waitFor()
  }),
]
