// @module-tag hostile
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { docx, xlsx } from '../support/office-files.ts'
import { texts } from '../support/screens.ts'
import { largePng, zipOfZeros } from './support/bombs.ts'
import { pdf } from './support/media-files.ts'
import { type Files, openPreviews, type PreviewStage } from './support/preview-stage.ts'
import { peakOfPages } from './support/renderer-memory.ts'

const t = texts('en')

let stage: PreviewStage
beforeAll(async () => {
  stage = await openPreviews()
})
afterAll(() => stage?.close())

const side = 20_000
const bombs: Files = {
  'bom.xlsx': zipOfZeros('xl/workbook.xml', 300 * MiB),
  'bom.docx': zipOfZeros('word/document.xml', 300 * MiB),
  'rộng.png': largePng(side),
}
/** Files that are shown, as much of them as can be. */
const large: Files = {
  'hình trong hình.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><image width="900" height="900" href="data:image/png;base64,${Buffer.from(largePng(side)).toString('base64')}"/></svg>`,
  'trang to.pdf': pdf('', '0 0 14400 14400'),
  'rộng.docx': docx({ 'word/media/image1.png': largePng(side) }),
  'tỷ ô.xlsx': workbookOfABillionCells(),
}

function workbookOfABillionCells(): Uint8Array {
  const row = (at: number) =>
    `<row r="${at}"><c r="A${at}"><v>${at}</v></c><c r="XFD${at}"><v>1</v></c></row>`
  return xlsx(Array.from({ length: 2000 }, (_, at) => row(at * 500 + 1)).join(''))
}

test.each(Object.keys(bombs))('%s, which unpacks to hundreds of megabytes, is refused', async name => {
  await stage.open({ [name]: bombs[name]! })
  await stage.show(name)
  await stage.page.getByRole('heading', { name: t('preview.too-complex.title') }).waitFor()
})

test('of a document with a picture of 400 million pixels the rest is shown', async () => {
  await stage.open({ 'rộng.docx': large['rộng.docx']! })
  await stage.show('rộng.docx')
  await stage.frame().getByRole('heading', { name: 'Báo cáo' }).waitFor()
  await stage.settled()
  await expect.poll(() => stage.frame().locator('img').count()).toBe(1)
})

test('a workbook of a billion cells is cut', async () => {
  await stage.open({ 'tỷ ô.xlsx': large['tỷ ô.xlsx']! })
  await stage.show('tỷ ô.xlsx')
  await stage.frame().getByText(t('preview.cut')).waitFor()
  await stage.settled()
  const cells = await stage.frame().locator('td').all()
  expect(cells.length).toBeLessThan(3000)
})

test.each(['hình trong hình.svg', 'trang to.pdf'])('%s is drawn', async name => {
  await stage.open({ [name]: large[name]! })
  await stage.show(name)
  await stage.settled()
  await expect
    .poll(() => stage.page.getByRole('heading', { name: t('preview.damaged.title') }).count())
    .toBe(0)
})

// Measured in a browser of its own, so that a failure names the file.
test.each(Object.entries({ ...bombs, ...large }))(
  '%s takes less than 500 MB, and leaves the page its turns',
  { tags: ['timing'] },
  async (name, body) => {
    const { page, browser, ...alone } = await openPreviews()
    try {
      await page.addInitScript(() => {
        Object.assign(window, { tasks: [] })
        new PerformanceObserver(list => {
          for (const { duration } of list.getEntries()) Reflect.get(window, 'tasks').push(duration)
        }).observe({ type: 'longtask' })
      })
      await alone.open({ [name]: body })
      await alone.show(name)
      await alone.settled()
      expect(await peakOfPages(browser)).toBeLessThan(500 * MiB)
      const longest = await page.evaluate<number>(() => Math.max(0, ...Reflect.get(window, 'tasks')))
      expect(longest).toBeLessThan(1000)
    } finally {
      await alone.close()
    }
  },
)
