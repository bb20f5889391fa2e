import { randomUUID } from 'node:crypto'
import { namedUser } from '../../server/store/name-order.ts'
import type { Database } from '../../server/store/open.ts'

/** Gives an account sub-users, named `Người 00000` and so on, in its database alone. */
export async function addSubUsers(db: Database, accountId: string, count: number): Promise<void> {
  const flags = { is_admin: 0, is_supper_admin: 0, is_sub_user: 1, require_change_pass: 0, pin_hash: null }
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ id: randomUUID(), account_id: accountId, email: `${randomUUID()}@example.com`, ...flags },
    ...namedUser(`Người ${String(at).padStart(5, '0')}`),
    ...{ password_hash: 'x', permission: 'read' as const, created_at: 1_790_000_000 },
  }))
  while (rows.length > 0) await db.insertInto('users').values(rows.splice(0, 1000)).execute()
}
