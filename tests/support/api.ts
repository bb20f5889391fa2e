import type { SignedIn } from '../../openapi/schema.ts'

/** A signed-in caller of the console's API, without a browser. */
export type Api = {
  /** Calls an operation and returns the parsed body. @throws with status and body if the answer is not 2xx */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  signedIn: SignedIn
  cookie: string
}

/** Signs in at `console`, a URL. */
export async function signInApi(console: string, username: string, password: string): Promise<Api> {
  const response = await fetch(`${console}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { origin: console },
  })
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  const signedIn = (await response.json()) as SignedIn
  return {
    signedIn,
    cookie,
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const answer = await fetch(`${console}/api${path}`, {
        method,
        headers: {
          cookie,
          origin: console,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
  }
}
