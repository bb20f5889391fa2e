import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { main } from '../../server/cli.ts'
import { readConfig } from '../../server/config.ts'
import { unsafeSettings } from '../../server/maintenance/check.ts'
import { configOf } from './support/console.ts'
import { startFakeProvider } from './support/fake-provider.ts'
import { shared } from './support/with-console.ts'

const dir = mkdtempSync(join(tmpdir(), 'kho-sso-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = (name: string, content: unknown) => {
  const path = join(dir, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const fake = shared(startFakeProvider, one => one.stop())

const when = [{ claim: 'groups', contains: 'staff' }]
const rules = file('rules', [
  { when: [{ claim: 'groups', contains: 'root' }], role: 'super-admin' },
  { when, account: 'ACME', permission: 'read' },
])
const env = {
  KHO_OIDC_PROVIDERS: 'corp',
  KHO_OIDC_CORP_ISSUER: 'https://sso.example.com/realms/corp/',
  KHO_OIDC_CORP_CLIENT_ID: 'kho',
  KHO_OIDC_CORP_RULES_FILE: rules,
}

test('a provider has its settings under its name, the secret in a file too', () => {
  const more = {
    KHO_OIDC_PROVIDERS: 'google, corp',
    KHO_OIDC_GOOGLE_ISSUER: 'https://accounts.google.com',
    KHO_OIDC_GOOGLE_CLIENT_ID: 'kho.apps',
    KHO_OIDC_GOOGLE_RULES_FILE: rules,
    KHO_OIDC_GOOGLE_CLIENT_SECRET_FILE: file('secret', 'Quan-trong#1\n'),
    KHO_OIDC_CORP_NAME: 'Công ty',
    KHO_OIDC_CORP_SCOPES: 'openid email groups',
    KHO_OIDC_CORP_VERIFIED_EMAIL: 'always',
    KHO_OIDC_CORP_TWO_STEP_ACR: 'gold, phr',
    KHO_OIDC_CORP_TWO_STEP_AMR: 'mfa',
  }
  const { sso } = configOf({ ...env, ...more })
  expect(sso).toMatchObject([
    {
      ...{ id: 'google', name: 'google', clientId: 'kho.apps', clientSecret: 'Quan-trong#1' },
      ...{ scopes: 'openid email profile', verifiedEmail: 'claimed', twoStepAcr: [], twoStepAmr: [] },
    },
    {
      ...{ id: 'corp', name: 'Công ty', clientId: 'kho', clientSecret: null, scopes: 'openid email groups' },
      ...{ verifiedEmail: 'always', twoStepAcr: ['gold', 'phr'], twoStepAmr: ['mfa'] },
    },
  ])
  expect(sso[1]!.issuer.href).toBe('https://sso.example.com/realms/corp/')
  expect(sso[1]!.rules).toHaveLength(2)
  expect(unsafeSettings(configOf({ ...env, ...more }))).toEqual([])
})

test.each<[Record<string, string>, string]>([
  [
    { KHO_OIDC_PROVIDERS: 'Corp' },
    'KHO_OIDC_PROVIDERS must list up to 10 different names of lowercase letters and digits, separated by commas (corp,google).',
  ],
  [
    { KHO_OIDC_PROVIDERS: 'corp,corp' },
    'KHO_OIDC_PROVIDERS must list up to 10 different names of lowercase letters and digits, separated by commas (corp,google).',
  ],
  [{ KHO_OIDC_CORP_ISSUER: '' }, 'KHO_OIDC_CORP_ISSUER must be set when KHO_OIDC_PROVIDERS lists corp.'],
  [
    { KHO_OIDC_CORP_ISSUER: 'sso.example.com' },
    'KHO_OIDC_CORP_ISSUER must be a URL that begins with http:// or https://.',
  ],
  [
    { KHO_OIDC_CORP_SCOPES: 'email' },
    'KHO_OIDC_CORP_SCOPES must list scopes with spaces between them, one of them openid, not "email".',
  ],
  [
    { KHO_OIDC_CORP_RULES_FILE: file('wrong', [{ when, account: 'ACME' }]) },
    'KHO_OIDC_CORP_RULES_FILE rule 1, permission: must be one of read, write, read-write, full-control.',
  ],
  [
    { KHO_HOST: '0.0.0.0' },
    'KHO_PUBLIC_URL must be set with KHO_OIDC_PROVIDERS: providers send people back to it.',
  ],
])('%o is refused with a sentence', (wrong, sentence) => {
  expect(readConfig({ ...env, ...wrong })).toEqual({ problems: [sentence] })
})

test('a provider that is reached without encryption is unsafe', () => {
  expect(unsafeSettings(configOf({ ...env, KHO_OIDC_CORP_ISSUER: 'http://sso.example.com' }))).toEqual([
    'KHO_OIDC_CORP_ISSUER is http://: whoever is between can sign in as anybody.',
  ])
})

async function kho(args: string[], given: Record<string, string> = env): Promise<[number | null, string]> {
  const lines: string[] = []
  const say = (...said: unknown[]) => void lines.push(said.join(' '))
  return [await main(args, { KHO_DATA_DIR: dir, ...given }, { log: say, error: say }), lines.join('\n')]
}

test('kho check reads the discovery document of each provider, which must be the issuer’s own [V10.5.3]', async () => {
  const at = (issuer: string) => ({ ...env, KHO_OIDC_CORP_ISSUER: issuer })
  expect(await kho(['check'], at(fake.issuer))).toEqual([
    0,
    'The settings are valid, and nothing in them is unsafe.',
  ])
  fake.discovery = { claims_supported: ['sub', 'email'] }
  expect(await kho(['check'], at(fake.issuer))).toEqual([
    1,
    expect.stringMatching(/^KHO_OIDC_CORP_CONFIRM is provider, but .* auth_time/),
  ])
  expect((await kho(['check'], { ...at(fake.issuer), KHO_OIDC_CORP_CONFIRM: 'pin' }))[0]).toBe(0)
  const closed = await startFakeProvider()
  closed.stop()
  expect(await kho(['check'], at(closed.issuer))).toEqual([
    1,
    expect.stringMatching(/^KHO_OIDC_CORP_ISSUER: its discovery document cannot be read \(.*ECONNREFUSED/),
  ])
  fake.discovery = { issuer: 'https://sso.example.com' }
  expect(await kho(['check'], at(fake.issuer))).toEqual([
    1,
    expect.stringMatching(/^KHO_OIDC_CORP_ISSUER: its discovery document cannot be read \(.*issuer/),
  ])
})

test('kho sso explain says which rule decides, and why the others do not', async () => {
  const staff = file('staff.json', { groups: ['staff'] })
  expect(await kho(['sso', 'explain', staff])).toEqual([
    0,
    [
      'Provider corp:',
      '  Rule 1 does not apply: claim "groups" contains "root"; it has another value.',
      '  Rule 2 decides: sub-user of the account ACME, read.',
    ].join('\n'),
  ])
  const nobody = file('nobody.json', {})
  expect(await kho(['sso', 'explain', nobody, 'corp'])).toEqual([
    1,
    expect.stringMatching(/None of 2 rules applies: refused\.$/),
  ])
  expect(await kho(['sso', 'explain', nobody, 'other'])).toEqual([
    1,
    'KHO_OIDC_PROVIDERS does not list other.',
  ])
  expect(await kho(['sso', 'explain', nobody], {})).toEqual([1, 'KHO_OIDC_PROVIDERS is not set.'])
  expect(await kho(['sso', 'explain', file('broken', '[]')])).toEqual([
    1,
    expect.stringMatching(/broken is not a JSON object of claims: /),
  ])
})

test('a discovery document that is too large is not read', async () => {
  fake.discovery = { filler: 'x'.repeat(1024 ** 2) }
  expect(await kho(['check'], { ...env, KHO_OIDC_CORP_ISSUER: fake.issuer })).toEqual([
    1,
    'KHO_OIDC_CORP_ISSUER: its discovery document cannot be read (The answer has more than 1048576 bytes.).',
  ])
})
