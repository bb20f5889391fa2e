import bowser from 'bowser'
import * as v from 'valibot'
import { email } from '../../domain/email.ts'
import type { AuditAction } from '../../openapi/schema.ts'
import { type AuditedWhat, addAudit } from '../store/audit.ts'
import type { Database } from '../store/open.ts'
import type { SessionPlace } from '../store/sessions.ts'
import type { Actor } from './actor.ts'

/**
 * Records an act. For an unknown user the typed e-mail address is recorded; text that is no address is not, as people
 * type passwords into the wrong field.
 */
export async function audit<Action extends AuditAction>(
  db: Database,
  by: Actor,
  action: Action,
  what: AuditedWhat<Action> = {},
): Promise<void> {
  const { user, visitor } = by
  const known = typeof user === 'string' ? null : user
  const { browser, system } = deviceOf(visitor.userAgent)
  await addAudit(
    db,
    {
      account: known && { id: known.accountId, name: known.accountName },
      user: by.operator ?? (known ? known.email : v.is(email, user) ? user : ''),
      action,
      ...what,
      address: visitor.address,
      device: visitor.client
        ? `API client: ${visitor.client}`
        : (visitor.command ?? [browser, system].filter(Boolean).join(', ')),
    },
    by.now,
  )
}

/** Records the end of a session, last used from `place`: by a user, or because there were too many. */
export async function auditEnd(
  db: Database,
  by: Actor,
  place: SessionPlace,
  action: 'SESSION_ENDED' | 'SESSION_LIMIT_REACHED' = 'SESSION_ENDED',
): Promise<void> {
  const { browser, system } = deviceOf(place.userAgent)
  const target = [browser, system, place.address].filter(Boolean).join(', ')
  await audit(db, by, action, { target })
}

type Device = { browser: string; system: string }

/** The browser and the operating system that a User-Agent names; each empty if unknown. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: '', system: '' }
  const { browser, os } = bowser.parse(userAgent)
  const major = browser.version?.split('.')[0]
  return {
    browser: [browser.name, major].filter(Boolean).join(' ').slice(0, 100),
    system: [os.name, os.versionName ?? os.version].filter(Boolean).join(' ').slice(0, 100),
  }
}
