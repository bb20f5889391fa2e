import type { Page } from 'playwright'
import { expect } from 'vitest'
import { type FlowEvent, outcomeOf } from '../../flows/kit/paths.ts'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { resetLinkIn } from '../support/mail.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { passwordResetPlay } from './password-reset.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { signInBy } from './support/entry-stage.ts'
import { startWorld } from './support/flow-setup.ts'
import { t } from './support/play.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  newPassword,
  newStage,
  pass,
  password,
  type Stage,
} from './support/stage.ts'

const check = '/user/check-reset-password'
const requesting = '/user/request-reset-password'
const resetting = '/user/reset-password'
const leaving = '/auth/logout'
/** What the server lets through from one address. */
const requests = 100
const timeForTheCheckMs = 10_000

const world = startWorld()

/** A link that is mailed to the person now: the newest one. */
async function newLink(stage: Stage): Promise<string> {
  await stage.kho.forgive()
  expect((await call(stage, 'POST', requesting, { data: { email: stage.email } })).status()).toBe(204)
  return resetLinkIn(await world.mail.next(stage.email))
}

/** Opens a link, up to where the page has asked whether it counts; the world is made ready for the answer first. */
async function openLink(stage: Stage, next: FlowEvent | undefined) {
  const link = await newLink(stage)
  const outcome = next && outcomeOf(next)
  if (outcome === 'checkLink: INVALID_TOKEN') await newLink(stage)
  stage.held.forget(check)
  await stage.page.goto(link)
  await stage.held.made(check)
}

/** A path to a new password begins with somebody signed in, so that what comes before its end can be looked at. */
async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const { browser, kho } = world
  const stage = await newStage(browser, kho, path)
  const { page, held } = stage
  stage.email = await addPerson(kho)
  const signedIn = path.some(event => outcomeOf(event) === 'resetPassword: ok')
  if (signedIn) {
    await page.goto(kho.url)
    await signInBy(page, stage.email, password)
    await page.waitForURL('**/bucket-management')
  }
  await held.hold(page, [requesting, check, resetting, leaving])
  if (start === 'by a link') {
    // A reload while the tokens are renewed would end the session.
    const restored =
      signedIn &&
      page.waitForResponse(response => new URL(response.url()).pathname === '/api/user' && response.ok())
    await openLink(stage, path[0])
    await restored
    held.forget(check)
    await page.reload()
    await held.made(check)
    return stage
  }
  if (start === 'without a link') await page.goto(kho.url)
  await page.goto(`${kho.url}/${start === 'without a link' ? 'forgot-password' : 'reset-password'}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return stage
}

/** Somebody at the same address has made too many such calls; then they are forgotten. */
async function meetTheLimit(stage: Stage, path: string, data: object) {
  const { kho } = stage
  await kho.forgive()
  for (let request = 0; request < requests; request++) await call(stage, 'POST', path, { data })
  await stage.held.meet(path, 'answered')
  await kho.forgive()
}

/** How much the tab keeps for a reload. */
const kept = (page: Page) => page.evaluate(() => sessionStorage.length)

/** Attempts are counted before the database is asked for a user. */
const broken = (path: string) => (stage: Stage) =>
  stage.kho.broken(() => stage.held.meet(path, 'answered'), 'attempts')

await describeFlowInBrowser('password-reset', passwordResetMachine, passwordResetFlow, {
  play: passwordResetPlay,
  calls: { requestLink: requesting, checkLink: check, resetPassword: resetting, signOut: leaving },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['sent', 'link', 'done'],
  events: {
    async 'submit address'({ kho }, _, { act }) {
      await kho.forgive()
      await act()
    },
    async resend({ kho }, _, { act }) {
      await kho.forgive()
      await act()
    },
    async 'requestLink: ok'(stage, _, { act }) {
      await act()
      await world.mail.next(stage.email)
    },
    'requestLink: INVALID_REQUEST': ({ held }) =>
      held.meet(requesting, { sending: () => JSON.stringify({ email: 'nobody' }) }),
    'requestLink: TOO_MANY_REQUESTS': stage =>
      meetTheLimit(stage, requesting, { email: 'nobody@example.com' }),
    'requestLink: unexpected': broken(requesting),

    'checkLink: TOO_MANY_REQUESTS': stage => meetTheLimit(stage, check, { token: 'nobodys' }),
    'checkLink: unexpected': broken(check),

    'submit password': (_stage, _event, { act }) => act({ password: newPassword }),
    async 'resetPassword: INVALID_TOKEN'(stage, _, { act }) {
      await newLink(stage)
      await act()
    },
    'resetPassword: PASSWORD_REUSED': ({ held }) =>
      held.meet(resetting, {
        sending: own => JSON.stringify({ ...JSON.parse(own), new_password: password }),
      }),
    'resetPassword: INVALID_REQUEST': ({ held }) =>
      held.meet(resetting, {
        sending: () => JSON.stringify({ token: 'cmVzZXQ', new_password: 'short' }),
      }),
    async 'request another link'({ page }, _, { act }) {
      await act()
      await page.waitForURL('**/forgot-password')
    },
    'open link': (stage, _event, { next }) => openLink(stage, next),

    'signOut: unexpected': fates.offline(leaving),

    'after time for the check': stage => pass(stage, timeForTheCheckMs),
    'after waiting time': stage => pass(stage, limitMs),
    'after time between mails': stage => pass(stage, limitMs),
  },
  states: {
    checking: ({ page }) => page.locator('main').getByRole('progressbar').waitFor(),
    linkInvalid: ({ page }) => expect.poll(() => kept(page)).toBe(0),
    async done({ page, email }) {
      await page.getByText(t('auth.passwordReset')).waitFor()
      await expect.poll(() => kept(page)).toBe(0)
      await page.unrouteAll()
      await signInBy(page, email, newPassword)
      await page.waitForURL('**/bucket-management')
    },
  },
})
