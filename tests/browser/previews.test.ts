import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { docx, pixel, pptx, xlsx } from '../support/office-files.ts'
import { texts } from '../support/screens.ts'
import { step } from '../support/step.ts'
import { row } from './support/file-browser-page.ts'
import { hostileFiles } from './support/hostile-files.ts'
import { padding, pdf, video, wav } from './support/media-files.ts'
import { openPreviews, type PreviewStage } from './support/preview-stage.ts'

const t = texts('en')

let stage: PreviewStage
beforeAll(async () => {
  stage = await openPreviews()
})
afterAll(() => stage?.close())
beforeEach(() => {
  stage.caught.length = 0
})

const frame = () => stage.frame()

test('a preview shows each kind of file, and asks nobody for what is not in it [V14.2.3]', async () => {
  const { trap, caught } = stage
  await stage.open({
    'ghi chú.txt': 'một\nhai',
    'đọc.md': '# Tựa đề\n\n- **một**',
    'bảng.csv': `tên,giá\n=HYPERLINK("${trap}/csv"),2`,
    'sổ.xlsx': xlsx(),
    'báo cáo.docx': docx({}, `${trap}/docx.png`),
    'trình bày.pptx': pptx(),
    'ảnh.png': pixel,
    'sách.pdf': pdf(),
    'âm.wav': wav(),
  })
  const shows = (name: string, what: () => Promise<unknown>) =>
    step(name, async () => {
      await stage.show(name)
      await what()
    })
  await shows('ghi chú.txt', async () => {
    await frame().getByText('một').waitFor()
    await frame().getByText('1\n2').waitFor()
  })
  await shows('đọc.md', async () => {
    await frame().getByRole('heading', { name: 'Tựa đề' }).waitFor()
    await frame().getByText('một').waitFor()
  })
  await shows('bảng.csv', async () => {
    await frame().getByRole('cell', { name: 'giá' }).waitFor()
    await frame().getByText('=HYPERLINK').waitFor()
  })
  await shows('sổ.xlsx', async () => {
    await frame().getByRole('cell', { name: '2026-01-31' }).waitFor()
    await frame().getByRole('tab', { name: 'Ghi chú' }).click()
    await frame().getByRole('cell', { name: 'xin chào' }).waitFor()
  })
  await shows('báo cáo.docx', async () => {
    await frame().getByRole('heading', { name: 'Báo cáo' }).waitFor()
    await expect.poll(() => frame().locator('img').count()).toBe(1)
  })
  await shows('trình bày.pptx', async () => {
    await frame().getByRole('heading', { name: 'Mở đầu' }).waitFor()
    await frame().getByText(t('preview.plain')).waitFor()
    await expect.poll(() => frame().locator('.slide').count()).toBe(2)
  })
  await shows('ảnh.png', async () => {
    const image = frame().getByRole('img', { name: 'ảnh.png' })
    const zoomed = (id: 'toFit' | 'toActual', percent: number) =>
      stage.page.getByRole('button', { name: t(`preview.${id}`, { percent }) }).waitFor()
    await zoomed('toActual', 100)
    const keys = { '+': 125, '=': 150, '-': 125 }
    for (const [key, percent] of Object.entries(keys)) {
      await stage.page.keyboard.press(key)
      await zoomed('toFit', percent)
    }
    // With the focus in the frame, too.
    await image.click()
    await stage.page.keyboard.press('r')
    await expect.poll(() => image.evaluate(element => element.style.rotate)).toBe('90deg')
    await stage.page.keyboard.press('0')
    await zoomed('toActual', 100)
  })
  await shows('sách.pdf', async () => {
    await frame().locator('canvas').first().waitFor()
    await stage.settled()
    await frame()
      .getByRole('img', { name: `${t('preview.page')} 1` })
      .waitFor()
  })
  await shows('âm.wav', async () => {
    const audio = stage.page.getByRole('dialog').locator('audio')
    await expect
      .poll(() => audio.evaluate((element: HTMLAudioElement) => Math.round(element.duration)))
      .toBe(2)
    await audio.evaluate((element: HTMLAudioElement) => {
      element.currentTime = 1
    })
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBe(1)
  })
  expect(caught).toEqual([])
})

test('/preview-video plays an mp4 whose index is at its end, by ranges, and seeks to and fro', async () => {
  const { page } = stage
  const key = 'Tết/múa lân.mp4'
  await stage.open({ [key]: video() })
  const answers: number[] = []
  const asked: string[] = []
  page.on('response', answer => {
    if (!new URL(answer.url()).pathname.endsWith('.mp4')) return
    answers.push(answer.status())
    asked.push(answer.request().headers().range ?? '')
  })
  await stage.go(`/preview-video?${new URLSearchParams({ bucket: 'xem-truoc', path: key })}`)
  await page.getByRole('heading', { name: 'múa lân.mp4', exact: true }).waitFor()
  const player = page.locator('video')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => Math.round(video.duration))).toBe(4)
  /** Where the player is, in s, once it shows a picture of there. */
  const shownAt = () =>
    player.evaluate(({ seeking, readyState, currentTime }: HTMLVideoElement) =>
      !seeking && readyState >= 2 ? currentTime : null,
    )
  for (const second of [3, 1]) {
    await player.evaluate((video: HTMLVideoElement, second) => {
      video.currentTime = second
    }, second)
    await expect.poll(shownAt).toBe(second)
  }
  expect(new Set(answers)).toEqual(new Set([206]))
  const starts = asked.map(range => Number(/^bytes=(\d+)-/.exec(range)?.[1]))
  expect(Math.max(...starts)).toBeGreaterThan(padding / 2)
})

test('the preview has its own address: Back closes it, a reload opens it, arrows go to its neighbours', async () => {
  const { page } = stage
  await stage.open({ '1.txt': '1.txt', '2.txt': '2.txt' })
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
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await row(page, '1.txt').waitFor()
})

test('a text that is no UTF-8 names its encoding, and is read in another when asked', async () => {
  const italian = Buffer.from('Però così', 'latin1')
  await stage.open({ 'cũ.txt': italian })
  await stage.show('cũ.txt')
  await frame().getByText('Però così').waitFor()
  const choice = frame().getByLabel(t('preview.encoding'))
  await expect.poll(() => choice.inputValue()).toBe('windows-1252')
  await choice.selectOption(t('preview.encoding.vietnamese'))
  await frame().getByText('Per\u0323 cos\u0301'.normalize('NFC')).waitFor()
  await expect.poll(() => frame().locator('.lines').count()).toBe(1)
})

test('the preview of a damaged file says so, and of an empty one', async () => {
  const names = ['hỏng.pdf', 'hỏng.docx', 'hỏng.xlsx', 'hỏng.png', 'hỏng.mp4']
  await stage.open({
    ...Object.fromEntries(names.map(name => [name, 'not what it says'])),
    'trống.txt': '',
  })
  for (const name of names)
    await step(name, async () => {
      await stage.show(name)
      await stage.page.getByRole('heading', { name: t('preview.damaged.title') }).waitFor()
    })
  await stage.show('trống.txt')
  await stage.page.getByRole('heading', { name: t('preview.empty.title') }).waitFor()
})

test('what runs in the frame has an origin without cookies and storage, and may load nothing [V3.5.5]', async () => {
  const { page, trap, caught } = stage
  await stage.open({ 'khung.txt': 'x' })
  await stage.show('khung.txt')
  await frame().getByText('x', { exact: true }).waitFor()
  const inside = page.frames().find(each => each.url().includes('/preview-frame/'))!
  const found = () =>
    inside.evaluate(async trap => {
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
  await expect.poll(found).toEqual({
    origin: 'null',
    cookie: true,
    storage: true,
    above: true,
    fetch: true,
    own: true,
  })
  expect(caught).toEqual([])
})

test('a script in a file reaches neither the console nor the network [V1.3.4, V1.3.5]', async () => {
  const { page, trap, caught } = stage
  const files = hostileFiles(trap)
  await stage.open(files)
  await page.evaluate(() => Object.assign(window, { reached: false }))
  for (const name of Object.keys(files))
    await step(name, async () => {
      await stage.show(name)
      await stage.settled()
      await expect.poll(() => page.getByRole('heading', { name: t('preview.damaged.title') }).count()).toBe(0)
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'reached'))).toBe(false)
      await expect.poll(() => new URL(page.url()).origin).toBe(stage.console.url)
      expect(caught).toEqual([])
    })
})
