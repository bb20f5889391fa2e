import type { PassedRule, SsoCondition, SsoDecision, SsoRule, SsoTerms } from './sso-rules.ts'

// Decisions of single sign-on in words, for the operator.

const nameOf = (claim: readonly string[]) => claim.map(name => `"${name}"`).join(' › ')

function conditionText(condition: SsoCondition): string {
  const { claim, kind } = condition
  const wanted =
    kind === 'in'
      ? condition.values.map(each => JSON.stringify(each)).join(', ')
      : JSON.stringify(condition.value)
  return `claim ${nameOf(claim)} ${kind} ${wanted}`
}

const reasons: Record<PassedRule['why'], string> = {
  missing: 'the claim is missing',
  'by reference': 'the provider sends the claim by reference',
  'other value': 'it has another value',
}

function termsText(terms: SsoTerms): string {
  if (terms.role === 'super-admin') return 'super admin'
  if (terms.role === 'owner') return `owner of the account ${terms.account}`
  const { account, permission, scope, expiry } = terms
  const folders = scope?.map(({ bucket, prefix }) => `${bucket}/${prefix}`).join(', ')
  const ends =
    expiry === null
      ? ''
      : 'day' in expiry
        ? `, until ${expiry.day}`
        : `, for ${expiry.days} days after each sign-in`
  return `sub-user of the account ${account}, ${permission}${folders ? ` in ${folders}` : ''}${ends}`
}

/** A line for each rule that was passed, and one for what was decided. */
export function decisionLines(rules: readonly SsoRule[], decision: SsoDecision): string[] {
  const passed = decision.passed.map(
    ({ rule, condition, why }) =>
      `Rule ${rule} does not apply: ${conditionText(condition)}; ${reasons[why]}.`,
  )
  if (decision.kind === 'refused') return [...passed, `None of ${rules.length} rules applies: refused.`]
  if (decision.kind === 'undecided')
    return [
      ...passed,
      `Rule ${decision.rule} cannot be decided: the provider sends the claim ${nameOf(decision.claim)} by reference: refused.`,
    ]
  return [...passed, `Rule ${decision.rule} decides: ${termsText(decision.terms)}.`]
}
