import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { previewLimit } from '../../domain/preview.ts'
import type { SignedUrls } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { docx, pixel, pptx, xlsx } from '../support/office-files.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'
import { largePng, zipOfZeros } from './support/bombs.ts'
import { row } from './support/file-browser-page.ts'
import { peakOfPages } from './support/renderer-memory.ts'

const t = texts('en')
const bucket = 'xem-truoc'

let kho: Console
let browser: Browser
let context: BrowserContext
let api: Api
let page: Page
/** A server that nothing may ask, and what asked it all the same. */
let canary: Server
let trap: string
let caught: string[] = []

beforeAll(async () => {
  canary = createServer((request, response) => {
    caught.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end()
  }).listen(0, '127.0.0.1')
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  trap = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  context = await visit(browser, kho.url)
  const first = await context.newPage()
  await first.goto(kho.url)
  await signIn(first)
  await first.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await first.close()
})
afterAll(async () => {
  await browser?.close()
  canary?.close()
  await kho?.stop()
})
beforeEach(async () => {
  caught = []
  page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(window, { reached: false, tasks: [] })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) Reflect.get(window, 'tasks').push(duration)
    }).observe({ type: 'longtask' })
  })
})
afterEach(() => page.close())

/** Puts a file, and opens its preview by its address. */
async function show(name: string, body: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(body)
  const file = { key: name, size: bytes.length }
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files: [file] })
  const answer = await fetch(urls[0]!, { method: 'PUT', body: bytes })
  if (!answer.ok) throw new Error(await answer.text())
  await page.goto(`${kho.url}/bucket-management/${bucket}?preview=${encodeURIComponent(name)}`)
  await page.getByRole('dialog', { name }).waitFor()
}

const frame = () => page.frameLocator('iframe')
/** The preview has ended in one way or another. */
const settled = () => page.getByRole('dialog').locator('[aria-busy=false]').waitFor()

describe('a preview shows', () => {
  test('a text with its lines', async () => {
    await show('ghi chú.txt', 'một\nhai')
    await frame().getByText('một').waitFor()
    await frame().getByText('1\n2').waitFor()
  })

  test('Markdown', async () => {
    await show('đọc.md', '# Tựa đề\n\n- **một**')
    await frame().getByRole('heading', { name: 'Tựa đề' }).waitFor()
    await frame().getByText('một').waitFor()
  })

  test('a CSV as a table, its formulas as text', async () => {
    await show('bảng.csv', `tên,giá\n=HYPERLINK("${trap}/csv"),2`)
    await frame().getByRole('cell', { name: 'giá' }).waitFor()
    await frame().getByText('=HYPERLINK').waitFor()
    expect(caught).toEqual([])
  })

  test('a workbook, a sheet at a time', async () => {
    await show('sổ.xlsx', xlsx())
    await frame().getByRole('cell', { name: '2026-01-31' }).waitFor()
    await frame().getByRole('tab', { name: 'Ghi chú' }).click()
    await frame().getByRole('cell', { name: 'xin chào' }).waitFor()
  })

  test('a document with its own pictures, and asks nobody for others', async () => {
    await show('báo cáo.docx', docx({}, `${trap}/docx.png`))
    await frame().getByRole('heading', { name: 'Báo cáo' }).waitFor()
    await expect.poll(() => frame().locator('img').count()).toBe(1)
    expect(caught).toEqual([])
  })

  test('a presentation, its text and pictures by slide', async () => {
    await show('trình bày.pptx', pptx())
    await frame().getByRole('heading', { name: 'Mở đầu' }).waitFor()
    await frame().getByText(t('preview.plain')).waitFor()
    await expect.poll(() => frame().locator('.slide').count()).toBe(2)
  })

  test('an image', async () => {
    await show('ảnh.png', pixel)
    await frame().getByRole('img', { name: 'ảnh.png' }).waitFor()
  })

  test('a PDF, a picture for each page', async () => {
    await show('sách.pdf', pdf())
    await frame().locator('canvas').first().waitFor()
    await settled()
    expect(
      await frame()
        .getByRole('img', { name: `${t('preview.page')} 1` })
        .count(),
    ).toBe(1)
  })

  test('audio in a player that seeks by ranges', async () => {
    await show('âm.wav', wav())
    const audio = page.getByRole('dialog').locator('audio')
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => Math.round(element.duration)))
      .toBe(2)
    await audio.evaluate((element: HTMLAudioElement) => {
      element.currentTime = 1
    })
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(1)
  })
})

describe('the preview', () => {
  test('has its own address: Back closes it, a reload opens it, arrows go to its neighbours', async () => {
    for (const name of ['1.txt', '2.txt']) await show(name, name)
    await page.goto(`${kho.url}/bucket-management/${bucket}`)
    await row(page, '1.txt').dblclick()
    await frame().getByText('1.txt').waitFor()
    await page.keyboard.press('ArrowRight')
    await frame().getByText('2.txt').waitFor()
    await page.reload()
    await frame().getByText('2.txt').click()
    await page.keyboard.press('ArrowLeft')
    await frame().getByText('1.txt').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).search).toBe('')
    await row(page, '1.txt').waitFor()
  })

  test('of a file over 20 MB says to download it (overflowMemory, preview limit 20MB)', async () => {
    await show('to.txt', new Uint8Array(previewLimit + 1))
    await page.getByRole('heading', { name: t('preview.too-large.title') }).waitFor()
  })

  test('of another kind of file says that there is none', async () => {
    await show('máy.bin', 'x')
    await page.getByRole('heading', { name: t('preview.unsupported.title') }).waitFor()
  })

  test.each(['hỏng.pdf', 'hỏng.docx', 'hỏng.xlsx', 'hỏng.png', 'hỏng.mp4'])(
    'of %s, which is damaged, says so',
    async name => {
      await show(name, 'not what it says')
      await page.getByRole('heading', { name: t('preview.damaged.title') }).waitFor()
    },
  )
})

describe('a hostile file reaches neither the console nor the network, takes less than 500 MB, and leaves the page its turns', () => {
  afterEach(async () => {
    expect(await peakOfPages(browser)).toBeLessThan(500 * MiB)
    expect(await page.evaluate(() => Math.max(0, ...Reflect.get(window, 'tasks')))).toBeLessThan(1000)
  })

  const attack = () =>
    `parent.reached=top.reached=opener&&(opener.reached=true);fetch('${trap}/f');new Image().src='${trap}/i';location='${trap}/l'`
  const html = () =>
    `<script>${attack()}</script><img src="${trap}/img" onerror="${attack()}"><meta http-equiv=refresh content="0;url=${trap}/m"><link rel=stylesheet href="${trap}/css"><iframe src="${trap}/if"></iframe>`

  const files: [name: string, body: () => string | Uint8Array][] = [
    ['trang.html', html],
    ['trang.md', () => `${html()}\n\n![x](${trap}/md.png)\n\n[x](javascript:alert(1))`],
    [
      'hình.svg',
      () =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="${attack().replaceAll('&', '&amp;')}"><script>${attack().replaceAll('&', '&amp;')}</script><image href="${trap}/svg.png" width="5" height="5"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${trap}/fo"></iframe></foreignObject></svg>`,
    ],
    ['kịch bản.pdf', () => pdf(`/OpenAction << /S /JavaScript /JS (app.launchURL("${trap}/js")) >>`)],
    [
      'hình trong hình.svg',
      () =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><image width="900" height="900" href="data:image/png;base64,${Buffer.from(largePng(20_000)).toString('base64')}"/></svg>`,
    ],
    ['trang to.pdf', () => pdf('', '0 0 14400 14400')],
    ['liên kết.pdf', () => pdf(`/OpenAction << /S /URI /URI (${trap}/uri) >>`)],
  ]
  test.each(files)('%s', async (name, body) => {
    await show(name, body())
    await settled()
    expect(await page.getByRole('heading', { name: t('preview.damaged.title') }).count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(window, 'reached'))).toBe(false)
    expect(new URL(page.url()).origin).toBe(kho.url)
    expect(caught).toEqual([])
  })

  test.each([
    ['bom.xlsx', 'xl/workbook.xml'],
    ['bom.docx', 'word/document.xml'],
  ])('%s, which unpacks to 300 MB, is refused, and the page goes on', async (name, part) => {
    await show(name, zipOfZeros(part, 300 * 1024 ** 2))
    await page.getByRole('heading', { name: t('preview.too-complex.title') }).waitFor()
  })

  test('a picture of 400 million pixels is refused, by itself and in a document', async () => {
    await show('rộng.png', largePng(20_000))
    await page.getByRole('heading', { name: t('preview.too-complex.title') }).waitFor()
    await show('rộng.docx', docx({ 'word/media/image1.png': largePng(20_000) }))
    await frame().getByRole('heading', { name: 'Báo cáo' }).waitFor()
    await settled()
    await expect.poll(() => frame().locator('img').count()).toBe(1)
  })

  test('a workbook of a billion cells is cut', async () => {
    const rows = Array.from(
      { length: 2000 },
      (_, at) =>
        `<row r="${at * 500 + 1}"><c r="A${at * 500 + 1}"><v>${at}</v></c><c r="XFD${at * 500 + 1}"><v>1</v></c></row>`,
    )
    await show('tỷ ô.xlsx', xlsx(rows.join('')))
    await frame().getByText(t('preview.cut')).waitFor()
    expect(await frame().locator('td').count()).toBeLessThan(3000)
  })

  test('what runs in the frame has an origin without cookies and storage, and may load nothing', async () => {
    await show('khung.txt', 'x')
    await frame().getByText('x').waitFor()
    const inside = page.frames().find(each => each.url().includes('/preview-frame/'))!
    const found = await inside.evaluate(async trap => {
      const refused = async (act: () => unknown) => {
        try {
          await act()
          return false
        } catch {
          return true
        }
      }
      return {
        origin: self.origin,
        cookie: await refused(() => document.cookie),
        storage: await refused(() => localStorage.length),
        above: await refused(() => parent.document),
        fetch: await refused(() => fetch(`${trap}/fetch`)),
        own: await refused(() => fetch('/api/user')),
      }
    }, trap)
    expect(found).toEqual({
      origin: 'null',
      cookie: true,
      storage: true,
      above: true,
      fetch: true,
      own: true,
    })
    expect(caught).toEqual([])
  })
})

/** A PDF of one page with a line of text; `more`: further entries of its catalogue. */
function pdf(more = '', box = '0 0 300 200'): Uint8Array {
  const content = 'BT /F1 24 Tf 20 100 Td (Xin chao) Tj ET'
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const lines = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  )
}

/** Two seconds of silence: 8,000 samples of one byte a second. */
function wav(): Uint8Array {
  const samples = 16_000
  const bytes = Buffer.alloc(44 + samples, 0x80)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + samples, 4)
  bytes.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples],
  ] as const)
    bytes.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.write('data', 36)
  return bytes
}
