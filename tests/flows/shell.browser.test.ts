import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { type ShellEvent, shellMachine } from '../../machines/shell/machine.ts'
import { selectDrawerOpen, selectLocale } from '../../machines/shell/selectors.ts'
import { signInApi } from '../support/api.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { say } from '../support/say.ts'
import { sharedBrowser } from '../support/shared.ts'
import { signIn, visit } from '../support/visit.ts'
import { shellFlow } from './shell.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'

type Snapshot = SnapshotFrom<typeof shellMachine>

const bucket = 'khung-trang'
const toastMs = 6000

type Stage = { before: Snapshot | null; clockStands: boolean }

let browser: Browser
let kho: Console
/** One page for every path; a path loads it anew. */
let page: Page

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startConsole()])
  const api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  page = await (await visit(browser, kho.url)).newPage()
  // Choosing nothing shows a message.
  await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: async () => [] }))
  await page.clock.install()
  await page.goto(kho.url)
  await signIn(page)
  await page.getByRole('heading', { name: say('en', 'buckets.title'), exact: true }).waitFor()
})
afterAll(async () => {
  await page?.context().close()
  await kho?.stop()
})

async function setSize(small: boolean) {
  await page.setViewportSize({ width: small ? 800 : 1280, height: 800 })
}

async function open(start: string): Promise<Stage> {
  const { theme, locale, collapsed, small } = shellFlow.starts[start]!
  await page.evaluate(kept => localStorage.setItem('kho_drawer', kept), collapsed ? 'closed' : '')
  await page.context().addCookies([
    { name: 'theme_mode', value: theme, url: kho.url },
    { name: 'NEXT_LOCALE', value: locale, url: kho.url },
  ])
  await setSize(small)
  await page.goto(`${kho.url}/bucket-management/${bucket}`)
  await page.getByRole('button', { name: say(locale, 'files.new') }).waitFor()
  return { before: null, clockStands: false }
}

const drawer = () => page.locator('#drawer')
const toast = () => page.locator('[data-toast]')
const inBar = (icons: string) => page.locator(`header button:has(${icons})`).first()
const uploadFiles = ({ before }: Stage) =>
  page.getByRole('button', { name: say(selectLocale(before!), 'files.uploadFiles'), exact: true }).first()

/** Where the clock stands, a moment passes: what waits for a frame of the page gets it. */
const moment = (act: (stage: Stage, event: ShellEvent) => Promise<unknown>) => {
  return async (stage: Stage, event: { type: string }) => {
    await act(stage, event as ShellEvent)
    if (stage.clockStands) await page.clock.runFor(100)
  }
}

/** The clock stands while a message is shown, so that only the test lets its time pass. */
async function showToast(stage: Stage) {
  if (!stage.clockStands) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
  stage.clockStands = true
  if (!page.url().endsWith(bucket)) await page.goBack()
  await uploadFiles(stage).click()
  await toast().waitFor()
}

async function toastIsGone(stage: Stage) {
  await toast().waitFor({ state: 'detached' })
  if (stage.clockStands) await page.clock.resume()
  stage.clockStands = false
}

/** The drawer of a small screen lies over everything; a pointer that holds a message is nowhere else. */
function isPossible(snapshot: Snapshot, { type }: { type: string }): boolean {
  const { small } = snapshot.context
  if (type.startsWith('xstate.')) return true
  if (snapshot.matches({ toast: { open: 'held' } })) return ['release toast', 'dismiss toast'].includes(type)
  if (small && selectDrawerOpen(snapshot))
    return ['close drawer', 'navigated', 'screen changed'].includes(type)
  return type !== 'close drawer'
}

const look = (see: (stage: Stage, snapshot: Snapshot) => Promise<unknown>) => {
  return async (stage: Stage, snapshot: Snapshot) => {
    stage.before = snapshot
    await see(stage, snapshot)
  }
}

const html = (attribute: string) =>
  page.evaluate(name => document.documentElement.getAttribute(name), attribute)

await describeFlowInBrowser(
  'shell',
  shellMachine,
  {
    ...shellFlow,
    events: {
      ...shellFlow.events,
      'show toast': [{ type: 'show toast', message: 'files.nothingDropped', severity: 'warning' }],
    },
    possible: isPossible,
  },
  {
    open,
    close: letTheClockGo,
    events: {
      'toggle theme': moment(() => inBar('svg.lucide-moon, svg.lucide-sun').click()),
      'choose locale': moment((_, event) =>
        page.locator(`header button[lang=${(event as ShellEvent & { locale: string }).locale}]`).click(),
      ),
      'toggle drawer': moment(() => inBar('svg.lucide-panel-left').click()),
      'close drawer': moment(() => page.keyboard.press('Escape')),
      navigated: moment(() => drawer().getByRole('link', { name: 'Bucket' }).first().click()),
      'screen changed': moment((_, event) => setSize((event as ShellEvent & { small: boolean }).small)),
      'show toast': moment(showToast),
      'hold toast': moment(() => toast().hover()),
      'release toast': moment(() => page.mouse.move(5, 795)),
      'dismiss toast': moment(stage =>
        toast()
          .getByRole('button', { name: say(selectLocale(stage.before!), 'app.dismiss') })
          .click(),
      ),
      async 'after toast duration'() {
        await page.clock.runFor(toastMs)
      },
    },
    states: {
      'theme.light': look(() => expect.poll(() => html('class')).toMatch(/\blight\b/)),
      'theme.dark': look(() => expect.poll(() => html('class')).toMatch(/\bdark\b/)),
      locale: look(async (stage, snapshot) => {
        await expect.poll(() => html('lang')).toBe(selectLocale(snapshot))
        if (!selectDrawerOpen(snapshot) && page.url().endsWith(bucket)) await uploadFiles(stage).waitFor()
      }),
      'drawer.open': look(() => drawer().waitFor({ state: 'visible' })),
      'drawer.closed': look(() => drawer().waitFor({ state: 'hidden' })),
      'toast.closed': look(toastIsGone),
      'toast.open.passing': look(() => toast().waitFor()),
      'toast.open.held': look(async () => {
        await page.clock.runFor(2 * toastMs)
        await toast().waitFor()
      }),
    },
  },
)

async function letTheClockGo(stage: Stage) {
  await page.mouse.move(5, 795)
  if (stage.clockStands) await page.clock.resume()
}
