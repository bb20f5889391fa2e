import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Visitor } from './console.ts'
import { type FakeProvider, sendJson } from './fake-provider.ts'

/** The settings of one provider; `rules`: the content of its file. */
export function providerEnv(
  id: string,
  { issuer, rules, ...more }: { issuer: string; rules: unknown } & Record<string, unknown>,
): Record<string, string> {
  const file = join(tmpdir(), `kho-rules-${randomUUID()}.json`)
  writeFileSync(file, typeof rules === 'string' ? rules : JSON.stringify(rules))
  const settings = { ISSUER: issuer, CLIENT_ID: 'kho', RULES_FILE: file, ...more }
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`KHO_OIDC_${id.toUpperCase()}_${name}`, String(value)]),
  )
}

/** Begins a sign-in at a provider: where the browser goes, and what binds the answer to it. */
export const beginAt = async (visitor: Visitor, provider: string, returnTo = '/') =>
  wayOf(await visitor.call('POST', '/auth/sso/begin', { provider, return_to: returnTo }))

/** Begins one that confirms. */
export const beginAgain = async (visitor: Visitor) =>
  wayOf(await visitor.call('POST', '/user/confirm-identity/provider/begin'))

function wayOf(begun: Answer) {
  if (begun.status !== 200) throw new Error(`begin: ${begun.status} ${JSON.stringify(begun.body)}`)
  const url = new URL((begun.body as { url: string }).url)
  const of = (name: string) => url.searchParams.get(name) ?? ''
  return { url: url.href, state: of('state'), nonce: of('nonce'), challenge: of('code_challenge') }
}

export const confirmBy = (visitor: Visitor, query: string): Promise<Answer> =>
  visitor.call('POST', '/user/confirm-identity/provider', { query })

export const complete = (visitor: Visitor, provider: string, query: string): Promise<Answer> =>
  visitor.call('POST', '/auth/sso/complete', { provider, query })

/** Signs in at a fake provider whose token has these claims. `more`: of the query that it sends back. */
export async function signInAt(
  visitor: Visitor,
  id: string,
  fake: FakeProvider,
  claims: Record<string, unknown>,
  { more = '' } = {},
): Promise<Answer> {
  const { state, nonce } = await beginAt(visitor, id)
  answerBy(fake, claims, nonce)
  return complete(visitor, id, `code=once&state=${state}${more}`)
}

/** The fake provider answers with a token that has these claims. */
export function answerBy(fake: FakeProvider, claims: Record<string, unknown>, nonce: string): void {
  fake.token = (_, response) =>
    sendJson(response, {
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 300 },
      id_token: fake.idToken(claims, nonce),
    })
}
