import type { SignedIn, Tokens } from '../../openapi/schema.ts'

/** A signed-in caller of the console's API, without a browser. Stays signed in however long a file of tests takes. */
export type Api = {
  /** Calls an operation and returns the parsed body. @throws with status and body if the answer is not 2xx */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  signedIn: SignedIn
  /** The access cookie, as last renewed. */
  readonly cookie: string
}

/** Signs in at `console`, a URL. */
export async function signInApi(console: string, username: string, password: string): Promise<Api> {
  const { origin } = new URL(console)
  const response = await fetch(`${console}/api/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { origin },
  })
  if (!response.ok) throw new Error(`sign-in: ${response.status} ${await response.text()}`)
  const signedIn = (await response.json()) as SignedIn
  let cookie = cookieOf(response)
  let refreshToken = signedIn.refresh_token
  let renewal: Promise<boolean> | undefined

  /** The access cookie is good for 15 minutes. */
  function renewed(): Promise<boolean> {
    renewal ??= renew().finally(() => {
      renewal = undefined
    })
    return renewal
  }
  async function renew(): Promise<boolean> {
    const answer = await fetch(`${console}/api/auth/refresh-token`, {
      method: 'POST',
      headers: { cookie, origin, authorization: `Bearer ${refreshToken}` },
    })
    if (!answer.ok) return false
    cookie = cookieOf(answer)
    refreshToken = ((await answer.json()) as Tokens).refresh_token
    return true
  }
  function send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(`${console}/api${path}`, {
      method,
      headers: {
        cookie,
        origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  }

  return {
    signedIn,
    get cookie() {
      return cookie
    },
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      let answer = await send(method, path, body)
      if (answer.status === 401 && (await renewed())) answer = await send(method, path, body)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
  }
}

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
}
