import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { sessionMachine, type UserRead } from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import type { StoredToken } from '../../src/api/tokens.ts'
import { somebodyElse } from '../machines/support/users.ts'
import { signInApi } from '../support/api.ts'
import { keptName } from '../support/kept-name.ts'
import { sessionFlow } from './session.flow.ts'
import { sessionPlay, userOf } from './session.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { openEntry, resetPassword, signInBy } from './support/entry-stage.ts'
import { startWorld } from './support/flow-setup.ts'
import { problem } from './support/held-calls.ts'
import { t } from './support/play.ts'
import {
  addPerson,
  call,
  fates,
  made,
  newPassword,
  pass,
  password,
  pin,
  type Stage as Visitor,
} from './support/stage.ts'

const loading = '/user'
const signingOut = '/auth/logout'
const hour = 3_600_000

type Person = { email: string; name: string; password: string; pin: boolean }

type Stage = Visitor & {
  people: { owner: Person; somebodyElse: Person }
  /** Whose session the browser has. */
  cookieOf: Person | null
  /** Another tab. */
  other: Page
  emailOf(user: CurrentUser): string
}

const world = startWorld()

async function newPerson(name: string): Promise<Person> {
  return { email: await addPerson(world.kho, { name }), name, password, pin: true }
}

/** The browser has this person's session from now on; gives what a tab keeps of it. */
async function openSession(stage: Stage, person: Person): Promise<StoredToken> {
  const form = { username: person.email, password: person.password }
  await stage.kho.forgive()
  const answer = await call(stage, 'POST', '/auth/login', { form })
  expect(answer.status()).toBe(200)
  stage.cookieOf = person
  const { refresh_token: token, user } = await answer.json()
  return { token, user: user.id }
}

async function endSession(stage: Stage) {
  if (stage.cookieOf) await made(stage, 'POST', signingOut)
  stage.cookieOf = null
}

/** Another tab keeps a refresh token; null: it signs out. */
async function keepInAnotherTab({ other }: Stage, stored: StoredToken | null) {
  const value = stored && `${stored.token} ${stored.user}`.trim()
  await other.evaluate(
    ([key, kept]) => (kept === null ? localStorage.removeItem(key) : localStorage.setItem(key, kept)),
    [await keptName(other, 'refresh'), value] as const,
  )
}

/** A page whose user is signed in; its first call is held. */
async function open(_start: string, path: FlowEvent[]): Promise<Stage> {
  const { browser, kho } = world
  const entry = await openEntry(browser, kho, path)
  const { context, page, held } = entry
  const hasClock = path.some(({ type }) => type.startsWith('xstate.after.'))
  if (!hasClock && path.some(({ type }) => type === 'reload user')) await page.clock.install()
  await page.goto('about:blank')
  const other = await context.newPage()
  await other.goto(`${kho.url}/api/health`)
  const people = {
    owner: await newPerson('Nguyễn Thị Lan'),
    somebodyElse: await newPerson('Trần Văn Bình'),
  }
  await held.hold(page, [loading, signingOut])
  const emailOf = (user: CurrentUser) => personOf({ people }, user.id).email
  const stage = { ...entry, email: people.owner.email, people, cookieOf: null, other, emailOf }
  await keepInAnotherTab(stage, await openSession(stage, people.owner))
  await page.goto(`${kho.url}/bucket-management`)
  return stage
}

const personOf = ({ people }: Pick<Stage, 'people'>, user: string) =>
  user === somebodyElse.id ? people.somebodyElse : people.owner

async function takePin(person: Person) {
  await world.kho.change(person.email, 'no pin')
  person.pin = false
}

async function givePin(person: Person) {
  if (person.pin) return
  const api = await signInApi(world.kho.url, person.email, person.password)
  await api.call('PUT', '/user/init-pin', { pin })
  person.pin = true
}

/** Who is signed in becomes this user before the held call is answered. */
async function answerWith(stage: Stage, { output }: FlowEvent) {
  const { user } = output as UserRead['output'] & { user: CurrentUser }
  const person = personOf(stage, user.id)
  if (stage.cookieOf !== person) await openSession(stage, person)
  if (user.pin_exists) await givePin(person)
  else await takePin(person)
  await stage.held.meet(loading, 'answered')
}

const refresh = ({ page }: Stage) => page.getByRole('button', { name: t('common.refresh') }).click()
const dialog = ({ page }: Stage) => page.getByRole('dialog', { name: t('auth.expiredTitle') })

/** Something is refused at the page's next call. */
async function refuseNext(stage: Stage) {
  const { status, body, type } = problem('PERMISSION_DENIED', 403)
  await stage.page.route('**/api/bucket*', route => route.fulfill({ status, body, contentType: type }), {
    times: 1,
  })
  await refresh(stage)
}

type Snapshot = SnapshotFrom<typeof sessionMachine>

const shownPerson = (stage: Stage, snapshot: Snapshot) => personOf(stage, userOf(snapshot).id)

async function seeUser(stage: Stage, snapshot: Snapshot) {
  const { page } = stage
  const { name, email } = shownPerson(stage, snapshot)
  if (snapshot.context.user?.pin_exists)
    await page.getByRole('button', { name: t('shell.account', { name }) }).waitFor()
  else await page.getByText(t('auth.signedInAs', { email })).waitFor()
}

await describeFlowInBrowser('session', sessionMachine, sessionFlow, {
  play: sessionPlay,
  calls: { loadUser: loading, signOut: signingOut },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['signedIn.active', 'signedIn.expired', 'signedIn.active', 'signedIn.signingOut', 'signedOut'],
  events: {
    async 'signed in'(stage) {
      const { owner } = stage.people
      stage.held.forget()
      await givePin(owner)
      await signInBy(stage.page, owner.email, owner.password)
      stage.cookieOf = owner
      // Who has left the screen where a PIN is set returns to its address.
      await stage.page
        .getByRole('link', { name: t('shell.menu./bucket-management') })
        .first()
        .click()
    },
    async 'user changed'(stage, _, { before, act }) {
      await act()
      shownPerson(stage, before).pin = true
    },
    async 'signed in elsewhere'(stage, event) {
      const { user } = event as unknown as { user: string }
      stage.held.forget(loading)
      const stored = await openSession(stage, personOf(stage, user))
      await keepInAnotherTab(stage, user === '' ? { ...stored, user } : stored)
    },
    async 'signed out'(stage) {
      stage.held.forget()
      await endSession(stage)
      await keepInAnotherTab(stage, null)
    },
    async 'sign-out failed'(stage) {
      stage.held.forget()
      await stage.page.getByRole('button', { name: t('auth.otherAccount') }).click()
      await fates.offline(signingOut)(stage)
    },
    async 'session expired'(stage) {
      stage.held.forget()
      await stage.page.getByText(t('buckets.empty.title')).waitFor()
      await endSession(stage)
      await refresh(stage)
    },
    async 'reload user'(stage, _, { before }) {
      if (before.matches({ signedIn: { active: 'reloading' } })) {
        stage.held.forget(loading)
        await refuseNext(stage)
      } else await stage.page.clock.fastForward(hour)
    },
    async 'sign out'(stage, _, { before }) {
      const { page } = stage
      stage.held.forget()
      if (before.matches({ signedIn: 'expired' })) {
        await dialog(stage)
          .getByRole('button', { name: t('auth.otherAccount') })
          .click()
        return
      }
      const { name } = shownPerson(stage, before)
      await page.getByRole('button', { name: t('shell.account', { name }) }).click()
      await page.getByRole('menuitem', { name: t('shell.logout') }).click()
    },
    async 'password reset'(stage) {
      const { owner } = stage.people
      await endSession(stage)
      await keepInAnotherTab(stage, null)
      owner.password = owner.password === password ? newPassword : password
      await resetPassword(stage, world.mail, owner.password)
    },
    'notice taken': ({ page }) => page.getByText(t('auth.passwordReset')).waitFor(),

    'loadUser: ok': answerWith,
    async 'loadUser: UNAUTHORIZED'(stage) {
      await endSession(stage)
      await stage.held.meet(loading, 'answered')
    },
    async 'authenticate: done'(stage, _, { before }) {
      const { page } = stage
      const person = shownPerson(stage, before)
      await stage.kho.forgive()
      await dialog(stage).getByLabel(t('auth.password'), { exact: true }).fill(person.password)
      await dialog(stage)
        .getByRole('button', { name: t('auth.signIn'), exact: true })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      stage.cookieOf = person
    },
    async 'signOut: done'(stage) {
      await stage.held.meet(signingOut, 'answered')
      stage.cookieOf = null
    },
    'signOut: unexpected': fates.offline(signingOut),
    'after pause before the next sign-out': stage => pass(stage, 17_000),
  },
  states: {
    restoring: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' }),
    'signedIn.active.idle': seeUser,
    'signedIn.active.reloading': seeUser,
    'signedIn.signingOut': seeUser,
  },
})
