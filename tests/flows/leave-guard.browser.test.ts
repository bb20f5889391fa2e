import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import { leaveGuardMachine, selectIsAsking } from '../../machines/leave-guard/machine.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { say } from '../support/say.ts'
import { leaveGuardFlow } from './leave-guard.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startDemo } from './support/flow-setup.ts'

const demo = startDemo()
let page: Page

beforeAll(async () => {
  page = await demo.openPage()
  page.on('dialog', dialog => void dialog.accept())
})

const button = (id: MessageId) => page.getByRole('button', { name: say('en', id), exact: true })
const question = () => page.getByRole('alertdialog', { name: say('en', 'leaving.entered.title') })
const company = () => page.getByLabel(say('en', 'profile.company'))

/** Whether the browser would ask before the page is closed or reloaded. */
const asksBeforeUnload = () =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

type Stage = {
  /** What the field says unchanged. */
  company: string
  /** The user has left for the buckets. */
  away: boolean
}

/** The profile's form, to which the user came from the buckets. */
async function open(): Promise<Stage> {
  await page.goto(`${demo.kho.url}/bucket-management`)
  await editProfile()
  return { company: await company().inputValue(), away: false }
}

async function editProfile() {
  await page.getByRole('link', { name: say('en', 'shell.menu./userinfo') }).click()
  await button('profile.edit').click()
  await company().waitFor()
}

async function seeBuckets(stage: Stage) {
  await page.getByRole('heading', { level: 1, name: say('en', 'buckets.title'), exact: true }).waitFor()
  stage.away = true
}

/** The form behind the question takes no input. */
const inBrowser: typeof leaveGuardFlow = {
  ...leaveGuardFlow,
  possible: (snapshot, event) => event.type !== 'release' || !selectIsAsking(snapshot),
}

await describeFlowInBrowser('leave-guard', leaveGuardMachine, inBrowser, {
  open,
  close: async () => undefined,
  viewed: true,
  good: ['guarded.watching', 'guarded.asking', 'discard'],
  events: {
    async guard(stage) {
      if (stage.away) await editProfile()
      stage.away = false
      await company().fill('Something else')
    },
    release: stage => company().fill(stage.company),
    async leave(stage, _, { before }) {
      if (selectIsAsking(before)) return void (await page.goBack())
      await page.getByRole('link', { name: say('en', 'shell.menu./bucket-management'), exact: true }).click()
      if (before.matches('unguarded')) await seeBuckets(stage)
    },
    stay: () => button('leaving.entered.stay').click(),
    async discard(stage) {
      await button('leaving.entered.leave').click()
      await seeBuckets(stage)
    },
  },
  states: {
    async unguarded() {
      await question().waitFor({ state: 'detached' })
      await expect.poll(asksBeforeUnload).toBe(false)
    },
    async 'guarded.watching'() {
      await question().waitFor({ state: 'detached' })
      await company().waitFor()
      await expect.poll(asksBeforeUnload).toBe(true)
      await expect.poll(() => new URL(page.url()).pathname).toBe('/userinfo')
    },
    async 'guarded.asking'() {
      await question().waitFor()
      await expect.poll(asksBeforeUnload).toBe(true)
      await expect.poll(() => new URL(page.url()).pathname).toBe('/userinfo')
    },
  },
})
