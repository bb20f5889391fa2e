import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { NoSuchBucket, S3 } from '@aws-sdk/client-s3'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { type Api, signInApi } from './api.ts'
import { openShell } from './chromium.ts'
import { type Console, owner, startConsole } from './console.ts'
import { type FaultProxy, type Seen, startFaultProxy } from './fault-proxy.ts'
import { patience } from './patience.ts'
import { writeRandom } from './random-file.ts'
import { say } from './say.ts'
import { desktop, renew, type State, signedInState, signInBeside, visit } from './visit.ts'

/** A file on disk; `sha256` in hex. */
export type TestFile = { path: string; name: string; size: number; sha256: string }

/** A browser, the real console with the embedded engine, and a fault proxy between them. */
export class UploadStage {
  readonly browser: Browser
  readonly console: Console
  readonly proxy: FaultProxy
  readonly s3: S3
  readonly folder = mkdtempSync(join(tmpdir(), 'kho-files-'))
  readonly #api: Api
  #buckets = 0
  #kept: { page: Page; state: State } | undefined

  private constructor(browser: Browser, console: Console, proxy: FaultProxy, s3: S3, api: Api) {
    this.browser = browser
    this.console = console
    this.proxy = proxy
    this.s3 = s3
    this.#api = api
  }

  /** Starts everything; parts are `partSize` bytes. `flags`: V8's. */
  static async open({ partSize, flags }: { partSize: number; flags?: string }): Promise<UploadStage> {
    const [browser, console] = await Promise.all([
      openShell(flags),
      startConsole({ minPartSize: Math.min(partSize, 4096), env: { KHO_PART_SIZE: String(partSize) } }),
    ])
    const { accessKey, secretKey } = await console.keys()
    const s3 = new S3({
      endpoint: console.s3Url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    })
    const api = await signInApi(console.url, owner.email, owner.password)
    return new UploadStage(browser, console, await startFaultProxy(console.url), s3, api)
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.proxy.close()
    await this.console.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Creates a file of `size` random bytes; `path` is relative to the stage's folder. */
  file(path: string, size: number): TestFile {
    const at = join(this.folder, path)
    mkdirSync(dirname(at), { recursive: true })
    return { path: at, name: basename(path), size, sha256: writeRandom(at, size) }
  }

  /** The API of the first user, past the browser. */
  call<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#api.call<T>(method, path, body)
  }

  async newBucket(): Promise<string> {
    const bucket = `lo-hang-${++this.#buckets}`
    await this.#api.call('POST', '/bucket', { bucket })
    return bucket
  }

  /**
   * A signed-in visitor in the bucket. `clock`: the page's time can be advanced; `url`: of a line to the proxy. Resets the
   * proxy's requests and faults.
   */
  async visitor(
    bucket: string,
    { clock = true, url = this.proxy.url } = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    this.proxy.reset()
    const context = await visit(this.browser, url)
    const page = await context.newPage()
    if (clock) await page.clock.install()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    await signInBeside(page, url)
    await this.#enter(page, bucket, url)
    return { context, page }
  }

  /**
   * The page that tests share, new to what the test before did, in the bucket; without a clock. A test must not end its
   * session. Resets the proxy's requests and faults.
   */
  async page(bucket: string): Promise<Page> {
    this.proxy.reset()
    this.#kept ??= await this.#newPage()
    const { page, state } = this.#kept
    await renew(page, this.proxy.url, desktop, state)
    await this.#enter(page, bucket)
    return page
  }

  async #newPage(): Promise<{ page: Page; state: State }> {
    const state = await signedInState(this.browser, this.proxy.url)
    const page = await (await visit(this.browser, this.proxy.url)).newPage()
    await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
    return { page, state }
  }

  async #enter(page: Page, bucket: string, url = this.proxy.url): Promise<void> {
    await page.goto(`${url}/bucket-management/${bucket}`)
    await page.getByRole('button', { name: say('en', 'files.new') }).waitFor()
    // A browser loses what is dropped on an element that goes between its last `dragover` and the drop.
    await page.locator('#content [aria-busy=true]').waitFor({ state: 'detached' })
    this.proxy.seen.length = 0
  }

  /** The SHA-256 of every object, by key. */
  async stored(bucket: string): Promise<Record<string, string>> {
    const { Contents = [] } = await this.s3.listObjectsV2({ Bucket: bucket })
    const sums: Record<string, string> = {}
    for (const { Key = '' } of Contents) {
      const { Body } = await this.s3.getObject({ Bucket: bucket, Key })
      const hash = createHash('sha256')
      try {
        for await (const chunk of Body as AsyncIterable<Uint8Array>) hash.update(chunk)
      } catch (cause) {
        // Where the engine cuts an answer off, only its log says why.
        const log = readFileSync(join(this.console.dataDir, 'log'), 'utf8')
        throw new Error(`${Key} is not sent whole:\n${log.slice(-3000)}`, { cause })
      }
      sums[Key] = hash.digest('hex')
    }
    return sums
  }

  /** Bytes of all objects; 0 if the bucket is gone. */
  async bytesIn(bucket: string): Promise<number> {
    try {
      const { Contents = [] } = await this.s3.listObjectsV2({ Bucket: bucket })
      return Contents.reduce((sum, { Size = 0 }) => sum + Size, 0)
    } catch (error) {
      if (error instanceof NoSuchBucket) return 0
      throw error
    }
  }

  /** The keys of open multipart uploads. */
  async openUploads(bucket: string): Promise<(string | undefined)[]> {
    const { Uploads = [] } = await this.s3.listMultipartUploads({ Bucket: bucket })
    return Uploads.map(upload => upload.Key)
  }

  /** The PUTs of object bytes that the proxy saw. */
  get puts(): Seen[] {
    return this.proxy.seen.filter(({ method, path }) => method === 'PUT' && path.startsWith('/s3/'))
  }

  /** Waits until no PUT is under way, and until the proxy has seen what had been sent by then. */
  async atRest(): Promise<void> {
    await until(() => this.puts.every(put => !put.underWay))
    await fetch(`${this.proxy.url}/robots.txt`)
    await until(() => this.puts.every(put => !put.underWay))
  }

  /** How often each part (or `whole`) was acknowledged. */
  get acknowledged(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { path, status } of this.puts) {
      if (status !== 200) continue
      const part = new URL(path, this.proxy.url).searchParams.get('partNumber') ?? 'whole'
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
    return counts
  }

  /** Bytes of object data sent, in all and in failed requests. */
  get sent(): { all: number; lost: number } {
    const sum = (seen: Seen[]) => seen.reduce((bytes, each) => bytes + each.bytes, 0)
    return { all: sum(this.puts), lost: sum(this.puts.filter(({ status }) => status !== 200)) }
  }
}

export async function chooseFiles(page: Page, files: TestFile[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: say('en', 'files.uploadFiles') })
    .first()
    .click()
  await (await chooser).setFiles(files.map(({ path }) => path))
}

/** Drops files and folders on the middle of the page, as from the desktop. */
export async function dropFiles(page: Page, files: { path: string }[]): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const cdp = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: files.map(({ path }) => path), dragOperationsMask: 1 }
    await cdp.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data })
  }
  await cdp.detach()
}

/** The row of the file in the upload panel. */
export function uploadRow(page: Page, name: string): Locator {
  return page.locator('li > [data-status]').filter({ has: page.getByTitle(name, { exact: true }) })
}

/** Waits for the row's status; `reason` null: none is shown. */
export async function rowSays(row: Locator, status: string, reason: string | null = null): Promise<void> {
  let last = ''
  try {
    await until(async () => {
      last = await row.evaluate(({ dataset }) => `${dataset.status} ${dataset.reason ?? null}`)
      return last === `${status} ${reason}`
    })
  } catch (error) {
    throw new Error(`The row is ${last}, not ${status} ${reason}`, { cause: error })
  }
}

/** Waits, at most `timeout` ms, until the condition holds; it is looked at every `interval` ms. */
export async function until(condition: () => unknown, timeout = patience, interval = 10): Promise<void> {
  const latest = performance.now() + timeout
  while (!(await condition())) {
    if (performance.now() > latest) throw new Error(`Not within ${timeout} ms: ${condition}`)
    await pause(interval)
  }
}
