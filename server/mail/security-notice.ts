import { fallback } from '../../languages/languages.ts'
import type { AuditAction } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit, deviceOf } from '../audit/record.ts'
import type { AuditedWhat } from '../store/audit.ts'
import type { Transaction } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { noticeLife, storeMail } from './queue.ts'
import { type SecurityEvent, securityMail } from './texts.ts'

/** The acts that always send a mail to the user who does them, and the text of the mail. */
export const securityEvents = {
  PASSWORD_CHANGED: 'password',
  PASSWORD_RESET: 'password',
  EMAIL_CHANGE_UNDONE: 'password',
  PIN_SET: 'pin',
  PIN_CHANGED: 'pin',
  PIN_RESET: 'pin',
  TWO_STEP_ON: 'twoStepOn',
  TWO_STEP_OFF: 'twoStepOff',
  RECOVERY_CODES_RENEWED: 'recoveryCodes',
  PASSKEY_ADDED: 'passkeyAdded',
  PASSKEY_REMOVED: 'passkeyRemoved',
  SSO_LINKED: 'ssoLinked',
  SSO_BYPASSED: 'ssoBypassed',
  CONFIRMATION_METHOD_CHANGED: 'confirmationMethod',
  ACCESS_KEY_CREATED: 'accessKey',
  API_CLIENT_CREATED: 'apiClient',
  SIGN_IN: 'newDevice',
} as const satisfies Partial<Record<AuditAction, SecurityEvent>>

export type SecurityAct = keyof typeof securityEvents

type Deps = { db: Transaction; vault: Vault }

/**
 * Stores the mail about an act. Call in the transaction of the act: then the mail is sent if, and only if, it was done.
 */
export async function storeNotice(
  { db, vault }: Deps,
  { user, visitor, now }: By,
  act: SecurityAct,
  subject = '',
): Promise<void> {
  const { browser, system } = deviceOf(visitor.userAgent)
  const mail = securityMail(user.locale ?? visitor.locale ?? fallback, user.email, securityEvents[act], {
    subject,
    now,
    device: visitor.command ?? [browser, system].filter(Boolean).join(', '),
    address: visitor.address,
  })
  await storeMail({ db, vault }, { mail, link: null }, noticeLife, Math.floor(now / 1000))
}

/** Records an act, and stores the mail about it. `target`: the key, passkey or API client; the mail names it too. */
export async function auditAndTell<Act extends SecurityAct>(
  deps: Deps,
  by: By,
  act: Act,
  what: AuditedWhat<Act> = {},
): Promise<void> {
  await audit(deps.db, by, act, what)
  await storeNotice(deps, by, act, what.target)
}
