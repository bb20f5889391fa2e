import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const client = { id: 'kho', secret: 'Quan-trong#1' }

export type RealProvider = {
  issuer: string
  client: typeof client
  /** Claims of the people who may sign in, by their subject. */
  people: Map<string, Record<string, unknown>>
  /** Begins to answer, for a client that is sent back to these addresses. */
  serve(redirectUris: string[]): void
  /** Lets every browser in as this person from now on, without a question. */
  letIn(subject: string): void
  /** Goes through the sign-in at `url` as this person, like a browser, and gives the query that it is sent back with. */
  signIn(url: string, subject: string): Promise<string>
  stop(): void
}

/** A real OpenID provider, which lets in whom the test names. */
export async function startRealProvider(): Promise<RealProvider> {
  const people: RealProvider['people'] = new Map()
  let current = ''
  let handle: ReturnType<Provider['callback']> | undefined
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: current } })
    else void handle?.(request, response)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'first', alg: 'RS256', use: 'sig' }

  async function visit(url: string, cookies: Map<string, string>): Promise<string> {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const to = answer.headers.get('location')
    if (to === null) throw new Error(`${answer.status} ${await answer.text()}`)
    return new URL(to, url).href
  }

  return {
    issuer,
    client,
    people,
    serve(redirectUris) {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: redirectUris,
            post_logout_redirect_uris: redirectUris.map(uri => uri.replace(/sign-in\/return\/\w+$/, '')),
            token_endpoint_auth_method: 'client_secret_post',
          },
        ],
        findAccount: (_: unknown, accountId: string) => ({
          accountId,
          claims: () => ({ sub: accountId, ...people.get(accountId) }),
        }),
        claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        async loadExistingGrant({
          oidc,
        }: {
          oidc: { client: { clientId: string }; session: { accountId: string } }
        }) {
          const grant = new provider.Grant({
            clientId: oidc.client.clientId,
            accountId: oidc.session.accountId,
          })
          grant.addOIDCScope('openid email profile')
          await grant.save()
          return grant
        },
        cookies: { keys: ['of a test'] },
        jwks: { keys: [key] },
        ttl: {
          AccessToken: 600,
          AuthorizationCode: 60,
          Grant: 600,
          IdToken: 600,
          Interaction: 600,
          Session: 600,
        },
      })
      handle = provider.callback()
    },
    letIn(subject) {
      current = subject
    },
    async signIn(url, subject) {
      current = subject
      const cookies = new Map<string, string>()
      let at = url
      for (let steps = 0; steps < 8; steps++) {
        at = await visit(at, cookies)
        if (!at.startsWith(issuer)) return new URL(at).search.slice(1)
      }
      throw new Error(`The provider does not send back: ${at}`)
    },
    stop: () => server.close(),
  }
}
