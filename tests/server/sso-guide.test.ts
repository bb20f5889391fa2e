import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SignedIn } from '../../openapi/schema.ts'
import { makePeople } from './support/people.ts'
import { startRealProvider } from './support/real-provider.ts'
import { beginAt, complete } from './support/sso.ts'
import { ownConsole, shared } from './support/with-console.ts'

const corp = shared(startRealProvider, one => one.stop())

test('the steps of docs/operations.md lead from nothing to the first person signed in by a provider', async ({
  onTestFinished,
}) => {
  const guide = readFileSync('docs/operations.md', 'utf8')
  const section = /^## Single sign-on\n(.*?)^## /ms.exec(guide)![1]!
  const [rules = '', settings = ''] = [...section.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text]) => text)
  const dir = mkdtempSync(join(tmpdir(), 'kho-guide-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const file = join(dir, 'corp.rules')
  writeFileSync(file, rules)
  const env = Object.fromEntries(settings.split('\n').flatMap(line => (line ? [line.split(/=(.*)/, 2)] : [])))
  const console = await ownConsole({
    ...env,
    KHO_OIDC_CORP_ISSUER: corp.issuer,
    KHO_OIDC_CORP_CLIENT_ID: corp.client.id,
    KHO_OIDC_CORP_CLIENT_SECRET: corp.client.secret,
    KHO_OIDC_CORP_RULES_FILE: file,
  })
  const [, way] = /`https:\/\/kho\.example\.com(\/[\w/-]+)`/.exec(section)!
  corp.serve([`${console.url}${way}`])
  const owner = await (await makePeople(console)).owner('acme')
  const { db } = console.kho.services
  await db
    .updateTable('accounts')
    .set({ contract_code: 'HD-2026-001' })
    .where('id', '=', owner.accountId)
    .execute()
  corp.people.set('u-1', { email: 'lan@example.com', email_verified: true, groups: ['kho-readers'] })
  const visitor = console.visitor()
  const { url } = await beginAt(visitor, 'corp')
  const answer = await complete(visitor, 'corp', await corp.signIn(url, 'u-1'))
  expect((answer.body as SignedIn).user).toMatchObject({
    email: 'lan@example.com',
    is_sub_user: true,
    permission: 'read',
  })
})
