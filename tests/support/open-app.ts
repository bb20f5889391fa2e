import type { Page } from 'playwright'
import { say } from './say.ts'
import { isKept, nextPage, type Visitor } from './shared.ts'
import { desktop } from './visit.ts'

/** A page for one walk or one screen. */
export type App = {
  page: Page
  /**
   * Shows the path: in the app, as a link does, which takes a tenth of the time of loading it. It is loaded where
   * something is unsaved, or answers are made by routes, which must not mix with what the app has read before.
   */
  goto(path: string): Promise<void>
  /** Once all went well: the next one may go on in the app, if nothing is left of this one. */
  leave(): Promise<void>
}

const nowhere = '/khong-co'
/** After so many the app is loaded again. */
const most = 20
const resting = new Map<string, { page: Page; openings: number }>()
/** What a page says that is nowhere, and at rest. */
const calm = new Map<string, string>()

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
  let routed = false
  const { route } = page
  page.route = (...values) => {
    routed = true
    return route.apply(page, values)
  }

  async function toNowhere(): Promise<string | undefined> {
    const leaves = await page.evaluate(path => {
      if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
      history.pushState(null, '', path)
      return true
    }, nowhere)
    return leaves ? whatItSays() : undefined
  }

  async function whatItSays(): Promise<string | undefined> {
    const heading = page.getByText(say(look.locale, 'shell.notFound.title'))
    const shown = await heading.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    )
    return shown ? page.evaluate(() => document.body.innerText) : undefined
  }

  if (mayRest && !calm.has(kind)) {
    await page.goto(nowhere)
    calm.set(kind, (await whatItSays()) ?? '')
    inApp = true
  }
  return {
    page,
    async goto(path) {
      if (inApp && !routed && (await toNowhere()))
        await page.evaluate(path => history.pushState(null, '', path), path)
      else await page.goto(path)
      inApp = mayRest
    },
    async leave() {
      page.route = route
      page.removeAllListeners()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (!inApp || routed || openings >= most || !isKept(page)) return
      if ((await toNowhere()) === calm.get(kind)) resting.set(kind, { page, openings: openings + 1 })
    },
  }
}
