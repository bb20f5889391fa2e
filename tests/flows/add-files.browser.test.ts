import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { addFilesMachine } from '../../machines/add-files/machine.ts'
import type { LookUpNames, Measure, ReadNames } from '../../machines/add-files/types.ts'
import type { ObjectPage, Quota } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { answerChanged } from '../support/changed-answer.ts'
import { keptName } from '../support/kept-name.ts'
import { say } from '../support/say.ts'
import { signIn } from '../support/visit.ts'
import { addFilesFlow } from './add-files.flow.ts'
import { addFilesPlay } from './add-files.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startDemo } from './support/flow-setup.ts'
import { HeldCalls, problem } from './support/held-calls.ts'
import { nextPicked, offerPickedFiles, tellPicked } from './support/picked-files.ts'
import { seenRows } from './support/upload-page.ts'

type Snapshot = SnapshotFrom<typeof addFilesMachine>

const listing = '/objects/paginate'
const quota = '/dashboard/quota-user'
/** Not the listing on the screen, nor what it asks for a row of `a1.txt`: the look-up for that name. */
const lookUp = /search=a\d+(&|$)/

type Stage = {
  page: Page
  held: HeldCalls
  folder: string
  /** Selections that were made, and those that the flow is done with reading. */
  chosen: number
  read: number
  /** The file of the selection that is being added. */
  file: string
  versioning: 'off'
}

const demo = startDemo()
/** One page for every path; a path opens a bucket of its own. */
let page: Page
const everyListing = '**/api/objects/paginate*'
let buckets = 0

beforeAll(async () => {
  page = await demo.openPage(offerPickedFiles)
})

const button = (id: MessageId) => page.getByRole('button', { name: say('en', id), exact: true }).first()
const dialog = () => page.getByRole('alertdialog')
/** A bucket of which more pages are to come: names are looked up at the storage. */
async function open(): Promise<Stage> {
  const bucket = `them-tep-${++buckets}`
  const { api, kho } = demo
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
  const stage: Stage = {
    ...{ page, held, folder: bucket, chosen: 0, read: 0, versioning: 'off' },
    get file() {
      return `a${stage.read}.txt`
    },
  }
  return stage
}

async function storeFile(bucket: string, key: string) {
  const body = { bucket, files: [{ key, size: 1 }] }
  const { urls } = await demo.api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', body)
  const answer = await fetch(urls[0]!, { method: 'PUT', body: 'x' })
  expect(answer.status).toBe(200)
}

/** The name that the first file gets; null where it is skipped. */
function addedName({ file }: Stage, before: Snapshot): string | null {
  const renamed = before.context.selection!.names.get('a.txt')
  return renamed === null ? null : (renamed ?? 'a.txt').replace('a', file.replace('.txt', ''))
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

await describeFlowInBrowser(
  'add-files',
  addFilesMachine,
  {
    ...addFilesFlow,
    possible(snapshot, event) {
      // The picked files are the same as the stored ones, and continue nothing.
      if ('choice' in event && event.choice === 'compare') return false
      if ('output' in event && (event.output as ReadNames['output'] | null)?.left) return false
      // The page behind a question takes no clicks.
      return event.type !== 'add files' || snapshot.matches('idle') || snapshot.hasTag('checking')
    },
  },
  {
    play: addFilesPlay,
    open,
    except: ['transitions: reading: xstate.done.actor.readNames [2] → next'],
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
          files: [...names, ...duplicates].map(() => stage.file),
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
        if (taken.size > 0) await storeFile(stage.folder, stage.file)
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
      async 'measure: done'(stage, event, { before }) {
        const fit = event.output as Measure['output']
        await allUploaded()
        await meetQuota(stage, fit ? quotaOf(fit.free) : 'answered')
        const name = addedName(stage, before)
        if (name !== null && (!fit || fit.others.length === 0)) await isAdded(name)
      },
      async 'measure: unexpected'(stage, _, { before }) {
        await meetQuota(stage, { ...quotaOf(0), body: 'null' })
        const name = addedName(stage, before)
        if (name !== null) await isAdded(name)
      },
      async 'upload what fits'(stage, _, { before, act }) {
        await act()
        await isAdded(addedName(stage, before)!)
      },
      async retry({ held }, _, { act }) {
        await act()
        await held.made(listing, 1, lookUp)
      },
      async cancel(stage, _, { before }) {
        const { value } = before
        if (value === 'reading') stage.read++
        if (value === 'asking' || value === 'exceeding') await page.keyboard.press('Escape')
        else await button('common.cancel').click()
      },
      async forget({ folder }) {
        const other = await page.context().newPage()
        await other.goto(`${demo.kho.url}/robots.txt`)
        await other.evaluate(key => localStorage.removeItem(key), await keptName(other, 'refresh'))
        await other.close()
        await page.getByRole('heading', { level: 1, name: say('en', 'auth.signInTitle') }).waitFor()
        await dialog().waitFor({ state: 'detached' })
        await signIn(page)
        await page.getByRole('heading', { level: 1, name: folder }).waitFor()
      },
    },
  },
)
