import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import type { Locale } from '../../languages/languages.ts'
import { type AppearanceEvent, appearanceMachine, selectLocale } from '../../machines/appearance/machine.ts'
import {
  type DrawerEvent,
  drawerMachine,
  selectDrawerOpen,
  selectSmall,
} from '../../machines/drawer/machine.ts'
import { toastMachine } from '../../machines/toast/machine.ts'
import { keptName } from '../support/kept-name.ts'
import { say } from '../support/say.ts'
import { appearanceFlow, drawerFlow, toastFlow } from './frame.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startDemo } from './support/flow-setup.ts'

const bucket = 'khung-trang'
const toastMs = 6000

const demo = startDemo()
/** One page for every path; a path loads it anew. */
let page: Page

beforeAll(async () => {
  await demo.api.call('POST', '/bucket', { bucket })
  page = await demo.openPage(async page => {
    // Choosing nothing shows a message.
    await page.addInitScript(() => Object.assign(window, { showOpenFilePicker: async () => [] }))
    await page.clock.install()
  })
})

async function setSize(small: boolean) {
  await page.setViewportSize({ width: small ? 800 : 1280, height: 800 })
}

async function open({ locale = 'en', small = false }: { locale?: Locale; small?: boolean } = {}) {
  await setSize(small)
  await page.goto(`${demo.kho.url}/bucket-management/${bucket}`)
  await page.getByRole('button', { name: say(locale, 'files.new') }).waitFor()
}

const inBar = (icons: string) => page.locator(`header button:has(${icons})`).first()
const html = (attribute: string) =>
  page.evaluate(name => document.documentElement.getAttribute(name), attribute)

await describeFlowInBrowser('appearance', appearanceMachine, appearanceFlow, {
  async open(start) {
    const { theme, locale } = appearanceFlow.starts[start]!
    await page.context().addCookies([
      { name: 'theme_mode', value: theme, url: demo.kho.url },
      { name: 'NEXT_LOCALE', value: locale, url: demo.kho.url },
    ])
    await open({ locale })
  },
  async close() {
    await page.context().addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: demo.kho.url }])
  },
  good: ['toggle theme', 'choose locale'],
  events: {
    'toggle theme': () => inBar('svg.lucide-moon, svg.lucide-sun').click(),
    'choose locale': (_, event) =>
      page.locator(`header button[lang=${(event as AppearanceEvent & { locale: string }).locale}]`).click(),
  },
  states: {
    light: (_, snapshot) => seesAppearance('light', selectLocale(snapshot)),
    dark: (_, snapshot) => seesAppearance('dark', selectLocale(snapshot)),
  },
})

async function seesAppearance(theme: string, locale: Locale) {
  await expect.poll(() => html('class')).toMatch(new RegExp(`\\b${theme}\\b`))
  await expect.poll(() => html('lang')).toBe(locale)
  await page.getByRole('button', { name: say(locale, 'files.new') }).waitFor()
}

const drawer = () => page.locator('#drawer')

await describeFlowInBrowser(
  'drawer',
  drawerMachine,
  {
    ...drawerFlow,
    // The drawer of a small screen lies over everything; that of a wide screen is closed by its button alone.
    possible(snapshot, { type }) {
      if (!selectDrawerOpen(snapshot)) return type === 'toggle drawer' || type === 'screen changed'
      return type !== (selectSmall(snapshot) ? 'toggle drawer' : 'close drawer')
    },
  },
  {
    async open(start) {
      const { collapsed, small } = drawerFlow.starts[start]!
      const name = await keptName(page, 'drawer')
      await page.evaluate(
        ([name, kept]) => localStorage.setItem(name!, kept!),
        [name, collapsed ? 'closed' : ''],
      )
      await open({ small })
    },
    close: () => Promise.resolve(),
    good: ['open', 'navigated'],
    events: {
      'toggle drawer': () => inBar('svg.lucide-panel-left').click(),
      'close drawer': () => page.keyboard.press('Escape'),
      navigated: () => drawer().getByRole('link', { name: 'Bucket' }).first().click(),
      'screen changed': (_, event) => setSize((event as DrawerEvent & { small: boolean }).small),
    },
    states: {
      open: () => drawer().waitFor({ state: 'visible' }),
      closed: () => drawer().waitFor({ state: 'hidden' }),
    },
  },
)

const message = () => page.locator('[data-toast]')
type Clock = { stands: boolean }

await describeFlowInBrowser(
  'toast',
  toastMachine,
  {
    ...toastFlow,
    events: {
      ...toastFlow.events,
      show: [{ type: 'show', message: 'files.nothingDropped', severity: 'warning' }],
    },
    // A pointer that holds a message is nowhere else.
    possible: (snapshot, { type }) => type !== 'show' || !snapshot.matches({ open: 'held' }),
  },
  {
    async open(): Promise<Clock> {
      await open()
      return { stands: false }
    },
    async close(clock) {
      await page.mouse.move(5, 795)
      if (clock.stands) await page.clock.resume()
    },
    good: ['show', 'after toast duration'],
    events: {
      /** The clock stands while a message is shown, so that only the test lets its time pass. */
      async show(clock) {
        if (!clock.stands) await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000)
        clock.stands = true
        await page
          .getByRole('button', { name: say('en', 'files.uploadFiles'), exact: true })
          .first()
          .click()
        await page.clock.runFor(100)
        await message().waitFor()
      },
      hold: () => message().hover(),
      release: () => page.mouse.move(5, 795),
      async dismiss() {
        await message()
          .getByRole('button', { name: say('en', 'app.dismiss') })
          .click()
        await page.clock.runFor(100)
      },
      'after toast duration': () => page.clock.runFor(toastMs),
    },
    states: {
      async closed(clock) {
        await message().waitFor({ state: 'detached' })
        if (clock.stands) await page.clock.resume()
        clock.stands = false
      },
      'open.passing': () => message().waitFor(),
      async 'open.held'() {
        await page.clock.runFor(2 * toastMs)
        await message().waitFor()
      },
    },
  },
)
