import type { Migration } from 'kysely/migration'
import { begin } from './0001-begin.ts'
import { subUserGroups } from './0003-sub-user-groups.ts'
import { peopleLists } from './0004-people-lists.ts'
import { passkeys } from './0005-passkeys.ts'
import { sso } from './0006-sso.ts'
import { ssoEnds } from './0007-sso-ends.ts'
import { shares } from './0010-shares.ts'
import { undo } from './0011-undo.ts'

/**
 * In the order in which they run; the names in the database of those that did tell its schema. A change of some columns is
 * written here, a longer one in a file of its own.
 */
export const migrations: Record<string, Migration> = {
  '0001-begin': begin,
  '0002-required-two-step': {
    up: db =>
      db.schema
        .alterTable('accounts')
        .addColumn('require_two_step', 'integer', column => column.notNull().defaultTo(0))
        .execute(),
  },
  '0003-sub-user-groups': subUserGroups,
  '0004-people-lists': peopleLists,
  '0005-passkeys': passkeys,
  '0006-sso': sso,
  '0007-sso-ends': ssoEnds,
  '0008-required-sso': {
    up: db =>
      db.schema
        .alterTable('accounts')
        .addColumn('require_sso', 'integer', column => column.notNull().defaultTo(0))
        .execute(),
  },
  '0009-sso-confirmations': {
    up: db => db.schema.alterTable('sso_requests').addColumn('session_id', 'text').execute(),
  },
  '0010-shares': shares,
  '0011-undo': undo,
}
