import { groupsPerAccount } from '../../domain/limits.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { Problem } from '../errors/problem.ts'
import { lockAccount } from '../store/accounts.ts'
import { dropUnusedAddresses } from '../store/notification-addresses.ts'
import {
  addGroup,
  changeGroup as changeRow,
  deleteGroup as deleteRow,
  type Group,
} from '../store/notification-groups.ts'
import type { Database } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import { admitAddresses } from './notification-addresses.ts'

type Deps = { db: Database; vault: Vault }
type Fields = Omit<Group, 'id'>

/** `origin`: see `linkOrigin`. LIMIT_REACHED, NAME_TAKEN, TOO_MANY_REQUESTS, MAIL_FAILED. */
export async function createGroup(
  { db, vault }: Deps,
  by: By,
  fields: Fields,
  origin: string | null,
): Promise<Group> {
  const now = Math.floor(by.now / 1000)
  return db.transaction().execute(async trx => {
    const added = await addGroup(trx, by.user.accountId, fields, { limit: groupsPerAccount, now })
    if (added === 'full') throw new Problem('LIMIT_REACHED')
    if (added === 'taken') throw new Problem('NAME_TAKEN')
    await admitAddresses({ db: trx, vault }, by, added.emails, origin)
    const detail = { kind: 'names', names: added.emails } as const
    await audit(trx, by, 'NOTIFICATION_GROUP_CREATED', { target: added.name, detail })
    return added
  })
}

/** `alerts`: undefined: unchanged; `origin`: see `linkOrigin`. NOT_FOUND, NAME_TAKEN, TOO_MANY_REQUESTS, MAIL_FAILED. */
export async function changeGroup(
  { db, vault }: Deps,
  by: By,
  group: Omit<Group, 'alerts'> & { alerts: Group['alerts'] | undefined },
  origin: string | null,
): Promise<Group> {
  return db.transaction().execute(async trx => {
    const changed = await changeRow(trx, by.user.accountId, group)
    if (changed === null) throw new Problem('NOT_FOUND')
    if (changed === 'taken') throw new Problem('NAME_TAKEN')
    const { before, after } = changed
    await admitAddresses({ db: trx, vault }, by, after.emails, origin)
    const detail = changes(settingsOf(before), settingsOf(after))
    if (detail) await audit(trx, by, 'NOTIFICATION_GROUP_CHANGED', { target: before.name, detail })
    return after
  })
}

/** NOT_FOUND. */
export async function deleteGroup(db: Database, by: By, id: string): Promise<void> {
  await db.transaction().execute(async trx => {
    const { accountId } = by.user
    await lockAccount(trx, accountId)
    const name = await deleteRow(trx, accountId, id)
    if (name === null) throw new Problem('NOT_FOUND')
    await dropUnusedAddresses(trx, accountId)
    await audit(trx, by, 'NOTIFICATION_GROUP_DELETED', { target: name })
  })
}

const settingsOf = ({ name, emails, alerts }: Fields) => ({ group: name, emails, alerts })
