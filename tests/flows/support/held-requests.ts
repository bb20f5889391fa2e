import type { Page, Route } from 'playwright'
import { vi } from 'vitest'
import { patience } from '../../support/patience.ts'

/** Keeps the page's calls of some API paths back, so that the time before their answer can be looked at. */
export class HeldRequests {
  readonly #held = new Map<string, Route>()

  /** From now on, holds every request of the page to these paths below `/api`. */
  async hold(page: Page, paths: readonly string[]): Promise<void> {
    const of = (url: URL) => url.pathname.replace(/^\/api/, '')
    await page.route(
      url => paths.includes(of(url)),
      route => void this.#held.set(of(new URL(route.request().url())), route),
    )
  }

  /** Waits until the page has made the call; it stays held. */
  async made(path: string): Promise<void> {
    await vi.waitUntil(() => this.#held.has(path), { timeout: patience, interval: 10 })
  }

  isHeld(path: string): boolean {
    return this.#held.has(path)
  }

  /** Leaves the held call without an answer, if there is one: the next one counts. */
  forget(path: string): void {
    this.#held.delete(path)
  }

  /** Lets the held call go to the server, with `body` for (or made of) its own, and waits until it is answered or has failed. */
  async release(path: string, body?: string | ((own: string) => string)): Promise<void> {
    const route = this.#held.get(path)
    if (!route) throw new Error(`No call of ${path} is held`)
    this.#held.delete(path)
    const postData = typeof body === 'function' ? body(route.request().postData() ?? '') : body
    await route.continue(postData === undefined ? {} : { postData })
    await route.request().response()
  }
}
