// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { SsoExplanation } from '../../openapi/schema.ts'
import ExplainDialog from '../../src/security/rules/explain-dialog.tsx'
import { field, fill, serve, show, submit, textThere, wrong } from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', async () => {
  const { owner, signedIn } = await import('./support/signed-in.ts')
  return signedIn(() => owner)
})

const refused: SsoExplanation = {
  ...{ provider: 'corp', name: 'Corp', rules: 2, outcome: 'refused', rule: null, claim: null, terms: null },
  passed: [
    { rule: 1, claim: ['realm', 'groups'], test: 'in', values: ['"a"', '7'], why: 'other-value' },
    { rule: 2, claim: ['hd'], test: 'equals', values: ['"x"'], why: 'missing' },
  ],
}
const admitted: SsoExplanation = {
  ...{ provider: 'other', name: 'Other', rules: 1, outcome: 'admitted', rule: 1, claim: null, passed: [] },
  terms: {
    ...{ role: 'sub-user', account: 'ACME', account_name: 'Acme', permission: 'read' },
    ...{ scope: [{ bucket: 'photos', prefix: '2026/' }], expire_date: null },
  },
}
const lost: SsoExplanation = { ...admitted, terms: { ...admitted.terms!, account_name: null } }
const unsure: SsoExplanation = { ...refused, outcome: 'undecided', rule: 1, claim: ['groups'], passed: [] }

const text = () => document.querySelector('[role=dialog]')?.textContent ?? ''

test('claims are tried once they are an object, and a change of them takes the decisions away', async () => {
  const sent = serve({ 'POST /auth/sso/explain': () => ({ explanations: [refused, admitted] }) })
  const t = await show(<ExplainDialog onClose={() => undefined} />)
  const claims = t('rules.claims')
  for (const [typed, issue] of [
    ['[]', t('issue.claims-invalid')],
    [`"${'x'.repeat(65_536)}"`, t('issue.claims-too-long')],
  ] as const) {
    fill(claims, typed)
    expect(wrong(claims)).toBe(null)
    await submit()
    expect(wrong(claims)).toBe(issue)
  }
  expect(sent).toEqual([])
  fill(claims, '{"groups":[]}')
  await submit()
  await textThere(t('rules.refused', { count: 2 }))
  expect(sent).toEqual([['POST /auth/sso/explain', { claims: '{"groups":[]}' }]])
  expect(text()).toContain(t('rules.why.in', { rule: 1, claim: 'realm › groups', values: '"a", 7' }))
  expect(text()).toContain(t('rules.why.missing', { rule: 2, claim: 'hd' }))
  expect(text()).toContain(t('rules.admitted', { rule: 1 }))
  for (const fact of [t('rules.role.sub-user'), 'Acme', t('people.permission.read'), 'photos/2026/'])
    expect(text()).toContain(fact)
  expect(text()).toContain(t('rules.expiryKept'))
  fill(claims, '{}')
  await expect.poll(text).not.toContain('Acme')
  expect(field(claims).value).toBe('{}')
})

test('a rule whose account is not one, or that cannot be decided, lets nobody in', async () => {
  serve({ 'POST /auth/sso/explain': () => ({ explanations: [lost, unsure] }) })
  const t = await show(<ExplainDialog onClose={() => undefined} />)
  fill(t('rules.claims'), '{}')
  await submit()
  await textThere(t('rules.accountUnknown', { rule: 1, account: 'ACME' }))
  expect(text()).toContain(t('rules.undecided', { rule: 1, claim: 'groups' }))
  expect(text()).not.toContain(t('rules.role.sub-user'))
})
