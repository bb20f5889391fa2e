import { isOver } from '../../domain/expiry.ts'
import { clientsPerUser } from '../../domain/limits.ts'
import { clientPermissions } from '../../domain/permissions.ts'
import type { ClientPermission } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { roleOf } from '../auth/role.ts'
import { hashToken, newApiToken } from '../auth/tokens.ts'
import { invalid, Problem } from '../errors/problem.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import type { Vault } from '../secret.ts'
import { type ApiClient, addClient, deleteClient as deleteRow } from '../store/api-clients.ts'
import type { Database } from '../store/open.ts'
import { withLockedUser } from '../store/with-locked-user.ts'

/**
 * Creates an API client of the user; its token is returned only here. `expireDate`: unix seconds, 0: never.
 * PERMISSION_DENIED beyond the user's own rights, LIMIT_REACHED, INVALID_REQUEST for a time in the past.
 */
export async function createClient(
  { db, vault }: { db: Database; vault: Vault },
  by: By,
  terms: { name: string; permission: ClientPermission; expireDate: number },
): Promise<{ client: ApiClient; token: string }> {
  const { user } = by
  if (!clientPermissions(roleOf(user)).includes(terms.permission)) throw new Problem('PERMISSION_DENIED')
  const seconds = Math.floor(by.now / 1000)
  if (isOver(terms.expireDate, seconds)) throw invalid('expire_date', 'date-past')
  const token = newApiToken()
  const client = await withLockedUser(db, user.id, async trx => {
    const row = { ...terms, userId: user.id, tokenHash: hashToken(token), now: seconds }
    const made = await addClient(trx, row, clientsPerUser)
    if (!made) throw new Problem('LIMIT_REACHED')
    const detail = { kind: 'rights', name: null, permission: made.permission, scope: null } as const
    await auditAndTell({ db: trx, vault }, by, 'API_CLIENT_CREATED', { target: made.name, detail })
    return made
  })
  return { client, token }
}

/** Deletes an API client of the user. NOT_FOUND. */
export async function deleteClient(db: Database, by: By, id: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const name = await deleteRow(trx, by.user.id, id)
    if (name === null) throw new Problem('NOT_FOUND')
    await audit(trx, by, 'API_CLIENT_DELETED', { target: name })
  })
}
