import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MiB } from '../../domain/limits.ts'
import { say } from '../support/say.ts'
import { dropFiles, UploadStage, until } from '../support/upload-stage.ts'

const count = 2001
const reloads = 4
/** The latest moment of a reload, in frames after the folder was given to the page: it is being read, and then sent. */
const latest = 240
const patience = 60_000

let stage: UploadStage
let folder = ''
beforeAll(async () => {
  stage = await UploadStage.open({ partSize: 5 * MiB })
  // In folders of two levels.
  for (let index = 0; index < count; index++) stage.file(`many/${index % 23}/tệp ${index}.txt`, 10 + index)
  folder = join(stage.folder, 'many')
}, patience)
afterAll(() => stage?.close())

const panel = (page: Page) => page.getByRole('region', { name: say('en', 'uploads.panel'), exact: true })
const drop = (page: Page) => dropFiles(page, [{ path: folder }])
const input = (page: Page, label: 'files.uploadFolder' | 'uploads.chooseFolderAgain') =>
  page.locator(`input[type=file][aria-label="${say('en', label)}"]`)

/** Headless browsers never ask: as one that asks once after each load of a page. */
function askAgain() {
  let granted = false
  Object.assign(FileSystemHandle.prototype, {
    queryPermission: async () => (granted ? 'granted' : 'prompt'),
    requestPermission: async () => {
      granted = true
      return 'granted'
    },
  })
}

/** As a browser that gives pages no handles of what is dropped. */
function giveNoHandles() {
  Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle')
}

/** `asks`: the button that is there after a reload, unless everything has arrived; `goOn`: what a person does then. */
type Way = {
  prepare?: () => void
  begin: (page: Page) => Promise<void>
  asks?: 'uploads.goOn' | 'uploads.chooseFolderAgain'
  goOn?: (page: Page) => Promise<void>
}

const button = (page: Page, label: NonNullable<Way['asks']>) =>
  panel(page).getByRole('button', { name: say('en', label), exact: true })

/** All files have arrived, and the panel says so, or has gone with the page that sent the last of them. */
async function isDone(page: Page, bucket: string): Promise<boolean> {
  if ((await stored(bucket)) < count) return false
  const titles = await panel(page).getByRole('heading').allInnerTexts()
  return titles.every(title => /^[\d,]+ files? uploaded$/.test(title))
}

const ways: Record<string, Way> = {
  'by itself': { begin: drop },
  'with the permission': {
    ...{ prepare: askAgain, begin: drop, asks: 'uploads.goOn' },
    goOn: page => button(page, 'uploads.goOn').click(),
  },
  'dropped again, instead of giving the permission': {
    ...{ prepare: askAgain, begin: drop, asks: 'uploads.goOn', goOn: drop },
  },
  'dropped again, without handles': {
    ...{ prepare: giveNoHandles, begin: drop, asks: 'uploads.chooseFolderAgain', goOn: drop },
  },
  'chosen again': {
    begin: page => input(page, 'files.uploadFolder').setInputFiles(folder),
    asks: 'uploads.chooseFolderAgain',
    goOn: page => input(page, 'uploads.chooseFolderAgain').setInputFiles(folder),
  },
}

test.each(Object.entries(ways))(
  'a folder goes on %s: all files arrive, and it is not called uploaded before',
  {
    timeout: 300_000,
    tags: ['faults'],
  },
  async (name, { prepare, begin, asks, goOn }) => {
    const random = randomOf(name)
    const bucket = await stage.newBucket()
    const { context, page } = await stage.visitor(bucket, { clock: false })
    onTestFinished(() => context.close())
    page.on('dialog', dialog => void dialog.accept())
    if (prepare) {
      await page.addInitScript(prepare)
      await page.evaluate(prepare)
    }
    const calledUploaded: Promise<number>[] = []
    await page.exposeFunction('calledUploaded', () => {
      calledUploaded.push(stored(bucket))
    })
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const [title] = [...document.querySelectorAll('section h2')].map(
          ({ textContent }) => textContent ?? '',
        )
        if (/^[\d,]+ files? uploaded$/.test(title ?? '')) Object(window).calledUploaded()
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
    await page.reload()
    await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
    await begin(page)
    for (let reload = 0; reload < reloads; reload++) {
      await frames(page, random() * latest)
      await page.reload()
      await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
      if (!asks) continue
      const asked = () => button(page, asks).isVisible()
      await until(async () => (await asked()) || (await isDone(page, bucket)), patience, 100)
      if (await asked()) await goOn?.(page)
    }
    await until(() => isDone(page, bucket), patience, 100)
    expect(await stored(bucket)).toBe(count)
    expect((await Promise.all(calledUploaded)).filter(stored => stored < count)).toEqual([])
  },
)

/** From 0 to 1; the same ones for the same name. */
function randomOf(name: string): () => number {
  let state = name.length
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

async function frames(page: Page, count: number) {
  await page.evaluate(
    count =>
      new Promise<void>(resolve => {
        const next = (left: number) => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : resolve())
        next(count)
      }),
    count,
  )
}

async function stored(bucket: string): Promise<number> {
  let [objects, token] = [0, undefined as string | undefined]
  do {
    const page = await stage.s3.listObjectsV2({ Bucket: bucket, ContinuationToken: token })
    objects += (page.Contents ?? []).filter(({ Key }) => !Key?.endsWith('/')).length
    token = page.NextContinuationToken
  } while (token)
  return objects
}
