import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { storeNotice } from '../mail/security-notice.ts'
import type { Transaction } from '../store/open.ts'
import { listSuperAdmins } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import type { Services } from './services.ts'

/**
 * Records, and mails to all super admins, that one of them has signed in with the password or a passkey where a provider
 * lets super admins in. Call in the transaction of the sign-in.
 */
export async function noteBypass(
  { db, vault, sso }: { db: Transaction; vault: Vault } & Pick<Services, 'sso'>,
  by: By,
): Promise<void> {
  const letsIn = [...sso.values()].some(({ settings }) =>
    settings.rules.some(({ terms }) => terms.role === 'super-admin'),
  )
  if (!by.user.isSupperAdmin || !letsIn) return
  await audit(db, by, 'SSO_BYPASSED')
  for (const user of await listSuperAdmins(db))
    await storeNotice({ db, vault }, { ...by, user }, 'SSO_BYPASSED', by.user.email)
}
