import type { Route } from 'playwright'

/** Answers a read of the page with what the server has, changed. */
export async function answerChanged<T>(route: Route, change: (own: T) => T): Promise<void> {
  const request = route.request()
  const { cookie = '' } = await request.allHeaders()
  const answer = await fetch(request.url(), { headers: { cookie } })
  if (!answer.ok) return route.continue()
  await route.fulfill({ json: change((await answer.json()) as T) })
}
