import type { Transaction } from './open.ts'

/**
 * Turns a user over to another person: personal data of the former one is deleted, S3 keys and API clients included.
 * Its account, rights and jobs stay. For a transaction that locks the user's row, and counts a change for the storage.
 */
export async function handOverUser(db: Transaction, userId: string, name: string): Promise<void> {
  const nothing = { phone: '', gender: '', address: '', city: '', district: '', ward: '' } as const
  await db
    .updateTable('users')
    .set({ ...nothing, name, last_sign_in_at: null, locale: null })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('access_keys').where('user_id', '=', userId).execute()
  await db.deleteFrom('api_clients').where('user_id', '=', userId).execute()
  await db.deleteFrom('downloads').where('user_id', '=', userId).execute()
}
