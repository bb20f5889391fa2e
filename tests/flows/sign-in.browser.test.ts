import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { auth } from '../../languages/en/auth.ts'
import { buckets } from '../../languages/en/buckets.ts'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { owner } from '../machines/support/users.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { sharedBrowser } from '../support/shared.ts'
import { signInFlow } from './sign-in.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { openEntry, passwordScreen, resetPassword, screen, signInBy } from './support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { type Seen, seenOn } from './support/sign-in-page.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  made,
  newPassword,
  pass,
  password,
  pin,
  type Stage,
  samePassword,
  spendTheLimit,
} from './support/stage.ts'

const changing = '/user/change-password'
const setting = '/user/init-pin'
const leaving = '/auth/logout'

let browser: Browser
let kho: FlowConsole
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await kho?.close()
  await mail?.stop()
})

/** Somebody who has to do at sign-in what this user has to. */
const addUser = (user: CurrentUser) =>
  addPerson(kho, { pin: user.pin_exists ? pin : null, firstPassword: user.require_change_pass })

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await openEntry(browser, kho, path)
  const { user, notice } = signInFlow.starts[start] ?? {}
  stage.email = await addUser(user ?? owner)
  if (user) {
    await signInBy(stage.page, stage.email, password)
    await stage.page.getByLabel(auth['auth.email']).waitFor({ state: 'detached' })
    await stage.page.reload()
  }
  if (notice === 'password reset') await resetPassword(stage, mail)
  await stage.held.hold(stage.page, [changing, setting, leaving])
  return stage
}

const { answered, offline, broken, ended } = fates

const passwordChange = (state: Seen['state']) =>
  screen(auth['auth.changeFirstTitle'], auth['auth.changePassword'], state)
const pinSetUp = (state: Seen['state']) => screen(auth['auth.pinSetUpTitle'], auth['auth.setPin'], state)

await describeFlowInBrowser('sign-in', signInMachine, signInFlow, {
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['authenticate: done (3)', 'changePassword: ok', 'initPin: ok'],
  events: {
    async 'authenticate: done'(stage, { output }) {
      stage.email = await addUser((output as AuthenticateOutput).user)
      await signInBy(stage.page, stage.email, password)
    },

    async 'submit password change'({ page, held }, _, { next }) {
      const outcome = next && outcomeOf(next)
      const current = outcome === 'changePassword: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password
      const wanted = outcome === 'changePassword: PASSWORD_REUSED' ? samePassword : newPassword
      await page.getByLabel(auth['auth.currentPassword'], { exact: true }).fill(current)
      await page.getByLabel(auth['auth.newPassword'], { exact: true }).fill(wanted)
      await page.getByLabel(auth['auth.confirmPassword'], { exact: true }).fill(wanted)
      await page.getByRole('button', { name: auth['auth.changePassword'] }).click()
      await held.made(changing)
    },
    'changePassword: ok': answered(changing),
    'changePassword: CURRENT_PASSWORD_INCORRECT': answered(changing),
    'changePassword: PASSWORD_REUSED': answered(changing),
    'changePassword: INVALID_REQUEST': ({ held }) =>
      held.meet(changing, {
        sending: () => JSON.stringify({ current_password: password, new_password: 'short' }),
      }),
    'changePassword: UNAUTHORIZED': ended(changing),
    'changePassword: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, changing, () =>
        call(stage, 'PUT', changing, {
          data: { current_password: 'Wrong#2026', new_password: newPassword },
        }),
      ),
    'changePassword: NETWORK': offline(changing),
    'changePassword: unexpected': broken(changing),

    async 'submit pin'({ page, held }) {
      await page.getByLabel(auth['auth.pin'], { exact: true }).fill(pin)
      await page.getByLabel(auth['auth.confirmPin'], { exact: true }).fill(pin)
      await page.getByRole('button', { name: auth['auth.setPin'] }).click()
      await held.made(setting)
    },
    'initPin: ok': answered(setting),
    async 'initPin: PIN_EXISTS'(stage) {
      await made(stage, 'PUT', setting, { pin: '1379' })
      await stage.held.meet(setting, 'answered')
    },
    'initPin: INVALID_REQUEST': ({ held }) =>
      held.meet(setting, { sending: () => JSON.stringify({ pin: '1' }) }),
    'initPin: UNAUTHORIZED': ended(setting),
    'initPin: NETWORK': offline(setting),
    'initPin: unexpected': broken(setting),

    async 'sign out'({ page, held }) {
      held.forget()
      await page.getByRole('button', { name: auth['auth.otherAccount'] }).click()
      await held.made(leaving)
    },
    'signOut: done': answered(leaving),
    'signOut: unexpected': offline(leaving),

    async 'signed out'({ context, held }) {
      held.forget()
      const other = await context.newPage()
      await other.goto(kho.url)
      await other.getByRole('button', { name: auth['auth.otherAccount'] }).click()
      await other.getByLabel(auth['auth.email']).waitFor()
      await other.close()
    },
    'after waiting time': stage => pass(stage, limitMs),
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
      await expect.poll(() => new URL(page.url()).pathname).toBe('/bucket-management')
    },
  },
})
