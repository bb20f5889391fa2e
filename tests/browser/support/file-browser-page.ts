import type { Download, Locator, Page, Request } from 'playwright'
import { expect } from 'vitest'
import { texts } from '../../support/screens.ts'
import { sha256OfFile } from './file-tree.ts'

const t = texts('en')

/** The grid of files and folders. */
export function grid(page: Page): Locator {
  return page.getByRole('grid', { name: t('files.list') })
}

/** The row of the item with this name; a folder's is without its slash. */
export function row(page: Page, name: string): Locator {
  const box = page.getByRole('checkbox', { name: t('files.select', { name }), exact: true })
  return grid(page).getByRole('row').filter({ has: box })
}

/** The names that the grid shows, in its order. */
export async function namesNow(page: Page): Promise<string[]> {
  const boxes = grid(page).getByRole('gridcell').getByRole('checkbox')
  const labels = await boxes.evaluateAll(all => all.map(box => box.getAttribute('aria-label') ?? ''))
  return labels.map(label => label.slice(t('files.select', { name: '' }).length))
}

/** Downloads the item of a row by the row's menu. */
export async function downloadRow(page: Page, row: Locator): Promise<Download> {
  await row.click({ button: 'right', position: { x: 200, y: 12 } })
  const entry = page.getByRole('menuitem', { name: t('files.download'), exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), entry.click()])
  return download
}

/** Waits until `count` uploads are done, and closes the panel. */
export async function uploadsDone(page: Page, count: number): Promise<void> {
  const panel = page.getByRole('region', { name: t('uploads.panel') })
  await panel.getByRole('heading', { name: t('uploads.done', { completed: count }), exact: true }).waitFor()
  await panel.getByRole('button', { name: t('uploads.close'), exact: true }).click()
  await panel.waitFor({ state: 'detached' })
}

/** Drops files and folders of this machine on the middle of the page, as a file manager does. */
export async function drop(page: Page, paths: string[]): Promise<void> {
  const { width, height } = page.viewportSize()!
  const devtools = await page.context().newCDPSession(page)
  const at = { x: width / 2, y: height / 2, data: { items: [], files: paths, dragOperationsMask: 1 } }
  for (const type of ['dragEnter', 'dragOver'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at })
  await page.getByText(t('files.dropTitle')).waitFor()
  await devtools.send('Input.dispatchDragEvent', { type: 'drop', ...at })
  await devtools.detach()
}

/** The name under which a download is saved, and its SHA-256. */
export async function downloaded(download: Download): Promise<{ name: string; hash: string }> {
  return { name: download.suggestedFilename(), hash: sha256OfFile(await download.path()) }
}

/** Chooses files or a folder by a button of the page. */
export async function chooseByButton(
  page: Page,
  id: 'files.uploadFiles' | 'files.uploadFolder',
  paths: string | string[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: t(id) })
    .first()
    .click()
  await (await chooser).setFiles(paths)
}

/** Downloads the selection by its button. */
export async function downloadSelected(page: Page): Promise<{ name: string; hash: string }> {
  const bar = page.getByRole('toolbar', { name: t('files.selected', { count: 1 }) })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: t('files.download') }).click(),
  ])
  return downloaded(download)
}

/** Selects `item`, where one is given, and deletes what is selected. */
export async function deleteSelected(page: Page, item?: Locator): Promise<void> {
  await item?.click()
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: t('files.delete') })
    .click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: t('files.delete') }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The paths that a page asks for from now on, and when none is under way. */
export function requestsOf(page: Page): { asked: string[]; atRest(): Promise<void> } {
  const asked: string[] = []
  const underWay = new Set<Request>()
  page.on('request', request => {
    // A stream has no end.
    if (request.resourceType() === 'eventsource') return
    asked.push(new URL(request.url()).pathname)
    underWay.add(request)
  })
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  return {
    asked,
    async atRest() {
      // What an answer makes the page ask for is asked before this is answered.
      const settle = () => page.evaluate(() => fetch('/robots.txt').then(answer => answer.text()))
      await expect
        .poll(async () => {
          const before = asked.length
          await settle()
          return underWay.size === 0 && asked.length === before + 1
        })
        .toBe(true)
    },
  }
}
