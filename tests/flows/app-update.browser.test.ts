import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { appUpdateMachine, type VersionRead } from '../../machines/app-update/machine.ts'
import { type Console, startConsole } from '../support/console.ts'
import { patience } from '../support/patience.ts'
import { say } from '../support/say.ts'
import { sharedBrowser } from '../support/shared.ts'
import { visit } from '../support/visit.ts'
import { appUpdateFlow } from './app-update.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { HeldCalls } from './support/held-calls.ts'

const version = '/version.json'
const betweenLooks = 5 * 60_000

let browser: Browser
let kho: Console
/** One page for every path; a path loads it anew. */
let page: Page

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startConsole()])
  page = await (await visit(browser, kho.url)).newPage()
  await page.clock.install()
})
afterAll(async () => {
  await page?.context().close()
  await kho?.stop()
})

type Stage = { held: HeldCalls }

const prompt = () => page.getByRole('status', { name: say('en', 'app.update.title') })
const signIn = () => page.getByRole('button', { name: say('en', 'auth.signIn'), exact: true })

async function open(): Promise<Stage> {
  const held = new HeldCalls(page.context())
  await held.hold(page, [version])
  await page.goto(kho.url)
  await signIn().waitFor()
  return { held }
}

/** Does `act` until the page asks for the server's version: its part that asks comes after the page. */
const until = (act: () => Promise<unknown>) => (stage: Stage) =>
  vi.waitUntil(
    async () => {
      if (!stage.held.isHeld(version)) await act()
      return stage.held.isHeld(version)
    },
    { timeout: patience },
  )

const noPrompt = () => prompt().waitFor({ state: 'detached' })

await describeFlowInBrowser('app-update', appUpdateMachine, appUpdateFlow, {
  open,
  close: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  viewed: true,
  good: ['available', 'reloading'],
  events: {
    'check now': async (stage, _, { before }) => {
      const lack = () => page.evaluate(() => dispatchEvent(new Event('vite:preloadError')))
      await (before.matches('declined') ? lack() : until(lack)(stage))
    },
    'after check interval': async stage => {
      await until(() => page.clock.fastForward(betweenLooks))(stage)
    },
    async 'readVersion: ok'({ held }, event) {
      const { version: served } = event.output as VersionRead['output'] & { ok: true }
      const newer = JSON.stringify({ build: 'newer' })
      if (served === '1.0.0') await held.meet(version, 'answered')
      else await held.meet(version, { status: 200, body: newer, type: 'application/json' })
    },
    async 'readVersion: NETWORK'({ held }) {
      await held.meet(version, 'offline')
      await page.context().setOffline(false)
    },
    'readVersion: unexpected': ({ held }) =>
      held.meet(version, { status: 200, body: 'a page of a proxy', type: 'text/html' }),
    async accept() {
      await page.evaluate(() => Object.assign(window, { before: true }))
      await Promise.all([
        page.waitForEvent('load'),
        prompt()
          .getByRole('button', { name: say('en', 'common.reload') })
          .click(),
      ])
    },
    decline: () =>
      prompt()
        .getByRole('button', { name: say('en', 'common.later') })
        .click(),
  },
  states: {
    'current.waiting': noPrompt,
    'current.checking': noPrompt,
    available: () => prompt().waitFor(),
    async declined({ held }) {
      await noPrompt()
      await page.clock.fastForward(2 * betweenLooks)
      expect(held.isHeld(version)).toBe(false)
    },
    async reloading() {
      await signIn().waitFor()
      await expect.poll(() => page.evaluate(() => 'before' in window)).toBe(false)
    },
  },
})
