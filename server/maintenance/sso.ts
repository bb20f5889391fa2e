import { readFileSync } from 'node:fs'
import { readClaims } from '../../domain/sso-claims.ts'
import { type Claims, decideSso } from '../../domain/sso-rules.ts'
import { decisionLines } from '../../domain/sso-text.ts'
import type { Config } from '../config.ts'
import { providerPrefix } from '../config-oidc.ts'
import { makeProvider } from '../sso/provider.ts'

function claimsOf(file: string): Claims {
  try {
    return readClaims(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is not a JSON object of claims: ${(error as Error).message}`)
  }
}

/**
 * Says for each provider which rule decides about these claims, and why the rules before it do not. False if none lets
 * the person in. `provider`: only this one.
 */
export async function runExplain(
  config: Config,
  { file, provider }: { file: string; provider?: string | undefined },
  say: (line: string) => void,
): Promise<boolean> {
  const asked = config.sso.filter(({ id }) => provider === undefined || id === provider)
  if (asked.length === 0)
    throw new Error(
      provider ? `KHO_OIDC_PROVIDERS does not list ${provider}.` : 'KHO_OIDC_PROVIDERS is not set.',
    )
  const claims = claimsOf(file)
  const admitted = asked.map(({ id, rules }) => {
    const decision = decideSso(rules, claims)
    say(`Provider ${id}:`)
    for (const line of decisionLines(rules, decision)) say(`  ${line}`)
    return decision.kind === 'admitted'
  })
  return admitted.includes(true)
}

/** A sentence for each provider whose discovery document cannot be read, or that will not confirm who signs in again. */
export async function doubtfulProviders({ sso }: Pick<Config, 'sso'>): Promise<string[]> {
  const found = await Promise.allSettled(sso.map(settings => makeProvider(settings).discover()))
  return found.flatMap((result, at) => {
    const { id, confirm } = sso[at]!
    if (result.status === 'rejected')
      return [
        `${providerPrefix(id)}ISSUER: its discovery document cannot be read (${innermost(result.reason)}).`,
      ]
    const tells = result.value === null || result.value.includes('auth_time')
    return tells || confirm === 'pin' ? [] : [`${providerPrefix(id)}CONFIRM is provider, ${withoutTime}`]
  })
}

const withoutTime =
  'but the provider does not list auth_time among its claims: if it sends none, a new sign-in there confirms nobody; set pin.'

function innermost(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? innermost(error.cause) : error.message
}
