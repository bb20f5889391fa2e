import { sql } from 'kysely'

/** Columns of a query of `users`: how many passkeys the user has, and how many OpenID providers sign the user in. */
export const signInWays = [
  sql<number | string>`(select count(*) from passkeys where passkeys.user_id = users.id)`.as('passkeys'),
  sql<number | string>`(select count(*) from sso_identities where sso_identities.user_id = users.id)`.as(
    'providers',
  ),
] as const
