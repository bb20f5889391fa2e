import { beforeEach, expect, test } from 'vitest'
import type { CurrentUser } from '../../openapi/schema.ts'
import { problem } from './support/console.ts'
import { type FakeProvider, startFakeProvider } from './support/fake-provider.ts'
import { makePeople } from './support/people.ts'
import { providerEnv, signInAt } from './support/sso.ts'
import { restoredConsole, shared } from './support/with-console.ts'

/*
 * What the providers of others send, as their documentation and their users' reports have it: discovery documents and
 * claims, without what Kho does not read. Only addresses and ids are made up.
 */
const forms = {
  keycloak: {
    discovery: {
      response_types_supported: ['code', 'none', 'id_token', 'code id_token'],
      subject_types_supported: ['public', 'pairwise'],
      id_token_signing_alg_values_supported: ['PS384', 'RS384', 'EdDSA', 'ES384', 'HS256', 'RS256', 'ES256'],
      claims_supported: ['aud', 'sub', 'iss', 'auth_time', 'name', 'preferred_username', 'email', 'acr'],
      code_challenge_methods_supported: ['plain', 'S256'],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    },
    rules: [{ claim: 'groups', contains: '/kho/editors' }],
    claims: {
      sub: 'f3f8c1a2-0c0e-4c3c-9f2b-6d5d9c1f7b11',
      typ: 'ID',
      azp: 'kho',
      acr: '1',
      sid: '5a0f3b1c',
      email_verified: true,
      name: 'Lan Trần',
      groups: ['/kho', '/kho/editors'],
      realm_access: { roles: ['offline_access', 'uma_authorization'] },
      preferred_username: 'lan',
      email: 'lan@corp.example',
    },
  },
  authentik: {
    discovery: {
      response_types_supported: ['code', 'id_token', 'code token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      acr_values_supported: ['goauthentik.io/providers/oauth2/default'],
      request_parameter_supported: false,
    },
    rules: [{ claim: 'groups', contains: 'kho editors' }],
    claims: {
      sub: '6c9d1f0e2b7a4d55b6b4f3d5b6a1f0d2c3e4b5a697887766554433221100ffee',
      acr: 'goauthentik.io/providers/oauth2/default',
      amr: ['pwd', 'mfa'],
      email: 'lan@corp.example',
      email_verified: true,
      name: 'Lan Trần',
      nickname: 'lan',
      groups: ['authentik Admins', 'kho editors'],
    },
  },
  google: {
    discovery: {
      response_types_supported: ['code', 'token', 'id_token', 'none'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      scopes_supported: ['openid', 'email', 'profile'],
      claims_supported: ['aud', 'email', 'email_verified', 'exp', 'iat', 'iss', 'name', 'picture', 'sub'],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
    rules: [
      { claim: 'hd', equals: 'corp.example' },
      { claim: 'email_verified', equals: true },
    ],
    claims: {
      azp: 'kho',
      sub: '110169484474386276334',
      hd: 'corp.example',
      email: 'lan@corp.example',
      email_verified: true,
      at_hash: undefined,
      name: 'Lan Trần',
      picture: 'https://lh3.googleusercontent.com/a/x=s96-c',
      given_name: 'Lan',
    },
  },
  entra: {
    discovery: {
      response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      tenant_region_scope: 'AS',
      cloud_instance_name: 'microsoftonline.com',
      http_logout_supported: true,
    },
    rules: [{ claim: 'groups', contains: '0f8f2c4e-1b7e-4f0a-8b9d-2c8d7e6f5a4b' }],
    claims: {
      ver: '2.0',
      tid: '9188040d-6c67-4c5b-b112-36a304b66dad',
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      email: 'lan@corp.example',
      name: 'Lan Trần',
      preferred_username: 'lan@corp.example',
      groups: ['0f8f2c4e-1b7e-4f0a-8b9d-2c8d7e6f5a4b'],
    },
  },
}

type Name = keyof typeof forms
const names = Object.keys(forms) as Name[]
const fakes = shared(
  async () => {
    const started = await Promise.all(names.map(() => startFakeProvider()))
    for (const [at, name] of names.entries()) started[at]!.discovery = forms[name].discovery
    return Object.fromEntries(names.map((name, at) => [name, started[at]!])) as Record<Name, FakeProvider>
  },
  all => names.forEach(name => void all[name].stop()),
)

const console = restoredConsole(() => ({
  KHO_OIDC_PROVIDERS: names.join(),
  ...Object.assign(
    {},
    ...names.map(id =>
      providerEnv(id, {
        issuer: fakes[id].issuer,
        rules: [{ when: forms[id].rules, account: 'ACME', permission: 'read-write' }],
        ...(id === 'entra' && { VERIFIED_EMAIL: 'always' }),
      }),
    ),
  ),
}))
beforeEach(async () => {
  const acme = await (await makePeople(console)).owner('acme')
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ contract_code: 'ACME' }).where('id', '=', acme.accountId).execute()
})

/** Keycloak names itself in the answer, as its discovery document promises. */
const enter = (name: Name, claims: object = {}) => {
  const fake = fakes[name]
  const iss = name === 'keycloak' ? `&iss=${encodeURIComponent(fake.issuer)}` : ''
  return signInAt(console.visitor(), name, fake, { ...forms[name].claims, ...claims }, { more: iss })
}

test.each(names)('claims as %s sends them sign a person in', async name => {
  const answer = await enter(name)
  expect((answer.body as { user: CurrentUser }).user).toMatchObject({
    ...{ email: 'lan@corp.example', name: 'Lan Trần', permission: 'read-write', is_sub_user: true },
  })
})

const entra = forms.entra.claims
test.each<[string, Name, object, string]>([
  ['groups in another form', 'keycloak', { groups: ['kho/editors', 'editors'] }, 'SSO_NO_RULE'],
  ['no groups', 'authentik', { groups: undefined }, 'SSO_NO_RULE'],
  ['groups that are empty', 'authentik', { groups: [] }, 'SSO_NO_RULE'],
  ['no email_verified', 'keycloak', { email_verified: undefined }, 'SSO_EMAIL_UNVERIFIED'],
  ['a private account', 'google', { hd: undefined, email: 'lan@gmail.com' }, 'SSO_NO_RULE'],
  [
    'groups by reference',
    'entra',
    {
      groups: undefined,
      _claim_names: { groups: 'src1' },
      _claim_sources: {
        src1: { endpoint: `https://graph.windows.net/${entra.tid}/users/${entra.oid}/getMemberObjects` },
      },
    },
    'SSO_CLAIMS_MISSING',
  ],
  ['groups as a flag', 'entra', { groups: undefined, hasgroups: true }, 'SSO_NO_RULE'],
  ['no address', 'entra', { email: undefined }, 'SSO_EMAIL_UNVERIFIED'],
])('%s, as of %s, is a refusal with its reason', async (_, name, claims, code) => {
  expect(problem(await enter(name, claims))).toEqual({ status: 403, code })
})

test('an answer that does not name the provider, which promises to, is refused [V10.2.2]', async () => {
  const answer = await signInAt(console.visitor(), 'keycloak', fakes.keycloak, forms.keycloak.claims)
  expect(problem(answer).code).toBe('SSO_INVALID')
})

test('claims of up to 1 MB are read, larger ones are not', async () => {
  const groups = (count: number) => ({ groups: ['/kho/editors', ...Array(count).fill('x'.repeat(100))] })
  expect((await enter('keycloak', groups(5000))).status).toBe(200)
  expect(problem(await enter('keycloak', groups(10_000))).code).toBe('SSO_UNAVAILABLE')
})
