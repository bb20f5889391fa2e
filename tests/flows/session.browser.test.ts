import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { sessionMachine, type UserRead } from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { tokenKey } from '../../src/api/tokens.ts'
import { somebodyElse } from '../machines/support/users.ts'
import { openShell } from '../support/chromium.ts'
import { type MailServer, startMailServer } from '../support/mail.ts'
import { texts } from '../support/screens.ts'
import { sessionFlow } from './session.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import {
  type EntryStage,
  fates,
  newPassword,
  openEntry,
  password,
  pin,
  resetPassword,
  signInBy,
} from './support/entry-stage.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { problem } from './support/held-calls.ts'
import type { FlowEvent } from './support/paths.ts'

const t = texts('en')
const loading = '/user'
const signingOut = '/auth/logout'
const hour = 3_600_000

type Person = { email: string; name: string; password: string; pin: boolean }

type Stage = EntryStage & {
  people: { owner: Person; somebodyElse: Person }
  /** Whose session the browser has. */
  cookieOf: Person | null
  /** Another tab. */
  other: Page
}

let browser: Browser
let kho: FlowConsole
let mail: MailServer
let pairs = 0

beforeAll(async () => {
  mail = await startMailServer()
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole({ KHO_SMTP_URL: mail.url })])
})
afterAll(async () => {
  await kept?.context.close()
  await browser?.close()
  await kho?.close()
  await mail?.stop()
})

async function addPerson(email: string, name: string): Promise<Person> {
  await kho.addOwner({ email, name, password, pin, firstPassword: false })
  return { email, name, password, pin: true }
}

async function call({ context }: Stage, method: string, path: string, body: object = {}) {
  const answer = await context.request.fetch(`${kho.url}/api${path}`, {
    method,
    headers: { origin: kho.url },
    ...body,
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer
}

/** The browser has this person's session from now on; gives its refresh token. */
async function openSession(stage: Stage, person: Person): Promise<string> {
  const form = { username: person.email, password: person.password }
  const answer = await call(stage, 'POST', '/auth/login', { form })
  stage.cookieOf = person
  return (await answer.json()).refresh_token
}

async function endSession(stage: Stage) {
  if (stage.cookieOf) await call(stage, 'POST', '/auth/logout')
  stage.cookieOf = null
}

/** Another tab keeps a refresh token; without a name as earlier versions did, null: it signs out. */
async function keepInAnotherTab({ other }: Stage, value: string | null) {
  await other.evaluate(
    ([key, kept]) => (kept === null ? localStorage.removeItem(key) : localStorage.setItem(key, kept)),
    [tokenKey, value] as const,
  )
}

/** The stage of a path that has changed nobody, for the next one. */
let kept: Stage | null = null

async function newStage(path: FlowEvent[]): Promise<Stage> {
  const entry = await openEntry(browser, kho, path)
  const pair = ++pairs
  const other = await entry.context.newPage()
  await other.goto(`${kho.url}/api/health`)
  const people = {
    owner: await addPerson(`owner-${pair}@example.com`, 'Nguyễn Thị Lan'),
    somebodyElse: await addPerson(`other-${pair}@example.com`, 'Trần Văn Bình'),
  }
  await entry.held.hold(entry.page, [loading, signingOut])
  return { ...entry, email: people.owner.email, people, cookieOf: null, other }
}

/** A page whose user is signed in; its first call is held. */
async function open(_start: string, path: FlowEvent[]): Promise<Stage> {
  const reloads = path.some(event => event.type === 'reload user')
  const stage = (!reloads && kept) || (await newStage(path))
  if (stage === kept) kept = null
  const { page, held, people } = stage
  if (reloads) await page.clock.install()
  await page.goto('about:blank')
  for (const call of [loading, signingOut]) held.forget(call)
  await keepInAnotherTab(stage, `${await openSession(stage, people.owner)} ${people.owner.email}`)
  await page.goto(`${kho.url}/bucket-management`)
  return { ...stage, path }
}

async function close(stage: Stage) {
  const unchanged = Object.values(stage.people).every(person => person.pin && person.password === password)
  const reloads = stage.path.some(event => event.type === 'reload user')
  if (kept || reloads || !unchanged) await stage.context.close()
  else kept = stage
}

const personOf = ({ people }: Stage, { username }: { username: string }) =>
  username === somebodyElse.username ? people.somebodyElse : people.owner

/** Who is signed in becomes this user before the held call is answered. */
async function answerWith(stage: Stage, { output }: FlowEvent) {
  const { user } = output as UserRead['output'] & { user: CurrentUser }
  const person = personOf(stage, user)
  if (stage.cookieOf !== person) await openSession(stage, person)
  if (!user.pin_exists) await kho.change(person.email, 'no pin')
  person.pin = user.pin_exists
  await stage.held.release(loading)
}

const refresh = ({ page }: Stage) => page.getByRole('button', { name: t('common.refresh') }).click()
const dialog = ({ page }: Stage) => page.getByRole('dialog', { name: t('auth.expiredTitle') })

/** Something is refused at the page's next call. */
async function refuseNext(stage: Stage) {
  const refusal = problem('PERMISSION_DENIED', 403)
  if (typeof refusal === 'string') throw new Error('No answer')
  const { status, body, type } = refusal
  await stage.page.route('**/api/bucket*', route => route.fulfill({ status, body, contentType: type }), {
    times: 1,
  })
  await refresh(stage)
}

async function signInPage({ page }: Stage) {
  await page.getByRole('heading', { level: 1, name: t('auth.signInTitle') }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof sessionFlow.states>[string]>>[0]

/** The page is the console of the model's user, or the screen where that user sets a PIN. */
async function seeUser(stage: Stage, { context: { user } }: Snapshot) {
  if (!user) throw new Error('The model has no user')
  const { page } = stage
  const { name, email } = personOf(stage, user)
  await dialog(stage).waitFor({ state: 'detached' })
  if (user.pin_exists) await page.getByRole('button', { name: t('shell.account', { name }) }).waitFor()
  else await page.getByText(t('auth.signedInAs', { email })).waitFor()
}

async function seeDialog(stage: Stage, { context: { user } }: Snapshot) {
  if (!user) throw new Error('The model has no user')
  const { email } = personOf(stage, user)
  await dialog(stage).getByText(t('auth.signedInAs', { email })).waitFor()
}

/** Also the user is being read. */
const reading =
  (see: (stage: Stage, snapshot: Snapshot) => Promise<void>) => async (stage: Stage, snapshot: Snapshot) => {
    await see(stage, snapshot)
    await stage.held.made(loading)
  }

await describeFlowInBrowser('session', sessionMachine, sessionFlow, {
  open,
  close,
  events: {
    async 'signed in'(stage) {
      const { email, password } = stage.people.owner
      await signInBy(stage.page, email, password)
    },
    async 'user changed'({ page }) {
      await page.getByLabel(t('auth.pin'), { exact: true }).fill(pin)
      await page.getByLabel(t('auth.confirmPin'), { exact: true }).fill(pin)
      await page.getByRole('button', { name: t('auth.setPin') }).click()
    },
    async 'signed in elsewhere'(stage, event) {
      const { username } = event as unknown as { username: string }
      const person = personOf(stage, { username })
      stage.held.forget(loading)
      const token = await openSession(stage, person)
      await keepInAnotherTab(stage, username === '' ? token : `${token} ${person.email}`)
    },
    async 'signed out'(stage) {
      await endSession(stage)
      await keepInAnotherTab(stage, null)
    },
    async 'session expired'(stage) {
      await stage.page.getByText(t('buckets.empty.title')).waitFor()
      await endSession(stage)
      await refresh(stage)
    },
    async 'reload user'(stage) {
      if (stage.held.isHeld(loading)) {
        stage.held.forget(loading)
        await refuseNext(stage)
      } else await stage.page.clock.fastForward(hour)
    },
    async 'sign out'(stage) {
      const { page } = stage
      const otherAccount = dialog(stage).getByRole('button', { name: t('auth.otherAccount') })
      if (await otherAccount.isVisible()) return otherAccount.click()
      await page.getByRole('button', { name: t('shell.account', { name: stage.people.owner.name }) }).click()
      await page.getByRole('menuitem', { name: t('shell.logout') }).click()
    },
    retry: ({ page }) => page.getByRole('button', { name: t('common.retry') }).click(),
    async 'password reset'(stage) {
      await resetPassword(stage, mail)
      stage.people.owner.password = newPassword
    },
    'notice taken': ({ page }) => page.getByText(t('auth.passwordReset')).waitFor(),

    'loadUser: ok': answerWith,
    async 'loadUser: UNAUTHORIZED'(stage) {
      await endSession(stage)
      await stage.held.release(loading)
    },
    'loadUser: NETWORK': fates.offline(loading),
    'loadUser: unexpected': fates.broken(loading),
    async 'authenticate: done'(stage) {
      const { page } = stage
      const shown = (await dialog(stage).textContent()) ?? ''
      const person = Object.values(stage.people).find(({ email }) => shown.includes(email))
      if (!person) throw new Error(`The dialog asks for nobody: ${shown}`)
      await dialog(stage).getByLabel(t('auth.password'), { exact: true }).fill(person.password)
      await dialog(stage)
        .getByRole('button', { name: t('auth.signIn'), exact: true })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      stage.cookieOf = person
    },
    'signOut: done': fates.answered(signingOut),
    'signOut: unexpected': fates.offline(signingOut),
  },
  states: {
    async restoring({ page, held }) {
      await held.made(loading)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    },
    async unreachable({ page }) {
      await page.getByRole('heading', { level: 1, name: t('app.userFailed') }).waitFor()
    },
    'signedOut.idle': signInPage,
    'signedOut.following': reading(signInPage),
    'signedIn.active.idle': seeUser,
    'signedIn.active.reloading': reading(seeUser),
    'signedIn.expired.idle': seeDialog,
    'signedIn.expired.following': reading(seeDialog),
    async 'signedIn.signingOut'(stage, snapshot) {
      await stage.held.made(signingOut)
      await seeUser(stage, snapshot)
    },
  },
})
