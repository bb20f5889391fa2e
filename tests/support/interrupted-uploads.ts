import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3 } from '@aws-sdk/client-s3'
import { type BrowserContext, errors, type Page } from 'playwright'
import { makeClient } from '../../server/storage/client.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { signInApi } from './api.ts'
import { openProfile } from './chromium.ts'
import { type Console, owner, startConsole } from './console.ts'
import { type FaultProxy, type Seen, startFaultProxy } from './fault-proxy.ts'
import { storedIn } from './kept-name.ts'
import { type Line, startLine } from './line.ts'
import { withMethods } from './s3.ts'
import { say } from './say.ts'
import { until } from './upload-stage.ts'
import { signIn } from './visit.ts'

export const interruptions = [
  'paused',
  'reloaded',
  'tab closed',
  'offline',
  'browser killed',
  'server killed',
] as const
export type Interruption = (typeof interruptions)[number]

/** ms until what was interrupted goes on, and until a file is uploaded. */
const carriedOn = 120_000
/** ms that a control has to be there. */
const tryMs = 3000
const ignoreTimeout = (error: unknown) => {
  if (!(error instanceof errors.TimeoutError)) throw error
}
const t = (id: MessageId) => say('en', id)

/** A browser with a profile, a line that all its connections share, a proxy that counts, and the real server. */
export class InterruptedUploads {
  readonly proxy: FaultProxy
  readonly s3: S3
  readonly #kho: Console
  readonly #line: Line
  readonly #dir: string
  #context!: BrowserContext
  #kill!: () => Promise<void>
  #page!: Page
  #bucket = ''

  private constructor(kho: Console, proxy: FaultProxy, line: Line, s3: S3, dir: string) {
    this.#kho = kho
    this.proxy = proxy
    this.#line = line
    this.s3 = s3
    this.#dir = dir
  }

  /** `partSize`: bytes of the smallest part; the product's own if left out. */
  static async open(bytesPerSecond: number, partSize?: number): Promise<InterruptedUploads> {
    const kho = await startConsole(
      partSize === undefined ? {} : { minPartSize: partSize, env: { KHO_PART_SIZE: String(partSize) } },
    )
    const proxy = await startFaultProxy(kho.url)
    const line = await startLine(proxy.url, { bytesPerSecond })
    const s3 = withMethods(makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }))
    const opened = new InterruptedUploads(kho, proxy, line, s3, mkdtempSync(join(tmpdir(), 'kho-profile-')))
    await opened.#openBrowser()
    return opened
  }

  async close(): Promise<void> {
    await this.#context.close()
    await this.#line.close()
    await this.proxy.close()
    this.s3.destroy()
    await this.#kho.stop()
    rmSync(this.#dir, { recursive: true, force: true })
  }

  get page(): Page {
    return this.#page
  }

  /** Opens a new bucket, in which every write of an object is a version. */
  async newBucket(bucket: string): Promise<void> {
    this.#bucket = bucket
    const api = await signInApi(this.#line.url, owner.email, owner.password)
    await api.call('POST', '/bucket', { bucket })
    await this.s3.putBucketVersioning({ Bucket: bucket, VersioningConfiguration: { Status: 'Enabled' } })
    this.proxy.reset()
    await this.#goToBucket()
    await until(async () => {
      await this.#signInIfAsked()
      return this.#page.getByText(t('files.empty.title')).isVisible()
    })
  }

  /** Waits until the page has found and stored all files of a folder that was dropped. */
  async found(files: number): Promise<void> {
    const counted = say('en', 'uploads.counts', { completed: '', total: files.toLocaleString('en') })
    await this.#page.getByText(counted).first().waitFor()
    await until(async () => (await storedIn(this.#page, 'selections')).length === 0)
  }

  /**
   * Interrupts the upload. Returns what ends the interruption. What the browser has handed to the machine, up to 5 MB for each
   * connection on loopback, is lost, but after a reload it still arrives.
   */
  async interrupt(how: Interruption): Promise<() => Promise<void>> {
    if (how === 'paused') {
      await this.#tryTo('uploads.pauseAll')
      return () => this.#tryTo('uploads.continueAll')
    }
    if (how === 'reloaded') {
      await this.#page.reload({ waitUntil: 'commit' })
      return async () => undefined
    }
    if (how === 'tab closed') {
      await this.#page.close({ runBeforeUnload: false })
      this.#line.cut()
      return () => this.#openTab()
    }
    if (how === 'offline') {
      await this.#context.setOffline(true)
      this.#line.cut()
      return () => this.#context.setOffline(false)
    }
    if (how === 'browser killed') {
      await this.#kill()
      this.#line.cut()
      return () => this.#openBrowser()
    }
    this.proxy.gone = true
    await this.#kho.kill()
    return async () => {
      await this.#kho.restart()
      this.proxy.gone = false
    }
  }

  /** Does what the user has to do so that the upload of `path` goes on; resolves when it does, or is `done`. */
  async carryOn(path: string, isFolder: boolean, done: () => Promise<boolean>): Promise<void> {
    const again = isFolder ? 'uploads.chooseFolderAgain' : 'uploads.chooseAgain'
    const heading = this.#page.getByRole('region', { name: t('uploads.panel'), exact: true }).locator('h2')
    await until(async () => {
      await this.#signInIfAsked()
      if (await this.#button(again).isVisible()) {
        const input = this.#page.locator(`input[aria-label="${t(again)}"]`)
        await input.setInputFiles(path, { timeout: tryMs }).catch(ignoreTimeout)
      } else if (await this.#button('uploads.goOn').isVisible()) await this.#tryTo('uploads.goOn')
      const title = (await heading.isVisible()) ? await heading.innerText() : ''
      return /^Uploading /.test(title) || (await done())
    }, carriedOn)
  }

  /** The percentage that the panel shows for all uploads; null while it shows none. */
  async shownPercent(): Promise<number | null> {
    const bar = `[role=progressbar][aria-label="${t('uploads.progress')}"] > div`
    try {
      return await this.#page.evaluate(bar => {
        const moved = document.querySelector<HTMLElement>(bar)?.style.transform
        return moved ? 100 + Number(/-?[\d.]+/.exec(moved)?.[0]) : null
      }, bar)
    } catch {
      // A page that is being left, or has been killed, shows nothing.
      return null
    }
  }

  /** Requests with the bytes of objects, in the order in which they came. */
  get sends(): Seen[] {
    return this.proxy.seen.filter(
      ({ method, path }) =>
        (method === 'PUT' && path.startsWith('/s3/')) || path.includes('/objects/put-batch'),
    )
  }

  /** Presses a button that goes where the upload has gone on, or ended, by itself. */
  async #tryTo(id: MessageId): Promise<void> {
    await this.#button(id).click({ timeout: tryMs }).catch(ignoreTimeout)
  }

  #button(id: MessageId) {
    return this.#page.getByRole('button', { name: t(id), exact: true }).first()
  }

  /** What the browser had not written to its disk when it was killed may include the session. */
  async #signInIfAsked(): Promise<void> {
    const password = this.#page.getByLabel(t('auth.password'), { exact: true })
    if (!(await password.isVisible())) return
    await signIn(this.#page)
    await password.waitFor({ state: 'detached' })
  }

  async #openBrowser(): Promise<void> {
    const { context, kill } = await openProfile(join(this.#dir, 'profile'), {
      ...{ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', locale: 'en-US' },
    })
    this.#context = context
    this.#kill = kill
    await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: this.#line.url }])
    // Without a screen nobody can be asked. Some builds wait forever, others refuse.
    await context.addInitScript(() => {
      FileSystemHandle.prototype.requestPermission = async () => 'denied'
    })
    await this.#openTab()
  }

  async #openTab(): Promise<void> {
    this.#page = await this.#context.newPage()
    this.#page.on('dialog', dialog => void dialog.accept())
    if (this.#bucket !== '') await this.#goToBucket()
  }

  async #goToBucket(): Promise<void> {
    await this.#page.goto(`${this.#line.url}/bucket-management/${this.#bucket}`)
  }
}
