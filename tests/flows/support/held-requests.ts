import type { Page, Request, Route } from 'playwright'

/** Keeps the page's calls of some API paths back, so that the time before their answer can be looked at. */
export class HeldRequests {
  readonly #held = new Map<string, Route>()
  readonly #waiting = new Map<string, (route: Route) => void>()

  /** From now on, holds every request of the page to these paths below `/api`. */
  async hold(page: Page, paths: readonly string[]): Promise<void> {
    const of = (url: URL) => url.pathname.replace(/^\/api/, '')
    await page.route(
      url => paths.includes(of(url)),
      route => {
        const path = of(new URL(route.request().url()))
        const waiting = this.#waiting.get(path)
        this.#waiting.delete(path)
        if (waiting) waiting(route)
        else this.#held.set(path, route)
      },
    )
  }

  /** Waits until the page has made the call, and keeps holding it. */
  async made(path: string): Promise<Request> {
    const route =
      this.#held.get(path) ?? (await new Promise<Route>(resolve => this.#waiting.set(path, resolve)))
    this.#held.set(path, route)
    return route.request()
  }

  /** Lets the held call go to the server, with another body where one is given, and waits until it is answered or has failed. */
  async release(path: string, body?: string): Promise<void> {
    const route = this.#held.get(path)
    if (!route) throw new Error(`No call of ${path} is held`)
    this.#held.delete(path)
    await route.continue(body === undefined ? {} : { postData: body })
    await route.request().response()
  }
}
