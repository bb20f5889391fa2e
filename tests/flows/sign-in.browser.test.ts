import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { buckets } from '../../languages/en/buckets.ts'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import { owner } from '../machines/support/users.ts'
import { openShell } from '../support/chromium.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { signInFlow } from './sign-in.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import {
  addPerson,
  callFromAnotherTab,
  type EntryStage,
  failures,
  fates,
  limitMs,
  newPassword,
  openEntry,
  passTime,
  password,
  passwordScreen,
  pin,
  resetPassword,
  samePassword,
  screen,
  signInBy,
} from './support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { type Seen, seenOn } from './support/sign-in-page.ts'

let browser: Browser
let kho: FlowConsole
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await browser?.close()
  await kho?.close()
  await mail?.stop()
})

async function open(start: string, path: FlowEvent[]): Promise<EntryStage> {
  const stage = await openEntry(browser, kho, path)
  const { user, notice } = signInFlow.starts[start] ?? {}
  stage.email = await addPerson(kho, user ?? owner)
  if (user) {
    await signInBy(stage.page, stage.email, password)
    await stage.page.getByLabel(auth['auth.email']).waitFor({ state: 'detached' })
    await stage.page.reload()
  }
  if (notice === 'password reset') await resetPassword(stage, mail)
  await stage.held.hold(stage.page, ['/user/change-password', '/user/init-pin', '/auth/logout'])
  return stage
}

const ended = (path: string) => async (stage: EntryStage) => {
  await callFromAnotherTab(stage, 'POST', '/auth/logout')
  await stage.held.release(path)
  const dialog = stage.page.getByRole('dialog', { name: auth['auth.expiredTitle'] })
  await dialog.getByRole('button', { name: auth['auth.otherAccount'] }).click()
}

async function useUpTheLimit(stage: EntryStage) {
  const path = '/user/change-password'
  const data = { current_password: 'Wrong#2026', new_password: newPassword }
  for (let failure = 0; failure < failures; failure++) {
    expect((await callFromAnotherTab(stage, 'PUT', path, data)).status()).toBe(400)
  }
  await stage.held.release(path)
}

const passwordChange = (state: Seen['state']) =>
  screen(auth['auth.changeFirstTitle'], auth['auth.changePassword'], state)
const pinSetUp = (state: Seen['state']) => screen(auth['auth.pinSetUpTitle'], auth['auth.setPin'], state)

await describeFlowInBrowser('sign-in', signInMachine, signInFlow, {
  open,
  close: ({ context }) => context.close(),
  events: {
    async 'authenticate: done'(stage, { output }) {
      stage.email = await addPerson(kho, (output as AuthenticateOutput).user)
      await signInBy(stage.page, stage.email, password)
    },

    async 'submit password change'({ page, held }, _, next) {
      const outcome = next && outcomeOf(next)
      const current = outcome === 'changePassword: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password
      const wanted = outcome === 'changePassword: PASSWORD_REUSED' ? samePassword : newPassword
      await page.getByLabel(auth['auth.currentPassword'], { exact: true }).fill(current)
      await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(wanted)
      await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(wanted)
      await page.getByRole('button', { name: auth['auth.changePassword'] }).click()
      await held.made('/user/change-password')
    },
    'changePassword: ok': fates.answered('/user/change-password'),
    'changePassword: CURRENT_PASSWORD_INCORRECT': fates.answered('/user/change-password'),
    'changePassword: PASSWORD_REUSED': fates.answered('/user/change-password'),
    'changePassword: INVALID_REQUEST': ({ held }) =>
      held.release(
        '/user/change-password',
        JSON.stringify({ current_password: password, new_password: 'short' }),
      ),
    'changePassword: UNAUTHORIZED': ended('/user/change-password'),
    'changePassword: TOO_MANY_REQUESTS': useUpTheLimit,
    'changePassword: NETWORK': fates.offline('/user/change-password'),
    'changePassword: unexpected': fates.broken('/user/change-password'),

    async 'submit pin'({ page, held }) {
      await page.getByLabel(auth['auth.pin'], { exact: true }).fill(pin)
      await page.getByLabel(auth['auth.confirmPin'], { exact: true }).fill(pin)
      await page.getByRole('button', { name: auth['auth.setPin'] }).click()
      await held.made('/user/init-pin')
    },
    'initPin: ok': fates.answered('/user/init-pin'),
    async 'initPin: PIN_EXISTS'(stage) {
      const answer = await callFromAnotherTab(stage, 'PUT', '/user/init-pin', { pin: '1379' })
      expect(answer.status()).toBe(204)
      await stage.held.release('/user/init-pin')
    },
    'initPin: INVALID_REQUEST': ({ held }) => held.release('/user/init-pin', JSON.stringify({ pin: '1' })),
    'initPin: UNAUTHORIZED': ended('/user/init-pin'),
    'initPin: NETWORK': fates.offline('/user/init-pin'),
    'initPin: unexpected': fates.broken('/user/init-pin'),

    async 'sign out'({ page, held }) {
      await page.getByRole('button', { name: auth['auth.otherAccount'] }).click()
      await held.made('/auth/logout')
    },
    'signOut: done': fates.answered('/auth/logout'),
    'signOut: unexpected': fates.offline('/auth/logout'),

    async 'signed out'({ context }) {
      const other = await context.newPage()
      await other.goto(kho.url)
      await other.getByRole('button', { name: auth['auth.otherAccount'] }).click()
      await other.getByLabel(auth['auth.email']).waitFor()
      await other.close()
    },
    'after waiting time': stage => passTime(stage, limitMs),
  },
  states: {
    authenticating: passwordScreen('ready'),
    'passwordChange.editing': passwordChange('ready'),
    'passwordChange.submitting': passwordChange('busy'),
    'passwordChange.locked': passwordChange('disabled'),
    'pinSetUp.editing': pinSetUp('ready'),
    'pinSetUp.submitting': pinSetUp('busy'),
    async signingOut({ page }) {
      await expect.poll(async () => (await seenOn(page))?.state).toBe('busy')
    },
    async done({ page }) {
      await page.getByRole('heading', { level: 1, name: buckets['buckets.title'] }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/bucket-management')
    },
  },
})
