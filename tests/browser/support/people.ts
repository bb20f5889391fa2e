import { hashSecret } from '../../../server/auth/hash.ts'
import { createUser } from '../../../server/store/accounts.ts'
import { openDatabase } from '../../../server/store/open.ts'
import { type Console, owner } from '../../support/console.ts'

/** A sub-user of the first account, with the owner's password and pin. */
export const subUser = 'con.gai@example.com'

/** Adds `subUser`, who may read and write, to a console on SQLite. */
export async function addSubUser(kho: Console): Promise<void> {
  const db = await openDatabase({ url: null, dataDir: kho.dataDir })
  const first = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  const id = await createUser(
    db,
    { accountId: first.account_id, now: first.created_at },
    {
      email: subUser,
      name: 'Con gái',
      passwordHash: await hashSecret(owner.password),
      isAdmin: false,
      isSupperAdmin: false,
      isSubUser: true,
      permission: 'read-write',
      requireChangePass: false,
    },
  )
  await db.updateTable('users').set({ pin_hash: first.pin_hash }).where('id', '=', id!).execute()
  await db.destroy()
}
