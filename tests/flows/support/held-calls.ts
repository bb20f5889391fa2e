import type { BrowserContext, Page, Route } from 'playwright'
import { vi } from 'vitest'
import type { ErrorCode } from '../../../openapi/schema.ts'

/** What a held request meets: the real server (`under way`: its answer is not waited for), a lost connection, no network at all, or this answer. */
export type Fate =
  | 'answered'
  | 'under way'
  | 'lost'
  | 'offline'
  | { status: number; body: string; type: string }

/** An answer of the API with this code, as the contract has it. */
export function problem(code: ErrorCode, status: number): Fate {
  const body = { type: 'about:blank', title: code, status, code, detail: code, request_id: 'req-1' }
  return { status, body: JSON.stringify(body), type: 'application/problem+json' }
}

/** An answer of S3 with this code. */
export function s3Error(code: string, status: number): Fate {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, type: 'application/xml' }
}

/** Keeps what a page asks of some paths back until a test says what becomes of it. */
export class HeldCalls {
  readonly #context: BrowserContext
  #held: { path: string; route: Route }[] = []

  constructor(context: BrowserContext) {
    this.#context = context
  }

  /** Holds, from now on, every request whose path (below `/api`, or of the storage) begins with one of these. */
  async hold(page: Page, starts: readonly string[]): Promise<void> {
    const pathOf = (url: URL) => url.pathname.replace(/^\/api/, '')
    await page.route(
      url => starts.some(start => pathOf(url).startsWith(start)),
      route => void this.#held.push({ path: pathOf(new URL(route.request().url())), route }),
    )
  }

  /** Forgets what is held: the page that asked is gone. */
  forget(): void {
    this.#held = []
  }

  isHeld(start: string): boolean {
    return this.#held.some(({ path }) => path.startsWith(start))
  }

  /** The address of the first such request that is held. */
  urlOf(start: string): URL {
    const found = this.#held.find(({ path }) => path.startsWith(start))
    if (!found) throw new Error(`No request of ${start} is held`)
    return new URL(found.route.request().url())
  }

  /** Waits until `count` such requests are held. */
  async made(start: string, count = 1): Promise<void> {
    const held = () => this.#held.filter(({ path }) => path.startsWith(start)).length >= count
    await vi.waitUntil(held, { timeout: 15_000, interval: 10 })
  }

  /** Waits for such a request, with `where` in its address, and gives it or (`all`) each one held to its fate. */
  async meet(start: string, fate: Fate, { all = false, where = '' } = {}): Promise<void> {
    const fits = ({ path, route }: { path: string; route: Route }) =>
      path.startsWith(start) && route.request().url().includes(where)
    await vi.waitUntil(() => this.#held.some(fits), { timeout: 15_000, interval: 10 })
    const met = all ? this.#held.filter(fits) : this.#held.filter(fits).slice(0, 1)
    this.#held = this.#held.filter(held => !met.includes(held))
    if (fate === 'offline') await this.#context.setOffline(true)
    for (const { route } of met) await end(route, fate)
  }
}

async function end(route: Route, fate: Fate): Promise<void> {
  if (fate === 'lost') return route.abort('connectionreset')
  if (typeof fate === 'object') {
    return route.fulfill({ status: fate.status, body: fate.body, contentType: fate.type })
  }
  await route.continue()
  if (fate === 'under way') return
  await route.request().response()
}
