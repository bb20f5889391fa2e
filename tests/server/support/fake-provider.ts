import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Record<string, unknown>

export const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token as `header` has it, signed with `key`; null: without a signature. */
export function forge(header: Body, claims: unknown, key: KeyObject | null): string {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${key === null ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

export type FakeProvider = {
  issuer: string
  /** With which it signs, and the one that its keys name. */
  keys: ReturnType<typeof keyPair>
  /** What its discovery document says, beside the endpoints. */
  discovery: Body
  /** What its token endpoint answers. */
  token: (params: URLSearchParams, response: ServerResponse) => void
  /** What its userinfo endpoint answers; null: it has none. */
  userinfo: Body | null
  /** Paths that were asked for. */
  asked: string[]
  /** A token for the client with these claims, that belongs to a sign-in with this nonce. */
  idToken(claims: Body, nonce: string): string
  stop(): void
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** An OpenID provider that says whatever a test wants it to say. */
export async function startFakeProvider(clientId = 'kho'): Promise<FakeProvider> {
  const keys = keyPair()
  const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    fake.asked.push(path)
    if (path === '/.well-known/openid-configuration') {
      const { issuer } = fake
      const endpoints = {
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...(fake.userinfo && { userinfo_endpoint: `${issuer}/userinfo` }),
      }
      return sendJson(response, { issuer, ...endpoints, ...fake.discovery })
    }
    if (path === '/jwks') return sendJson(response, { keys: [jwk] })
    if (path === '/userinfo') return sendJson(response, fake.userinfo)
    let body = ''
    for await (const piece of request) body += piece
    fake.token(new URLSearchParams(body), response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeProvider = {
    issuer,
    keys,
    discovery: {},
    token: (_, response) => sendJson(response, { error: 'invalid_grant' }, 400),
    userinfo: null,
    asked: [],
    idToken(claims, nonce) {
      const now = Math.floor(Date.now() / 1000)
      const common = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce }
      return forge({ alg: 'RS256', kid: 'one' }, { ...common, ...claims }, keys.privateKey)
    },
    stop: () => server.close(),
  }
  return fake
}
