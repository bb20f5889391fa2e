import { readClaims } from '../../domain/sso-claims.ts'
import { decideSso, type PassedRule, type SsoTerms, ssoExpireDate } from '../../domain/sso-rules.ts'
import type { SsoExplanation, SsoTerms as TermsBody } from '../../openapi/schema.ts'
import type { Handlers } from '../contract/call.ts'
import { findAccountNamed } from '../store/accounts.ts'
import type { Services } from './services.ts'

const reasons = {
  missing: 'missing',
  'by reference': 'by-reference',
  'other value': 'other-value',
} as const satisfies Record<PassedRule['why'], string>

export function ssoExplainOperations({ db, sso }: Pick<Services, 'db' | 'sso'>) {
  /** `now`: unix seconds. */
  async function termsOf(terms: SsoTerms, now: number): Promise<TermsBody> {
    const none = { account: null, account_name: null, permission: null, scope: null, expire_date: null }
    if (terms.role === 'super-admin') return { ...none, role: terms.role }
    const { role, account } = terms
    const named = {
      ...none,
      role,
      account,
      account_name: (await findAccountNamed(db, account))?.name ?? null,
    }
    if (terms.role === 'owner') return named
    const { permission, scope, expiry } = terms
    return {
      ...named,
      permission,
      scope: scope && [...scope],
      expire_date: expiry === null ? null : ssoExpireDate(expiry, now),
    }
  }

  return {
    async explainSso({ body, by }) {
      const claims = readClaims(body.claims)
      const now = Math.floor(by.now / 1000)
      const explanations: SsoExplanation[] = []
      for (const [provider, { settings }] of sso) {
        const decision = decideSso(settings.rules, claims)
        explanations.push({
          provider,
          name: settings.name,
          rules: settings.rules.length,
          passed: decision.passed.map(({ rule, condition, why }) => ({
            rule,
            claim: [...condition.claim],
            test: condition.kind,
            values: (condition.kind === 'in' ? condition.values : [condition.value]).map(each =>
              JSON.stringify(each),
            ),
            why: reasons[why],
          })),
          outcome: decision.kind,
          rule: decision.kind === 'refused' ? null : decision.rule,
          claim: decision.kind === 'undecided' ? [...decision.claim] : null,
          terms: decision.kind === 'admitted' ? await termsOf(decision.terms, now) : null,
        })
      }
      return { explanations }
    },
  } satisfies Partial<Handlers>
}
