import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { type Api, signInApi } from '../../support/api.ts'
import { type Console, owner, startConsole } from '../../support/console.ts'
import { type MailServer, startMailServer } from '../../support/mail.ts'
import { sharedBrowser } from '../../support/shared.ts'
import { signInBeside, visit as visitConsole } from '../../support/visit.ts'
import { type FlowConsole, startFlowConsole } from './flow-console.ts'
import { HeldCalls } from './held-calls.ts'
import { made, newContext, type Stage } from './stage.ts'

/** What the flows of a file have around them. It is there when the first test runs. */
export type World = { browser: Browser; kho: FlowConsole; mail: MailServer }

/** Starts a console for the flows of a file, with Chromium before it and a mail server behind it. */
export function startWorld(): World {
  const world = {} as World
  beforeAll(async () => {
    world.mail = await startMailServer()
    const env = { KHO_SMTP_URL: world.mail.url }
    ;[world.browser, world.kho] = await Promise.all([sharedBrowser(), startFlowConsole(env)])
  })
  afterAll(async () => {
    await world.kho?.close()
    await world.mail?.stop()
  })
  return world
}

export const visitor = { email: 'owner@example.com', password: 'Vuon-tao#1' }

type Visit = World & {
  context: BrowserContext
  /** A page that the visitor opens for a walk; it is nowhere yet. */
  newPage(): Promise<Stage>
  /** A call with the visitor's session, as another tab would make it. */
  made<T>(method: string, path: string, data?: object): Promise<T>
}

/** The same with one visitor for all walks, who is signed in. */
export function startVisit(): Visit {
  const world = startWorld()
  const visit = Object.assign(world, {
    newPage: async () => ({
      ...{ kho: visit.kho, context: visit.context, email: visitor.email },
      ...{ page: await visit.context.newPage(), held: new HeldCalls(visit.context) },
    }),
    made: (method, path, data) => made(visit, method, path, data),
  } as Pick<Visit, 'newPage' | 'made'>) as Visit
  beforeAll(async () => {
    await visit.kho.addOwner({ ...visitor, pin: '2580', firstPassword: false })
    visit.context = await newContext(visit.browser, visit.kho)
    const page = await visit.context.newPage()
    await signInBeside(page, visit.kho.url, visitor)
    await page.close()
  })
  afterAll(() => visit.context?.close())
  return visit
}

type Demo = {
  browser: Browser
  kho: Console
  api: Api
  /** The one page of all walks, of which `prepare` knows first; its owner is signed in, and it is nowhere yet. */
  openPage(prepare?: (page: Page) => Promise<unknown>): Promise<Page>
}

/** Starts a console in a process of its own for the flows of a file, with Chromium before it. */
export function startDemo(options?: Parameters<typeof startConsole>[0]): Demo {
  const demo = {} as Demo
  const pages: Page[] = []
  demo.openPage = async prepare => {
    const page = await (await visitConsole(demo.browser, demo.kho.url)).newPage()
    pages.push(page)
    await prepare?.(page)
    await signInBeside(page, demo.kho.url)
    return page
  }
  beforeAll(async () => {
    ;[demo.browser, demo.kho] = await Promise.all([sharedBrowser(), startConsole(options)])
    demo.api = await signInApi(demo.kho.url, owner.email, owner.password)
  })
  afterAll(async () => {
    for (const page of pages) await page.context().close()
    await demo.kho?.stop()
  })
  return demo
}
