import type { Transaction } from './open.ts'
import type { Tables } from './schema.ts'

type OfUser = { [Name in keyof Tables]: 'user_id' extends keyof Tables[Name] ? Name : never }[keyof Tables]

/** The tables whose rows of a user an act deletes: a new table of links, sessions or devices belongs in each act that ends it. */
const ends = {
  password: ['sign_in_challenges', 'sso_links', 'password_resets', 'email_changes', 'invitations', 'devices'],
  access: ['sessions', 'sign_in_challenges', 'sso_links', 'password_resets', 'email_changes', 'devices'],
  identity: ['sso_identities'],
  'two-step': ['recovery_codes', 'sign_in_challenges'],
  email: ['password_resets', 'pin_resets', 'email_changes'],
  person: ['access_keys', 'api_clients', 'downloads', 'passkeys', 'shares'],
  passkeys: ['passkeys', 'confirmation_tickets'],
} as const satisfies Record<string, readonly OfUser[]>

/**
 * Deletes what a user loses by a new `password` (beside other sessions), by a reset of all `access`, with it of who they
 * are at providers (`identity`), when `two-step`
 * verification is off, by a new `email`, to another `person`, or with all `passkeys`.
 */
export async function endRows(db: Transaction, userId: string, act: keyof typeof ends): Promise<void> {
  for (const table of ends[act])
    await db
      .deleteFrom(table as 'devices')
      .where('user_id', '=', userId)
      .execute()
}
