import type { S3 } from '@aws-sdk/client-s3'
import type { BrowserContext, Page } from 'playwright'
import { expect, onTestFinished } from 'vitest'
import { MiB } from '../../../domain/limits.ts'
import type { SignedUrl } from '../../../openapi/schema.ts'
import { makeClient } from '../../../server/storage/client.ts'
import type { Api } from '../../support/api.ts'
import { borrowCeph, sharedPostgres } from '../../support/borrow.ts'
import { openShell } from '../../support/chromium.ts'
import { type Console, startConsole } from '../../support/console.ts'
import { withMethods } from '../../support/s3.ts'
import { visit } from '../../support/visit.ts'
import { type FileTree, makeTree, sha256 } from './file-tree.ts'
import { makeFront } from './front.ts'

/** What a console runs on: its environment, and where browsers find its storage; empty: in the console. */
export type Ground = {
  env: Record<string, string>
  endpoint: string
  /** nginx before so many processes, below a path. */
  front?: { basePath: string; processes: number }
}

export const embedded: Ground = { env: {}, endpoint: '' }

/** Other storage and another database, for the running test, which is skipped where they are missing. */
export async function rgwAndPostgres(skip: (reason: string) => never): Promise<Ground> {
  const [ceph, postgres] = await Promise.all([borrowCeph(), sharedPostgres()])
  for (const each of [ceph, postgres]) if ('stop' in each) onTestFinished(() => each.stop())
  if ('missing' in ceph) return skip(ceph.missing)
  if ('missing' in postgres) return skip(postgres.missing)
  return {
    endpoint: ceph.endpoint,
    env: {
      KHO_S3_KIND: 'rgw',
      KHO_S3_ENDPOINT: ceph.endpoint,
      KHO_S3_ADMIN_KEY: ceph.accessKey,
      KHO_S3_ADMIN_SECRET: ceph.secretKey,
      KHO_DATABASE_URL: await postgres.database(),
      KHO_SECRET: 'made up for a test, on loopback only',
    },
  }
}

/** A console on a ground, and a page of it, for the running test. */
export type GroundStage = {
  kho: Console
  context: BrowserContext
  page: Page
  files: FileTree
  /** The origin that objects should be put to. */
  storage: string
  /** The origins that objects were put to. */
  puts: Set<string>
  /** Of several processes one is killed. */
  killOne(): Promise<void>
  url(path: string): string
  hereNow(): string
}

export async function openGround(
  ground: Ground,
  files: Record<string, number> = {},
  firstPassword = false,
): Promise<GroundStage> {
  const tree = makeTree(files)
  onTestFinished(tree.remove)
  const front = ground.front && (await makeFront(ground.front.basePath))
  const consoles: Console[] = []
  for (let count = 0; count < (ground.front?.processes ?? 1); count++) {
    const one = await startConsole({
      pin: !firstPassword,
      env: {
        ...ground.env,
        ...(firstPassword && { TEST_FIRST_PASSWORD: '1' }),
        KHO_PART_SIZE: String(5 * MiB),
        ...front?.env,
      },
    })
    onTestFinished(() => one.stop())
    consoles.push(one)
  }
  const [first] = consoles as [Console]
  const kho = front ? { ...first, url: front.url } : first
  if (front) {
    onTestFinished(() => front.stop())
    await front.open(
      consoles.map(({ url }) => url),
      ground.env.KHO_S3_ENDPOINT ?? first.s3Url,
    )
  }
  const browser = await openShell()
  onTestFinished(() => browser.close())
  const context = await visit(browser, kho.url)
  const page = await context.newPage()
  // Playwright takes choosers over from the first listener on, and not at once.
  page.on('filechooser', () => undefined)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  const puts = new Set<string>()
  page.on('requestfinished', request => {
    if (request.method() === 'PUT' && !request.url().includes('/api/'))
      puts.add(new URL(request.url()).origin)
  })
  const url = (path: string) => `${kho.url}${path}`
  const base = new URL(kho.url).pathname.replace(/\/$/, '')
  const hereNow = () => new URL(page.url()).pathname.slice(base.length) || '/'
  const killOne = async () => {
    if (consoles.length > 1) await consoles.at(-1)!.kill()
  }
  const { endpoint } = ground
  const storage = new URL(front && endpoint ? front.s3Url : endpoint || kho.url).origin
  return { kho, context, page, files: tree, puts, storage, killOne, url, hereNow }
}

/** The storage from outside: by the account's own key, and without one. */
export type Outside = {
  /** The console's address. */
  url: string
  api: Api
  client: S3
  endpoint: string
  /** Whether the lock of a new bucket needs its 15 to 20 minutes. */
  locksLater: boolean
}

export async function withKeys(kho: Console, ground: Ground, api: Api): Promise<Outside> {
  const endpoint = ground.endpoint || kho.s3Url
  const client = withMethods(makeClient({ endpoint, region: 'us-east-1', keys: await kho.keys() }))
  onTestFinished(() => client.destroy())
  return { url: kho.url, api, client, endpoint, locksLater: ground.endpoint !== '' }
}

/** SHA-256 of an object, in hex, read by its link. */
export async function storedHash(api: Api, bucket: string, key: string): Promise<string> {
  const { url } = await api.call<SignedUrl>('POST', '/objects/get-download-url', { bucket, key })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return sha256(await response.bytes())
}
