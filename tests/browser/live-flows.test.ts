// @module-tag walks
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page, Route } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devPages } from '../../build/dev-pages.ts'
import { MiB } from '../../domain/limits.ts'
import { channelName } from '../../flows/live/messages.ts'
import { signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { writeRandom } from '../support/random-file.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { totpAt } from '../support/totp.ts'
import { desktop, visit } from '../support/visit.ts'

const t = texts('en')
const bucket = 'lo-hang'
const file = 'báo cáo lương.bin'
const folder = mkdtempSync(join(tmpdir(), 'kho-live-'))
const period = 30
/** Until Vite has compiled what a page needs, or a chart is drawn, in ms. */
const slow = 120_000

let kho: Console
let vite: ViteDevServer
let url: string
let context: BrowserContext
let secret: string

beforeAll(async () => {
  writeRandom(join(folder, file), 20 * MiB)
  const env = { TEST_CHEAP_HASHES: '1', KHO_PART_SIZE: String(2 * MiB) }
  kho = await startConsole({ env, minPartSize: 4096 })
  vite = await createServer(devPages(kho.url))
  await vite.listen()
  url = vite.resolvedUrls!.local[0]!
  const api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  const begun = await api.call<{ secret: string }>('PUT', '/user/two-step-verification', {
    password: owner.password,
  })
  secret = begun.secret
  // A code counts once: that of the period before leaves the current one for the sign-in.
  await api.call('POST', '/user/two-step-verification', { code: totpAt(secret, Date.now() / 1000 - period) })
  context = await visit(await sharedBrowser(), url, desktop)
}, slow)
afterAll(async () => {
  await context?.close()
  await vite?.close()
  await kho?.stop()
  rmSync(folder, { recursive: true })
})

const active = (live: Page, path: string) => live.locator(`[data-state="${path}"].active`)
const actor = (live: Page, machine: string) =>
  live.getByRole('region', { name: 'Console 1' }).getByRole('link', { name: machine })

/** The live view, which keeps every message of the channel. */
async function openLive(): Promise<Page> {
  const live = await context.newPage()
  await live.addInitScript(name => {
    const posted: string[] = []
    Object.assign(window, { posted })
    new BroadcastChannel(name).addEventListener('message', ({ data }) => posted.push(JSON.stringify(data)))
  }, channelName)
  await live.goto(`${url}flows/#/live/authenticate`, { timeout: slow })
  await live.getByText('Open the console with “npm run dev” in this browser').waitFor({ timeout: slow })
  return live
}

test('the live view follows a two-step sign-in and a paused upload, and is told no secrets', async () => {
  const live = await openLive()
  const page = await context.newPage()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showOpenFilePicker'))
  let code = ''

  await step('a sign-in by password and code', async () => {
    await page.goto(url, { timeout: slow })
    await page.getByLabel(t('auth.password'), { exact: true }).waitFor({ timeout: slow })
    await active(live, 'password.editing').waitFor({ timeout: slow })
    await page.getByLabel(t('auth.email')).fill(owner.email)
    await page.getByLabel(t('auth.password'), { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).click()
    await active(live, 'code.editing').waitFor()
    code = totpAt(secret, Date.now() / 1000)
    await page.getByLabel(t('auth.code')).fill(code)
    await active(live, 'done').waitFor()
    await active(live, 'code').waitFor({ state: 'detached' })
    await expect.poll(() => actor(live, 'authenticate').innerText()).toMatch(/ended\s+done/)
    const events = live.getByRole('complementary').getByRole('listitem').locator('strong')
    await expect
      .poll(async () => (await events.allInnerTexts()).slice(0, 4))
      .toEqual(['verifyCode is done', 'submit code', 'signIn is done', 'submit credentials'])
  })

  await step('a step back, and forward again', async () => {
    await live.keyboard.press('ArrowLeft')
    await active(live, 'code.submitting').waitFor()
    await live.getByText('Paused; 1 step later.').waitFor()
    await live.keyboard.press('ArrowLeft')
    await active(live, 'code.editing').waitFor()
    await live.locator('.taken[data-transition^="password.submitting: xstate.done.actor.signIn"]').waitFor()
    await live.getByRole('button', { name: 'Step forward' }).click()
    await active(live, 'code.submitting').waitFor()
    await live.getByRole('button', { name: 'Resume' }).click()
    await active(live, 'done').waitFor()
  })

  await step('an upload that is paused', async () => {
    const held: Route[] = []
    await page.route('**/s3/**', route =>
      route.request().method() === 'PUT' ? void held.push(route) : route.continue(),
    )
    await page.goto(`${url}bucket-management/${bucket}`)
    const chooser = page.waitForEvent('filechooser')
    await page
      .getByRole('button', { name: t('files.uploadFiles') })
      .first()
      .click({ timeout: slow })
    await (await chooser).setFiles(join(folder, file))
    await expect.poll(() => held.length, { timeout: slow }).toBeGreaterThan(0)
    await live.evaluate(() => {
      location.hash = '#/live/upload'
    })
    const upload = live.getByRole('link', { name: /^upload x/ })
    await expect.poll(() => upload.innerText()).toContain('working.sending.wanted')
    await page.getByRole('button', { name: t('uploads.pause', { name: file }), exact: true }).click()
    for (const route of held) await route.continue()
    await expect.poll(() => upload.innerText()).toContain('paused.byUser')
    // A large chart is folded: the state around it shows that it is active.
    await active(live, 'paused').waitFor({ timeout: slow })
  })

  const posted = () => live.evaluate(() => (window as unknown as { posted: string[] }).posted.join('\n'))
  const markup = () => live.content()
  const secrets = [owner.password, owner.email, code, secret, file, bucket]
  for (const told of [posted, markup]) {
    await expect.poll(told).toContain('paused.byUser')
    await expect.poll(async () => (await told()).match(RegExp(secrets.join('|')))).toBeNull()
  }
})
