import type { BrowserContext, Page, Route } from 'playwright'
import { vi } from 'vitest'
import type { ErrorCode } from '../../../openapi/schema.ts'
import { patience } from '../../support/patience.ts'

/**
 * What a held request meets: the real server (`under way`: its answer is not waited for; `sending`: with this in place of
 * its own body), a lost connection, no network at all, or this answer.
 */
export type Fate =
  | 'answered'
  | 'under way'
  | 'lost'
  | 'offline'
  | { sending: (own: string) => string }
  | Answer

type Answer = { status: number; body: string; type: string }

/** An answer of the API with this code, as the contract has it. */
export function problem(code: ErrorCode, status: number): Answer {
  const body = { type: 'about:blank', title: code, status, code, detail: code, request_id: 'req-1' }
  return { status, body: JSON.stringify(body), type: 'application/problem+json' }
}

/** An answer of S3 with this code. */
export function s3Error(code: string, status: number): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, type: 'application/xml' }
}

type Held = { path: string; route: Route }

/** Keeps what a page asks of some paths back until a test says what becomes of it. */
export class HeldCalls {
  readonly #context: BrowserContext
  #held: Held[] = []

  constructor(context: BrowserContext) {
    this.#context = context
  }

  /**
   * Holds, from now on, every request to one of these paths (below `/api`, or of the storage); a path that ends in `/`: to
   * all below it.
   */
  async hold(page: Page, paths: readonly string[]): Promise<void> {
    const pathOf = (url: URL) => url.pathname.replace(/^\/api(?=\/)/, '')
    await page.route(
      url => paths.some(path => leadsTo(path, pathOf(url))),
      route => void this.#held.push({ path: pathOf(new URL(route.request().url())), route }),
    )
  }

  /** Forgets what is held, or such requests: who asked no longer waits. */
  forget(path = '/'): void {
    this.#held = this.#held.filter(held => !fits(held, path, /^/))
  }

  isHeld(path: string, where = /^/): boolean {
    return this.#held.some(each => fits(each, path, where))
  }

  /** The address of the first such request that is held. */
  urlOf(path: string): URL {
    const found = this.#held.find(held => fits(held, path, /^/))
    if (!found) throw new Error(`No request of ${path} is held`)
    return new URL(found.route.request().url())
  }

  /** Waits until `count` such requests, whose address has `where`, are held. */
  async made(path: string, count = 1, where = /^/): Promise<void> {
    const held = () => this.#held.filter(each => fits(each, path, where)).length >= count
    await vi.waitUntil(held, { timeout: patience, interval: 10 })
  }

  /** Gives every such request, those that come too, to its fate until `over`. */
  async meetUntil(path: string, fate: Fate, where: RegExp, over: () => Promise<boolean>): Promise<void> {
    await vi.waitUntil(
      async () => {
        if (this.#held.some(each => fits(each, path, where)))
          await this.meet(path, fate, { all: true, where })
        return over()
      },
      { timeout: patience, interval: 20 },
    )
  }

  /** Waits for such a request, whose address has `where`, and gives it or (`all`) each one held to its fate. */
  async meet(path: string, fate: Fate, { all = false, where = /^/ } = {}): Promise<void> {
    await this.made(path, 1, where)
    const found = this.#held.filter(each => fits(each, path, where))
    const met = all ? found : found.slice(0, 1)
    this.#held = this.#held.filter(held => !met.includes(held))
    await this.#context.setOffline(fate === 'offline')
    for (const { route } of met) await end(route, fate)
  }
}

const leadsTo = (wanted: string, path: string) =>
  wanted.endsWith('/') ? path.startsWith(wanted) : path === wanted

/** Not a request that the page has given up, maybe before it was held. */
function fits({ path, route }: Held, wanted: string, where: RegExp): boolean {
  const request = route.request()
  return leadsTo(wanted, path) && where.test(request.url()) && request.failure() === null
}

async function end(route: Route, fate: Fate): Promise<void> {
  if (fate === 'lost') return route.abort('connectionreset')
  if (typeof fate === 'object' && 'status' in fate) {
    return route.fulfill({ status: fate.status, body: fate.body, contentType: fate.type })
  }
  const body = typeof fate === 'object' && fate.sending(route.request().postData() ?? '')
  await route.continue(body === false ? {} : { postData: body })
  if (fate === 'under way') return
  await route.request().response()
}
