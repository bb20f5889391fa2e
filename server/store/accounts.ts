import { randomUUID } from 'node:crypto'
import type { Permission } from '../../openapi/schema.ts'
import type { Database } from './open.ts'

export type NewUser = {
  email: string
  name: string
  passwordHash: string
  isAdmin: boolean
  isSupperAdmin: boolean
  isSubUser: boolean
  permission: Permission
  requireChangePass: boolean
}

/** Whether there is any user yet. */
export async function hasUsers(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Makes an account with its first user. Null where another user has the e-mail. */
export async function createAccount(
  db: Database,
  account: { name: string; now: number },
  user: NewUser,
): Promise<{ accountId: string; userId: string } | null> {
  const accountId = randomUUID()
  return db.transaction().execute(async trx => {
    await trx
      .insertInto('accounts')
      .values({
        id: accountId,
        name: account.name,
        storage_uid: `kho-${accountId}`,
        expire_date: 0,
        created_at: account.now,
      })
      .execute()
    const userId = await createUser(trx, { accountId, now: account.now }, user)
    if (userId === null) {
      await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
      return null
    }
    return { accountId, userId }
  })
}

/** Adds a user to an account and gives its id. Null where another user has the e-mail. */
export async function createUser(
  db: Database,
  account: { accountId: string; now: number },
  user: NewUser,
): Promise<string | null> {
  const id = randomUUID()
  const made = await db
    .insertInto('users')
    .values({
      id,
      account_id: account.accountId,
      email: user.email.toLowerCase(),
      name: user.name,
      password_hash: user.passwordHash,
      pin_hash: null,
      is_admin: Number(user.isAdmin),
      is_supper_admin: Number(user.isSupperAdmin),
      is_sub_user: Number(user.isSubUser),
      permission: user.permission,
      require_change_pass: Number(user.requireChangePass),
      created_at: account.now,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n ? id : null
}
