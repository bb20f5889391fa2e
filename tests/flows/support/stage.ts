import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'vitest'
import type { FlowEvent } from '../../../flows/kit/paths.ts'
import { auth } from '../../../languages/en/auth.ts'
import { say } from '../../support/say.ts'
import type { FlowConsole } from './flow-console.ts'
import { HeldCalls } from './held-calls.ts'

/** The same characters, composed and decomposed: two texts for the page, one password for the server. */
export const password = 'Xuân#2026 ở Huế'.normalize('NFC')
export const samePassword = password.normalize('NFD')
export const newPassword = 'Hạ#2026 ở Huế'
export const pin = '2580'
/** The limits of the server: so many failures are let through, in so many ms. */
const failures = 10
export const limitMs = 15 * 60_000

/** A person in front of a page. */
export type Stage = {
  kho: FlowConsole
  context: BrowserContext
  page: Page
  held: HeldCalls
  /** Who is signed in, or signs in next. */
  email: string
}

let people = 0

/** Adds an account of its own for a person, and gives the person's e-mail address. */
export async function addPerson(
  kho: FlowConsole,
  person: { pin?: string | null; firstPassword?: boolean; name?: string } = {},
): Promise<string> {
  const email = `person-${++people}@example.com`
  await kho.addOwner({ email, password, pin, firstPassword: false, ...person })
  return email
}

export async function newContext(browser: Browser, kho: FlowConsole): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: kho.url }])
  return context
}

/** A new visitor, whose page is nowhere yet; its time can pass where the path needs it. */
export async function newStage(browser: Browser, kho: FlowConsole, path: FlowEvent[]): Promise<Stage> {
  const context = await newContext(browser, kho)
  const page = await context.newPage()
  if (path.some(event => event.type.startsWith('xstate.after.'))) await page.clock.install()
  return { kho, context, page, held: new HeldCalls(context), email: '' }
}

/** A call from outside of the page with the page's session, as another tab would make it. */
export async function call(
  { kho, context }: Pick<Stage, 'kho' | 'context'>,
  method: string,
  path: string,
  body: { data?: object; form?: Record<string, string> } = {},
) {
  return context.request.fetch(`${kho.url}/api${path}`, { method, headers: { origin: kho.url }, ...body })
}

/** The same, which must succeed; gives the answer. */
export async function made<T = unknown>(
  stage: Pick<Stage, 'kho' | 'context'>,
  method: string,
  path: string,
  data?: object,
): Promise<T> {
  const answer = await call(stage, method, path, data && { data })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

/**
 * Makes as many wrong attempts elsewhere as are let through, then lets the page's own go, which has to wait (`waitMs`: that
 * long, not `limitMs`). Later ones are let through again.
 */
export async function spendTheLimit(
  { kho, held }: Stage,
  path: string,
  attempt: () => ReturnType<typeof call>,
  waitMs?: number,
): Promise<void> {
  await kho.forgive()
  for (let failure = 0; failure < failures; failure++) {
    expect((await attempt()).status()).toBeOneOf([400, 401, 403])
  }
  if (waitMs !== undefined) await kho.endWaits(waitMs)
  await held.meet(path, 'answered')
  await kho.forgive()
}

/** The page's time passes. */
export const pass = ({ page }: Stage, ms: number): Promise<void> => page.clock.fastForward(ms)

/** A path, or the one that fits the stage. */
export type PathOf<T> = string | ((stage: T) => string)
export const pathFor = <T>(path: PathOf<T>, stage: T) => (typeof path === 'string' ? path : path(stage))

/** What can become of a held call of the page. */
export const fates = {
  answered:
    <T extends Stage>(path: PathOf<T>) =>
    (stage: T) =>
      stage.held.meet(pathFor(path, stage), 'answered'),
  offline:
    <T extends Stage>(path: PathOf<T>) =>
    async (stage: T) => {
      await stage.held.meet(pathFor(path, stage), 'offline')
      await stage.context.setOffline(false)
    },
  broken:
    <T extends Stage>(path: PathOf<T>) =>
    (stage: T) =>
      stage.kho.broken(() => stage.held.meet(pathFor(path, stage), 'answered')),
  /** The session has ended meanwhile; the person then chooses another account. */
  ended:
    <T extends Stage>(path: PathOf<T>) =>
    async (stage: T) => {
      await made(stage, 'POST', '/auth/logout')
      await stage.held.meet(pathFor(path, stage), 'answered')
      const dialog = stage.page.getByRole('dialog', { name: auth['auth.expiredTitle'] })
      await dialog.getByRole('button', { name: auth['auth.otherAccount'] }).click()
    },
}

const fateOfEnd: Record<string, 'offline' | 'broken' | 'ended'> = {
  NETWORK: 'offline',
  unexpected: 'broken',
  UNAUTHORIZED: 'ended',
}
/** What becomes of a call that ends so. */
export const fateOf = (end: string) => fates[fateOfEnd[end] ?? 'answered']

/** The sign-in form has taken the place of everything. */
export async function seeSignIn({ page }: Stage): Promise<void> {
  await page.getByRole('heading', { level: 1, name: say('en', 'auth.signInTitle') }).waitFor()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'detached' })
}
