import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SignedUrls } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { visit } from '../support/visit.ts'
import { makeSubUser } from './support/sub-users.ts'

const t = texts('en')
const bucket = 'phim'
const key = 'Tết/múa lân.mp4'
const odd = 'gpj\u202e4pm.mp4'

let kho: Console
let browser: Browser
let api: Api
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  const body = video()
  for (const name of [key, odd]) {
    const files = [{ key: name, size: body.length }]
    const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
    const answer = await fetch(urls[0]!, { method: 'PUT', body })
    expect(answer.status).toBe(200)
  }
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})
afterEach(() => context?.close())

/** Signs in, and goes to the page of the video at `path`. */
async function open(path: string, email = owner.email): Promise<void> {
  context = await visit(browser, kho.url)
  page = await context.newPage()
  await page.goto(kho.url)
  await page.getByLabel(t('auth.email'), { exact: true }).fill(email)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
  await page.goto(`${kho.url}/preview-video?${new URLSearchParams({ bucket, path })}`)
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const player = () => page.locator('video')
const duration = () => player().evaluate((video: HTMLVideoElement) => Math.round(video.duration))
/** Where the player is, in s, once it shows a picture of there. */
const shownAt = () =>
  player().evaluate(({ seeking, readyState, currentTime }: HTMLVideoElement) =>
    !seeking && readyState >= 2 ? currentTime : null,
  )

describe('/preview-video, the page of a video,', () => {
  test('plays an mp4 whose index is at its end, by ranges, and seeks to and fro', async () => {
    const answers: number[] = []
    const asked: string[] = []
    await open('')
    page.on('response', answer => {
      if (!new URL(answer.url()).pathname.endsWith('.mp4')) return
      answers.push(answer.status())
      asked.push(answer.request().headers().range ?? '')
    })
    await page.goto(`${kho.url}/preview-video?${new URLSearchParams({ bucket, path: key })}`)
    await heading('múa lân.mp4').waitFor()
    await expect.poll(duration).toBe(4)
    for (const second of [3, 1]) {
      await player().evaluate((video: HTMLVideoElement, second) => {
        video.currentTime = second
      }, second)
      await expect.poll(shownAt).toBe(second)
    }
    expect(new Set(answers)).toEqual(new Set([206]))
    const starts = asked.map(range => Number(/^bytes=(\d+)-/.exec(range)?.[1]))
    expect(Math.max(...starts)).toBeGreaterThan(padding / 2)
  })

  test('shows marks for the characters of a name that are not seen', async () => {
    await open(odd)
    const title = page.getByRole('heading', { level: 1 })
    await title.getByRole('img', { name: t('common.hiddenCharacter', { code: 'U+202E' }) }).waitFor()
  })

  test.each(['', 'ghi chú.txt', 'phim.webm'])('says that %j is no video', async path => {
    await open(path)
    await heading(t('preview.video.none.title')).waitFor()
    await page.getByRole('link', { name: t('preview.video.toBuckets'), exact: true }).click()
    await heading(t('buckets.title')).waitFor()
  })

  test('says that a video which is gone is not there', async () => {
    await open('Tết/đã xoá.mp4')
    await heading(t('preview.failed')).waitFor()
    await page.getByText(t('error.OBJECT_NOT_FOUND')).waitFor()
    expect(await player().count()).toBe(0)
  })

  test('plays for a sub-user who may read', async () => {
    const { email } = await makeSubUser(kho.url, api, 'read')
    await open(key, email)
    await expect.poll(duration).toBe(4)
  })
})

/** Bytes between the pictures of the video and its index. */
const padding = 6 * 1024 ** 2

/** A video of four seconds, VP9, with so much unused space before its index that a player asks for the end by itself. */
function video(): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(join(import.meta.dirname, 'support/four-seconds.mp4'))
  const index = bytes.indexOf('moov') - 4
  const free = Buffer.alloc(padding)
  free.writeUInt32BE(padding)
  free.write('free', 4)
  return new Uint8Array(Buffer.concat([bytes.subarray(0, index), free, bytes.subarray(index)]))
}
