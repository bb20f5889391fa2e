import { randomUUID } from 'node:crypto'
import type { AddressState } from '../../domain/notification-group.ts'
import type { Database, Transaction } from './open.ts'

/** An address of an account's notification groups. */
export type NotificationAddress = {
  id: string
  accountId: string
  accountName: string
  email: string
  state: AddressState
}

function select(db: Database) {
  return db
    .selectFrom('notification_addresses as address')
    .innerJoin('accounts', 'accounts.id', 'address.account_id')
    .select(['address.id', 'address.account_id as accountId', 'accounts.name as accountName'])
    .select(['address.email', 'address.state'])
}

export async function listAddresses(db: Database, accountId: string): Promise<NotificationAddress[]> {
  return select(db).where('address.account_id', '=', accountId).execute()
}

export async function findAddress(db: Database, id: string): Promise<NotificationAddress | null> {
  return (await select(db).where('address.id', '=', id).executeTakeFirst()) ?? null
}

const isMailed = ({ state }: Pick<NotificationAddress, 'state'>) => state === 'confirmed' || state === 'kept'

export async function isReceiver(db: Database, id: string): Promise<boolean> {
  const address = await findAddress(db, id)
  return address !== null && isMailed(address)
}

/** Those that get mails. */
export async function listReceivers(
  db: Database,
  accountId: string,
  emails: readonly string[],
): Promise<NotificationAddress[]> {
  const wanted = new Set(emails)
  const found = await listAddresses(db, accountId)
  return found.filter(each => wanted.has(each.email) && isMailed(each))
}

/** `db`: a transaction that locks the account. */
export async function addAddress(
  db: Transaction,
  accountId: string,
  email: string,
): Promise<NotificationAddress> {
  const id = randomUUID()
  await db
    .insertInto('notification_addresses')
    .values({ id, account_id: accountId, email, state: 'pending' })
    .execute()
  return (await findAddress(db, id))!
}

/** Forgets the addresses that no group of the account has, but not that one has unsubscribed. `db`: a transaction that locks the account. */
export async function dropUnusedAddresses(db: Transaction, accountId: string): Promise<void> {
  const groups = await db
    .selectFrom('notification_groups')
    .select('emails')
    .where('account_id', '=', accountId)
    .execute()
  const used = new Set(groups.flatMap(({ emails }) => JSON.parse(emails) as string[]))
  const known = await listAddresses(db, accountId)
  const unused = known.filter(({ email, state }) => !used.has(email) && state !== 'unsubscribed')
  if (unused.length === 0) return
  const ids = unused.map(({ id }) => id)
  await db.deleteFrom('notification_addresses').where('id', 'in', ids).execute()
}

/** Stores the link that confirms an address, replacing an earlier one. `expiresAt`: unix seconds. */
export async function keepAddressLink(
  db: Database,
  id: string,
  { hash, expiresAt }: { hash: string; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('notification_addresses')
    .set({ link_hash: hash, link_expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** Null if the link is unknown, used, replaced or expired. `now`: unix seconds. */
export async function findAddressLink(
  db: Database,
  hash: string,
  now: number,
): Promise<NotificationAddress | null> {
  const row = await select(db)
    .where('address.link_hash', '=', hash)
    .where('address.link_expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Sets the state of an address, and ends its link. False if it has that state already, or is gone. */
export async function setAddressState(
  db: Database,
  id: string,
  state: 'confirmed' | 'unsubscribed',
): Promise<boolean> {
  const set = await db
    .updateTable('notification_addresses')
    .set({ state, link_hash: null, link_expires_at: 0 })
    .where('id', '=', id)
    .where('state', '!=', state)
    .executeTakeFirst()
  return set.numUpdatedRows === 1n
}

/** Whether somebody of the account signs in with the address, which a mailed link or the operator has confirmed. */
export async function isConfirmedSignIn(db: Database, accountId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('email_confirmed', '=', 1)
    .executeTakeFirst()
  return row !== undefined
}
