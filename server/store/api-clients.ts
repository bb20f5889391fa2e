import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import type { ClientPermission } from '../../openapi/schema.ts'
import { fieldsOf } from './fields.ts'
import type { Database, Transaction } from './open.ts'
import type { Tables } from './schema.ts'
import { isActiveAt, selectUsers, type User, userOf } from './users.ts'

export type ApiClient = {
  id: string
  name: string
  permission: ClientPermission
  /** Unix seconds; 0: forever. */
  expireDate: number
  createdAt: number
  /** Unix seconds, to the minute; null: never. */
  lastUsedAt: number | null
}

/** The user's API clients, the newest first. */
export async function listClients(db: Database, userId: string): Promise<ApiClient[]> {
  const rows = await db
    .selectFrom('api_clients')
    .select(['id', 'name', 'permission', 'expire_date', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(fieldsOf)
}

/** Adds an API client; null if the user has `most` already. For a transaction that locks the user's row. */
export async function addClient(
  db: Transaction,
  client: {
    userId: string
    name: string
    tokenHash: string
    permission: ClientPermission
    expireDate: number
    now: number
  },
  most: number,
): Promise<ApiClient | null> {
  const { userId, name, permission, expireDate, now } = client
  const row = await db
    .selectFrom('api_clients')
    .select(query => query.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(row.count) >= most) return null
  const id = randomUUID()
  await db
    .insertInto('api_clients')
    .values({
      id,
      user_id: userId,
      name,
      token_hash: client.tokenHash,
      permission,
      expire_date: expireDate,
      created_at: now,
      last_used_at: null,
    })
    .execute()
  return { id, name, permission, expireDate, createdAt: now, lastUsedAt: null }
}

/** Deletes the user's API client, and returns its name; null if the user has none with this id. */
export async function deleteClient(db: Database, userId: string, id: string): Promise<string | null> {
  const deleted = await db
    .deleteFrom('api_clients')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name ?? null
}

/** Whether a client has not expired. `now`: unix seconds. */
function isLiveAt(now: number) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'api_clients'>) =>
    or([eb('api_clients.expire_date', '=', 0), eb('api_clients.expire_date', '>', now)])
}

/**
 * The client of a token, with its user; null if the token is unknown, or it or its user has expired or is suspended.
 */
export async function findClient(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ client: Pick<ApiClient, 'id' | 'name' | 'permission' | 'lastUsedAt'>; user: User } | null> {
  const row = await selectUsers(db)
    .innerJoin('api_clients', 'api_clients.user_id', 'users.id')
    .select([
      'api_clients.id as client_id',
      'api_clients.name as client_name',
      'api_clients.permission as client_permission',
      'api_clients.last_used_at as client_last_used_at',
    ])
    .where('api_clients.token_hash', '=', tokenHash)
    .where(isLiveAt(now))
    .where(isActiveAt(now))
    .executeTakeFirst()
  if (!row) return null
  const client = {
    id: row.client_id,
    name: row.client_name,
    permission: row.client_permission,
    lastUsedAt: row.client_last_used_at,
  }
  return { client, user: userOf(row) }
}

/** The permission of the user's client; null if there is no such client, or it has expired. */
export async function clientPermission(
  db: Database,
  { userId, id }: { userId: string; id: string },
  now: number,
): Promise<ClientPermission | null> {
  const row = await db
    .selectFrom('api_clients')
    .select('permission')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where(isLiveAt(now))
    .executeTakeFirst()
  return row?.permission ?? null
}

/** Records that a client was used, at most once a minute. */
export async function touchClient(
  db: Database,
  client: Pick<ApiClient, 'id' | 'lastUsedAt'>,
  now: number,
): Promise<void> {
  const minute = now - (now % 60)
  if (client.lastUsedAt === minute) return
  await db.updateTable('api_clients').set({ last_used_at: minute }).where('id', '=', client.id).execute()
}
