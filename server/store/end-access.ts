import type { Database } from './open.ts'

/**
 * Disables a user's S3 keys and deletes the API clients that were made since `since` (unix seconds). For a transaction
 * that locks the user's row; where there are keys, count a change for the storage.
 */
export async function endAccessSince(
  db: Database,
  userId: string,
  since: number,
): Promise<{ keys: { accessKey: string; name: string }[]; clients: string[] }> {
  const keys = await db
    .updateTable('access_keys')
    .set({ enabled: 0 })
    .where('user_id', '=', userId)
    .where('console', '=', 0)
    .where('enabled', '=', 1)
    .where('created_at', '>=', since)
    .returning(['access_key', 'name'])
    .execute()
  const clients = await db
    .deleteFrom('api_clients')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('name')
    .execute()
  return {
    keys: keys.map(row => ({ accessKey: row.access_key, name: row.name })),
    clients: clients.map(row => row.name),
  }
}
