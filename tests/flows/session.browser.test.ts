import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { nextStep } from '../../domain/roles.ts'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { selectExpired, selectScreen, selectUser, sessionMachine } from '../../machines/session/machine.ts'
import type { UserRead } from '../../machines/session/setup.ts'
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
import { personAt } from './support/person-in-browser.ts'
import { t } from './support/play.ts'
import { nextCode } from './support/security-stage.ts'
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
  spendTheLimit,
  type Stage as Visitor,
} from './support/stage.ts'

const loading = '/user'
const changing = '/user/change-password'
const setting = '/user/init-pin'
const signingOut = '/auth/logout'
const hour = 3_600_000

type Person = {
  email: string
  name: string
  password: string
  pin: boolean
  firstPassword: boolean
  /** Whether two-step verification must be set up. */
  lacksTwoStep: boolean
}

type Stage = Visitor & {
  people: { owner: Person; somebodyElse: Person }
  /** Whose session the browser has. */
  cookieOf: Person | null
  /** Another tab. */
  other: Page
  emailOf(user: CurrentUser): string
}

type Snapshot = SnapshotFrom<typeof sessionMachine>

const world = startWorld()

async function newPerson(name: string): Promise<Person> {
  const email = await addPerson(world.kho, { name })
  return { email, name, password, pin: true, firstPassword: false, lacksTwoStep: false }
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
  await held.hold(page, [loading, changing, setting, signingOut])
  const emailOf = (user: CurrentUser) => personOf({ people }, user.id).email
  const stage = { ...entry, email: people.owner.email, people, cookieOf: null, other, emailOf }
  await keepInAnotherTab(stage, await openSession(stage, people.owner))
  await page.goto(`${kho.url}/bucket-management`)
  return stage
}

const personOf = ({ people }: Pick<Stage, 'people'>, user: string) =>
  user === somebodyElse.id ? people.somebodyElse : people.owner

/** What the person has to do is, from now on, what this user of the model has. */
async function becomeLike(person: Person, user: CurrentUser) {
  if (person.firstPassword && (!user.require_change_pass || (user.pin_exists && !person.pin))) {
    await world.kho.change(person.email, 'own password')
    person.firstPassword = false
  }
  if (user.pin_exists && !person.pin) {
    const api = await signInApi(world.kho.url, person.email, person.password)
    await api.call('PUT', '/user/init-pin', { pin })
  }
  if (!user.pin_exists && person.pin) await world.kho.change(person.email, 'no pin')
  person.pin = user.pin_exists
  if (user.require_two_step !== person.lacksTwoStep)
    await world.kho.change(person.email, user.require_two_step ? 'two-step required' : 'two-step off')
  person.lacksTwoStep = user.require_two_step
  if (user.require_change_pass && !person.firstPassword) {
    await world.kho.change(person.email, 'first password')
    person.firstPassword = true
  }
}

/** Who has left the screen of a step returns to its address, which is another screen of the console. */
const toBuckets = ({ page }: Stage) =>
  page
    .getByRole('link', { name: t('shell.menu./bucket-management') })
    .first()
    .click()

/** Who is signed in becomes this user before the held call is answered. */
async function answerWith(stage: Stage, { output }: FlowEvent, { before }: { before: Snapshot }) {
  const { user } = output as UserRead['output'] & { user: CurrentUser }
  const person = personOf(stage, user.id)
  if (stage.cookieOf !== person) await openSession(stage, person)
  await becomeLike(person, user)
  await stage.held.meet(loading, 'answered')
  if (nextStep(user) === null && !(before.matches('signedIn') && selectScreen(before) === 'console'))
    await toBuckets(stage)
}

/** All steps of the dialog that the screen opens; a whole code is sent by itself. */
async function setTwoStepUp({ page, kho }: Stage, password: string) {
  const { press, fill } = personAt(page)
  await press(t('security.requiredSetUp'))
  await fill(t('auth.password'), password)
  await press(t('security.next'))
  const key = page.getByRole('group', { name: t('security.keyLabel') })
  await fill(t('security.code'), nextCode(kho, ((await key.textContent()) ?? '').replace(/\s/g, '')))
  await page.getByRole('checkbox', { name: t('security.codesKept') }).check()
  await press(t('security.finish'))
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

const shownPerson = (stage: Stage, snapshot: Snapshot) => personOf(stage, userOf(snapshot).id)

async function seeUser(stage: Stage, snapshot: Snapshot) {
  const { page } = stage
  const { name, email } = shownPerson(stage, snapshot)
  if (selectScreen(snapshot) === 'console')
    await page.getByRole('button', { name: t('shell.account', { name }) }).waitFor()
  else await page.getByText(t('auth.signedInAs', { email })).waitFor()
}

const other = (known: string) => (known === password ? newPassword : password)
const weak = (body: object) => ({ sending: () => JSON.stringify(body) })

/** What a person can bring about in front of a page: some calls are made by the console only, and a dialog hides the rest. */
const inBrowser: typeof sessionFlow = {
  ...sessionFlow,
  possible(snapshot, event) {
    const atConsole = selectScreen(snapshot) === 'console'
    const isReloading = snapshot.matches({ signedIn: { open: { validity: { active: 'reloading' } } } })
    if (event.type === 'session expired') return atConsole
    // That takes a passkey: tests/browser/passkeys.test.ts.
    if (event.type === 'xstate.done.actor.authenticate' && selectExpired(snapshot))
      return ((event as FlowEvent).output as AuthenticateOutput).user.id === selectUser(snapshot)?.id
    // It is an hour later then: a call that is held has given up.
    if (event.type === 'reload user') return !snapshot.hasTag('submitting') && (atConsole || !isReloading)
    if (event.type === 'password reset') return snapshot.matches('signedOut')
    return sessionFlow.possible?.(snapshot, event) ?? true
  },
}

await describeFlowInBrowser('session', sessionMachine, inBrowser, {
  play: sessionPlay,
  calls: { loadUser: loading, changePassword: changing, initPin: setting, signOut: signingOut },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: [
    'restoreUser: ok (5)',
    'changePassword: ok',
    'initPin: ok',
    'signedIn.open.steps.console',
    'signedIn.open.validity.expired',
    'signedIn.open.validity.active',
    'signedIn.signingOut',
    'signedOut',
    'authenticate: done (3)',
    'signedIn.open.steps.passwordChange',
  ],
  except: [
    // Only the page of a link makes it, which then signs out.
    'transitions: session: password reset → stays',
    // By a passkey: tests/browser/passkeys.test.ts.
    'transitions: signedIn.open.validity.expired: xstate.done.actor.authenticate [1] → restoring',
  ],
  events: {
    async 'submit password change'(stage, _, { before, outcome, act }) {
      const { password } = shownPerson(stage, before)
      await act({
        currentPassword: outcome === 'changePassword: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password,
        newPassword:
          outcome === 'changePassword: PASSWORD_REUSED' ? password.normalize('NFD') : other(password),
      })
    },
    async 'changePassword: ok'(stage, _, { before }) {
      await stage.held.meet(changing, 'answered')
      const person = shownPerson(stage, before)
      Object.assign(person, { password: other(person.password), firstPassword: false })
      if (person.pin) await toBuckets(stage)
    },
    'changePassword: INVALID_REQUEST': (stage, _, { before }) =>
      stage.held.meet(
        changing,
        weak({ current_password: shownPerson(stage, before).password, new_password: 'short' }),
      ),
    'changePassword: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, changing, () =>
        call(stage, 'PUT', changing, {
          data: { current_password: 'Wrong#2026', new_password: 'Thu#2026 ở Huế' },
        }),
      ),
    async 'changePassword: UNAUTHORIZED'(stage) {
      await fates.ended(changing)(stage)
      stage.cookieOf = null
    },

    async 'initPin: ok'(stage, _, { before }) {
      await stage.held.meet(setting, 'answered')
      shownPerson(stage, before).pin = true
      await toBuckets(stage)
    },
    async 'initPin: PIN_EXISTS'(stage, _, { before }) {
      await made(stage, 'PUT', setting, { pin: '1379' })
      await stage.held.meet(setting, 'answered')
      shownPerson(stage, before).pin = true
      await toBuckets(stage)
    },
    'initPin: INVALID_REQUEST': ({ held }) => held.meet(setting, weak({ pin: '1' })),
    async 'initPin: UNAUTHORIZED'(stage) {
      await fates.ended(setting)(stage)
      stage.cookieOf = null
    },

    /** It is off again at once: the next sign-in has no app. */
    async 'second step is set'(stage, _, { before }) {
      const person = shownPerson(stage, before)
      await setTwoStepUp(stage, person.password)
      await world.kho.change(person.email, 'two-step off')
      person.lacksTwoStep = false
      await toBuckets(stage)
    },

    async 'sign-in left'({ page }) {
      await personAt(page).press(t('auth.forgotPassword'), 'link')
      await personAt(page).press(t('auth.backToSignIn'), 'link')
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
    async 'session expired'(stage) {
      stage.held.forget()
      await stage.page.getByText(t('buckets.empty.title')).waitFor()
      await endSession(stage)
      await refresh(stage)
    },
    async 'reload user'(stage, _, { before }) {
      if (before.matches({ signedIn: { open: { validity: { active: 'reloading' } } } })) {
        stage.held.forget(loading)
        await refuseNext(stage)
      } else await stage.page.clock.fastForward(hour)
    },
    async 'sign out'(stage, _, { before }) {
      const { press } = personAt(stage.page)
      stage.held.forget()
      if (selectExpired(before) || selectScreen(before) !== 'console')
        return (selectExpired(before) ? dialog(stage) : stage.page)
          .getByRole('button', { name: t('auth.otherAccount') })
          .click()
      await press(t('shell.account', { name: shownPerson(stage, before).name }))
      await press(t('shell.logout'), 'menuitem')
    },
    async 'password reset'(stage) {
      const { owner } = stage.people
      await endSession(stage)
      await keepInAnotherTab(stage, null)
      owner.password = owner.password === password ? newPassword : password
      await resetPassword(stage, world.mail, owner.password)
    },

    'loadUser: ok': answerWith,
    async 'loadUser: UNAUTHORIZED'(stage) {
      await endSession(stage)
      await stage.held.meet(loading, 'answered')
    },
    async 'authenticate: done'(stage, { output }, { before }) {
      const { user } = output as AuthenticateOutput
      const person = personOf(stage, user.id)
      await stage.kho.forgive()
      if (before.matches('signedOut')) {
        stage.held.forget()
        await becomeLike(person, user)
        await signInBy(stage.page, person.email, person.password)
        if (nextStep(user) === null) await toBuckets(stage)
      } else {
        await dialog(stage).getByLabel(t('auth.password'), { exact: true }).fill(person.password)
        await dialog(stage)
          .getByRole('button', { name: t('auth.signIn'), exact: true })
          .click()
        await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      stage.cookieOf = person
    },
    async 'signOut: done'(stage) {
      await stage.held.meet(signingOut, 'answered')
      stage.cookieOf = null
    },
    'signOut: unexpected': fates.offline(signingOut),
    'after pause before the next sign-out': stage => pass(stage, 17_000),
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    restoring: ({ page }) => page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' }),
    'signedIn.open.validity.active.idle': seeUser,
    'signedIn.open.validity.active.reloading': seeUser,
    'signedIn.signingOut': seeUser,
  },
})
