import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import { selectConflicts } from '../../machines/add-files/selectors.ts'
import type { AddFilesEvent, LookUpNames, Measure, ReadNames } from '../../machines/add-files/types.ts'
import type { ObjectPage, Quota } from '../../openapi/schema.ts'
import { tokenKey } from '../../src/api/tokens.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { type Api, signInApi } from '../support/api.ts'
import { answerChanged } from '../support/changed-answer.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { say } from '../support/say.ts'
import { sharedBrowser } from '../support/shared.ts'
import { signIn, visit } from '../support/visit.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { HeldCalls, problem } from './support/held-calls.ts'
import { nextPicked, offerPickedFiles, tellPicked } from './support/picked-files.ts'
import { seenRows } from './support/upload-page.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

const listing = '/objects/paginate'
const quota = '/dashboard/quota-user'
/** Not the listing on the screen: the look-up for `a1.txt`. */
const lookUp = /search=a\d/

type Stage = {
  page: Page
  held: HeldCalls
  bucket: string
  /** Selections that were made, and those that the flow is done with reading. */
  chosen: number
  read: number
  before: Snapshot | null
}

let browser: Browser
let kho: Console
let api: Api
/** One page for every path; a path opens a bucket of its own. */
const everyListing = '**/api/objects/paginate*'
let page: Page
let buckets = 0

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startConsole()])
  api = await signInApi(kho.url, owner.email, owner.password)
  page = await (await visit(browser, kho.url)).newPage()
  await offerPickedFiles(page)
  await page.goto(kho.url)
  await signIn(page)
  await page.getByRole('heading', { name: say('en', 'buckets.title'), exact: true }).waitFor()
})
afterAll(async () => {
  await page?.context().close()
  await kho?.stop()
})

const button = (id: MessageId) => page.getByRole('button', { name: say('en', id), exact: true }).first()
const dialog = () => page.getByRole('alertdialog')
/** The file of the selection that is being added. */
const nameOf = ({ read }: Stage) => `a${read}.txt`

/** A bucket of which more pages are to come: names are looked up at the storage. */
async function open(): Promise<Stage> {
  const bucket = `them-tep-${++buckets}`
  await api.call('POST', '/bucket', { bucket })
  await api.call('POST', '/objects/create-folder', { bucket, folder: 'biển/' })
  await page.unroute(everyListing)
  await page.route(everyListing, async route => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.has('search')) return route.fallback()
    if (searchParams.has('next_token')) return
    await answerChanged<ObjectPage>(route, own => ({ ...own, next_token: 'bmV4dA' }))
  })
  await page.goto(`${kho.url}/bucket-management/${bucket}`)
  await page.getByText('biển', { exact: true }).waitFor()
  const held = new HeldCalls(page.context())
  await held.hold(page, [listing, quota])
  return { page, held, bucket, chosen: 0, read: 0, before: null }
}

async function storeFile(bucket: string, key: string) {
  const body = { bucket, files: [{ key, size: 1 }] }
  const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', body)
  const answer = await fetch(urls[0]!, { method: 'PUT', body: 'x' })
  expect(answer.status).toBe(200)
}

/** The name that the first file gets; null where it is skipped. */
function addedName(stage: Stage): string | null {
  const renamed = stage.before!.context.selection!.names.get('a.txt')
  return renamed === null ? null : (renamed ?? 'a.txt').replace('a', nameOf(stage).replace('.txt', ''))
}

/** Gives what is free, and what the drawer asks, to its fate until sizes are no longer compared. */
const meetQuota = ({ held }: Stage, fate: Parameters<HeldCalls['meetUntil']>[1]) =>
  held.meetUntil(quota, fate, /^/, async () => {
    return (await page.getByText(say('en', 'files.checkingSizes')).count()) === 0
  })

/** A quota of which this is free. */
function quotaOf(free: number) {
  const body: Quota = { percentUse: 0, usage: 0, total: free, full_since: null }
  return { status: 200, body: JSON.stringify(body), type: 'application/json' }
}

/** Nothing is under way any more. */
const allUploaded = () =>
  expect
    .poll(async () => Object.values(await seenRows(page)).filter(status => !status.startsWith('Uploaded')))
    .toEqual([])

const refused = (code: Parameters<typeof problem>[0], status: number) => (stage: Stage) =>
  stage.held.meet(listing, problem(code, status), { where: lookUp })

/** The upload panel lists this file. */
const isAdded = (name: string) => expect.poll(async () => Object.keys(await seenRows(page))).toContain(name)

const look = (seen: () => Promise<void>) => async (stage: Stage, snapshot: Snapshot) => {
  stage.before = snapshot
  await seen()
}

const checking = (id: MessageId) => async (stage: Stage, snapshot: Snapshot) => {
  stage.before = snapshot
  await page.getByText(say('en', id, { name: stage.bucket })).waitFor()
  await dialog().waitFor({ state: 'detached' })
}

/** The dialog is about the bucket, and says this. */
const asks = async (stage: Stage, snapshot: Snapshot, title: string, ...texts: string[]) => {
  stage.before = snapshot
  const question = page.getByRole('alertdialog', { name: title })
  for (const text of [say('en', 'files.inFolder', { name: stage.bucket }), ...texts]) {
    await question.getByText(text).waitFor()
  }
}

await describeFlowInBrowser(
  'add-files',
  addFilesMachine,
  {
    ...addFilesFlow,
    // The page behind a question takes no clicks.
    possible: (snapshot, event) =>
      event.type !== 'add files' || snapshot.matches('idle') || snapshot.hasTag('checking'),
  },
  {
    open,
    close: ({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }),
    viewed: true,
    good: ['reading', 'lookingUp', 'measuring', 'idle'],
    events: {
      async 'add files'(stage) {
        await button('files.uploadFiles').click()
        await nextPicked(page, ++stage.chosen)
      },
      async 'readNames: done'(stage, event) {
        const { names, duplicates } = event.output as ReadNames['output']
        stage.read++
        await tellPicked(page, stage.read - 1, {
          files: [...names, ...duplicates].map(() => nameOf(stage)),
        })
        if (names.length === 0) await page.getByText(say('en', 'files.nothingDropped')).waitFor()
        else await stage.held.made(listing, 1, lookUp)
      },
      async 'readNames: unexpected'(stage) {
        await tellPicked(page, stage.read++, { bug: true })
        await page.getByText(say('en', 'uploads.unreadableSelection')).waitFor()
      },
      async 'lookUpNames: ok'(stage, event) {
        const { taken } = event.output as LookUpNames['output'] & { ok: true }
        if (taken.size > 0) await storeFile(stage.bucket, nameOf(stage))
        await stage.held.meet(listing, 'answered', { where: lookUp })
      },
      async 'lookUpNames: TOO_MANY_NAMES'({ held }) {
        const body = JSON.stringify({ items: [], next_token: 'more', exists: true })
        const page = { status: 200, body, type: 'application/json' }
        await held.meetUntil(listing, page, lookUp, async () => (await dialog().count()) > 0)
      },
      'lookUpNames: PERMISSION_DENIED': refused('PERMISSION_DENIED', 403),
      'lookUpNames: ACCESS_DENIED': refused('ACCESS_DENIED', 403),
      'lookUpNames: BUCKET_NOT_FOUND': refused('BUCKET_NOT_FOUND', 404),
      'lookUpNames: STORAGE_UNAVAILABLE': refused('STORAGE_UNAVAILABLE', 503),
      async 'lookUpNames: NETWORK'({ held }) {
        await held.meet(listing, 'offline', { where: lookUp })
        await page.context().setOffline(false)
      },
      'lookUpNames: unexpected': ({ held }) =>
        held.meet(listing, { status: 500, body: 'a bug', type: 'text/plain' }, { where: lookUp }),
      async choose(_, event) {
        const { choice } = event as AddFilesEvent & { type: 'choose' }
        const labels = {
          replace: 'files.replace',
          'keep-both': 'files.keepBoth',
          skip: 'files.skip',
        } as const
        await dialog()
          .getByRole('button', { name: say('en', labels[choice]), exact: true })
          .click()
      },
      async 'upload anyway'() {
        await dialog()
          .getByRole('button', { name: say('en', 'files.uploadAnyway'), exact: true })
          .click()
      },
      async 'measure: done'(stage, event) {
        const fit = event.output as Measure['output']
        await allUploaded()
        await meetQuota(stage, fit ? quotaOf(fit.free) : 'answered')
        const name = addedName(stage)
        if (name !== null && (!fit || fit.others.length === 0)) await isAdded(name)
      },
      async 'measure: unexpected'(stage) {
        await meetQuota(stage, { ...quotaOf(0), body: 'null' })
        const name = addedName(stage)
        if (name !== null) await isAdded(name)
      },
      async 'upload what fits'(stage) {
        await dialog()
          .getByRole('button', { name: say('en', 'files.uploadWhatFits'), exact: true })
          .click()
        await isAdded(addedName(stage)!)
      },
      async retry({ held }) {
        await dialog()
          .getByRole('button', { name: say('en', 'common.retry') })
          .click()
        await held.made(listing, 1, lookUp)
      },
      async cancel(stage) {
        if (stage.before!.matches('reading')) stage.read++
        const { value } = stage.before!
        if (value === 'asking' || value === 'exceeding') await page.keyboard.press('Escape')
        else await button('common.cancel').click()
      },
      async forget({ bucket }) {
        const other = await page.context().newPage()
        await other.goto(`${kho.url}/robots.txt`)
        await other.evaluate(key => localStorage.removeItem(key), tokenKey)
        await other.close()
        await page.getByRole('heading', { level: 1, name: say('en', 'auth.signInTitle') }).waitFor()
        await dialog().waitFor({ state: 'detached' })
        await signIn(page)
        await page.getByRole('heading', { level: 1, name: bucket }).waitFor()
      },
    },
    states: {
      idle: look(async () => {
        await dialog().waitFor({ state: 'detached' })
        await page.getByText(/^Checking th/).waitFor({ state: 'detached' })
      }),
      reading: checking('files.checkingNames'),
      lookingUp: checking('files.checkingNames'),
      measuring: checking('files.checkingSizes'),
      asking: (stage, snapshot) =>
        asks(
          stage,
          snapshot,
          say('en', selectConflicts(snapshot).length > 0 ? 'files.conflictTitle' : 'files.duplicatesTitle', {
            count: 1,
            name: nameOf(stage),
          }),
        ),
      confirming: (stage, snapshot) =>
        asks(
          stage,
          snapshot,
          say('en', 'files.conflictUnknownTitle'),
          say(
            'en',
            snapshot.context.failure?.code === 'TOO_MANY_NAMES'
              ? 'files.conflictTooMany'
              : 'files.conflictNotAllowed',
          ),
        ),
      unavailable(stage, snapshot) {
        const { code } = snapshot.context.failure as { code: 'NETWORK' }
        return asks(stage, snapshot, say('en', 'files.lookUpFailed'), say('en', `error.${code}`))
      },
      exceeding(stage, snapshot) {
        const { fitting, others } = snapshot.context.fit!
        const count = fitting.length + others.length
        const text =
          fitting.length > 0
            ? say('en', 'files.someFit', { count, fitting: 1, others: 1 })
            : say('en', 'files.noneFits', { count })
        return asks(stage, snapshot, say('en', 'error.NOT_ENOUGH_STORAGE'), text)
      },
    },
  },
)
