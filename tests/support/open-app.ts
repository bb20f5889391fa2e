import type { Page } from 'playwright'
import { say } from './say.ts'
import { isKept, nextPage, type Visitor } from './shared.ts'
import { desktop } from './visit.ts'

/** A page for one walk or one screen. */
export type App = {
  page: Page
  /**
   * Shows the path: in the app, as a link does, which takes a tenth of the time of loading it, without what the app has
   * read before. It is loaded where something is unsaved, or what the app reads at its start is to be another.
   */
  goto(path: string): Promise<void>
  /** Once all went well: the next one may go on in the app, if nothing is left of this one. */
  leave(): Promise<void>
}

/** What the app reads once, and keeps beside its queries; `**\/*`: its page. */
const readOnce = /\/api\/(user$|auth|jobs)|\/s3\/|^\*\*\/\*$/
const nowhere = '/khong-co'
/** After so many the app is loaded again. */
const most = 100
const resting = new Map<string, { page: Page; openings: number }>()
/** What a page says that is nowhere, and at rest. */
const calm = new Map<string, string>()

type Fiber = { child?: Fiber; sibling?: Fiber; memoizedProps?: { client?: { clear?(): void } } }

/** Makes the app forget its queries, as signing out does. The provider of its client is found in what React keeps. */
async function forgetQueries(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = Object.entries(document.querySelector('#root') ?? {}).find(([name]) =>
      name.startsWith('__reactContainer$'),
    )
    const fibers: Fiber[] = [(root![1] as { stateNode: { current: Fiber } }).stateNode.current]
    for (const { child, sibling, memoizedProps } of fibers) {
      if (memoizedProps?.client?.clear) return memoizedProps.client.clear()
      fibers.push(...[child, sibling].filter(each => !!each))
    }
    throw new Error('The app has no query client')
  })
}

/** `soft: false`: always loads. */
export async function openApp(visitor: Visitor, soft: boolean): Promise<App> {
  const { setting = 'demo', signedIn = true, look = desktop } = visitor
  const kind = JSON.stringify([setting, look])
  const rested = resting.get(kind)
  resting.delete(kind)
  const mayRest = soft && signedIn && (setting === 'demo' || setting === 'empty')
  const page = mayRest && rested ? rested.page : await nextPage({ ...visitor, name: visitor.name ?? 'app' })
  const openings = mayRest && rested ? rested.openings : 0
  let inApp = openings > 0
  let atStart = false
  const { route } = page
  page.route = (url, ...more) => {
    if (readOnce.test(String(url))) atStart = true
    return route.call(page, url, ...more)
  }

  async function toNowhere(): Promise<string | undefined> {
    const leaves = await page.evaluate(path => {
      if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
      history.pushState(null, '', path)
      return true
    }, nowhere)
    const says = leaves && (await whatItSays())
    if (!says) return undefined
    await forgetQueries(page)
    return says
  }

  async function whatItSays(): Promise<string | undefined> {
    const heading = page.getByText(say(look.locale, 'shell.notFound.title'))
    const shown = await heading.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    if (!shown) return undefined
    return page.evaluate(
      async dismiss => {
        document.querySelector<HTMLElement>(`[data-toast] [aria-label="${dismiss}"]`)?.click()
        await new Promise(done => setTimeout(done))
        // What the storage holds is another matter.
        const drawer = document.querySelector<HTMLElement>('#drawer')?.innerText ?? ''
        return document.body.innerText.replace(drawer, '')
      },
      say(look.locale, 'app.dismiss'),
    )
  }

  if (mayRest && !calm.has(kind)) {
    await page.goto(nowhere)
    calm.set(kind, (await whatItSays()) ?? '')
    inApp = true
  }
  return {
    page,
    async goto(path) {
      if (inApp && !atStart && (await toNowhere()))
        await page.evaluate(path => history.pushState(null, '', path), path)
      else await page.goto(path)
      inApp = mayRest
    },
    async leave() {
      page.route = route
      page.removeAllListeners()
      if (!inApp || atStart || openings >= most || !isKept(page)) return
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if ((await toNowhere()) === calm.get(kind)) resting.set(kind, { page, openings: openings + 1 })
    },
  }
}
