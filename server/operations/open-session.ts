import type { ByVisitor } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import type { Transaction } from '../store/open.ts'
import { addIdentity, type Subject, touchIdentity } from '../store/sso.ts'
import type { Vault } from '../vault/vault.ts'
import { beginNoticed } from './finish-sign-in.ts'

/**
 * What is known of a sign-in at a provider until its session begins. `identity`: its id; a `Subject` becomes the user's
 * now that the password, and the code, were right.
 */
export type SsoSignIn = {
  provider: string
  identity: string | Subject
  /** The provider's name of its session; null: it gives none. */
  sid: string | null
  secondFactor: boolean
}

/** As a challenge keeps it. */
export const readSignIn = (text: string): SsoSignIn => JSON.parse(text) as SsoSignIn

/** Like `beginNoticed`, for a sign-in at a provider. SSO_SUBJECT_CHANGED if the identity has become another user's. */
export async function beginSso(
  deps: { db: Transaction; vault: Vault },
  by: ByVisitor,
  device: string | null,
  { provider, identity, sid, secondFactor }: SsoSignIn,
): Promise<{ access: string; refresh: string }> {
  const now = Math.floor(by.now / 1000)
  const linked =
    typeof identity === 'string' ? identity : await addIdentity(deps.db, identity, by.user.id, now)
  if (linked === null) throw new Problem('SSO_SUBJECT_CHANGED')
  if (linked === identity) await touchIdentity(deps.db, linked, now)
  else await auditAndTell(deps, by, 'SSO_LINKED', { target: provider })
  return beginNoticed(
    deps,
    by,
    device,
    { kind: 'sso', provider },
    { provider, identity: linked, sid, secondFactor },
  )
}
