import { randomUUID } from 'node:crypto'
import { subUsersPerAccount } from '../../domain/limits.ts'
import { type Scope, tidied } from '../../domain/scope.ts'
import type { AuditSettings, Permission } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { HashSecret } from '../auth/hash.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import type { Worker } from '../background/runner.ts'
import { Problem } from '../errors/problem.ts'
import type { BucketGrants } from '../storage-admin/bucket-grants.ts'
import type { StorageSync } from '../storage-admin/storage-sync.ts'
import { createUser, lockAccount } from '../store/accounts.ts'
import type { Limit } from '../store/attempts.ts'
import { bucketsOf, bumpGrants, scopesOfKeys } from '../store/bucket-grants.ts'
import { emailHolder } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import {
  changeSubUser as changeRow,
  countSubUsers,
  deleteSubUser as deleteRow,
  findSubUser as findRow,
  type SubUser,
  type SubUserChange,
} from '../store/sub-users.ts'
import { lockUser } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { invite, requireOrigin, unknownPassword } from './invitations.ts'

type Deps = { db: Database; sync: StorageSync; grants: BucketGrants; sweeper: Pick<Worker, 'wake'> }

/** `email`: canonical; `expireDate`: unix seconds, 0: never. */
export type NewSubUser = {
  name: string
  email: string
  /** null: the sub-user is invited to set one. */
  password: string | null
  permission: Permission
  scope: Scope
  phone: string
  expireDate: number
}

/**
 * Adds a sub-user to the account of `by.user`. `origin`: of an invitation's link, see `linkOrigin`. USER_TAKEN, EMAIL_TAKEN,
 * LIMIT_REACHED, TOO_MANY_REQUESTS, MAIL_FAILED; as `prepare` of `BucketGrants`.
 */
export async function createSubUser(
  { db, vault, grants, sweeper, hashSecret }: Omit<Deps, 'sync'> & { vault: Vault; hashSecret: HashSecret },
  by: By,
  terms: NewSubUser,
  origin: string | null,
): Promise<SubUser> {
  const { accountId } = by.user
  const { email } = terms
  const link = terms.password === null ? requireOrigin(origin) : null
  await requireFreeEmail(db, by, email)
  const scope = terms.scope && tidied(terms.scope)
  await grants.prepare(accountId, { name: randomUUID(), permission: terms.permission, scope }, null)
  const passwordHash = await hashSecret(terms.password ?? unknownPassword())
  const id = await db.transaction().execute(async trx => {
    await lockAccount(trx, accountId)
    if ((await countSubUsers(trx, accountId)) >= subUsersPerAccount) throw new Problem('LIMIT_REACHED')
    const made = await createUser(
      trx,
      { accountId, now: Math.floor(by.now / 1000) },
      {
        email,
        name: terms.name,
        passwordHash,
        isAdmin: false,
        isSupperAdmin: false,
        isSubUser: true,
        permission: terms.permission,
        scope,
        requireChangePass: true,
        phone: terms.phone,
        expireDate: terms.expireDate,
      },
    )
    if (!made) return null
    if (link !== null) {
      const person = { id: made, email, accountName: by.user.accountName, isSubUser: true }
      await invite({ db: trx, vault }, by, person, link)
    }
    const detail = {
      kind: 'rights',
      name: null,
      permission: terms.permission,
      scope: scope && [...scope],
    } as const
    await audit(trx, by, 'SUB_USER_CREATED', { target: email, detail })
    await bumpGrants(trx, accountId, bucketsOf(scope))
    return made
  })
  if (id === null) {
    await requireFreeEmail(db, by, email)
    throw new Problem('EMAIL_TAKEN')
  }
  // A failure here is retried by the sweeper; until then the sub-user has fewer rights.
  await grants.apply(accountId).catch(() => undefined)
  sweeper.wake()
  return found(db, accountId, id)
}

/** USER_TAKEN, EMAIL_TAKEN. Limited, as it reveals other accounts' users. */
async function requireFreeEmail(db: Database, by: By, email: string): Promise<void> {
  const { accountId } = by.user
  const guard = (name: string, limit: Limit): Guard => ({
    name: `email taken ${name}`,
    limit,
    by,
    failure: 'EMAIL_REFUSED',
    target: email,
  })
  const whose = await limitedEach(db, guard(accountId, limits.emailTakenAccount), () =>
    limitedEach(db, guard('all', limits.emailTaken), async () => {
      const other = await emailHolder(db, email, Math.floor(by.now / 1000))
      if (!other) return 'nobody'
      return other.accountId === accountId ? 'own' : null
    }),
  )
  if (whose === 'own') throw new Problem('USER_TAKEN')
  if (whose === 'nobody') return
  await audit(db, by, 'EMAIL_REFUSED', { target: email })
  throw new Problem('EMAIL_TAKEN')
}

/** Changes a sub-user, at the storage too. USER_NOT_FOUND, STORAGE_UNAVAILABLE; as `prepare` of `BucketGrants`. */
export async function changeSubUser(
  { db, sync, grants, sweeper }: Deps,
  by: By,
  id: string,
  wanted: SubUserChange,
): Promise<SubUser> {
  const { accountId } = by.user
  const before = await found(db, accountId, id)
  const change = { ...wanted, scope: wanted.scope && tidied(wanted.scope) }
  if (change.scope !== undefined || change.permission) {
    const { permission = before.permission, scope = before.scope } = change
    await grants.prepare(accountId, { name: id, permission, scope }, before)
  }
  const buckets = await db.transaction().execute(async trx => {
    const earlier = (await lockUser(trx, id))?.scope ?? null
    if (!(await changeRow(trx, accountId, id, change))) throw new Problem('USER_NOT_FOUND')
    const after = (await findRow(trx, accountId, id))!
    const detail = changes(settingsOf(before), settingsOf(after))
    if (detail) await audit(trx, by, 'SUB_USER_CHANGED', { target: before.email, detail })
    const ofKeys = await scopesOfKeys(trx, id)
    const buckets = bucketsOf(earlier, after.scope, ...ofKeys)
    await bumpGrants(trx, accountId, buckets)
    return buckets
  })
  sweeper.wake()
  // Revoke a level before granting the rights that replace it.
  await sync.apply(accountId)
  await grants.apply(accountId, buckets)
  return found(db, accountId, id)
}

/** Deletes a sub-user at the storage, then here. USER_NOT_FOUND, STORAGE_UNAVAILABLE. */
export async function deleteSubUser(
  { db, sync, sweeper }: Omit<Deps, 'grants'>,
  by: By,
  id: string,
): Promise<void> {
  const { accountId } = by.user
  const { email } = await found(db, accountId, id)
  await sync.remove(accountId, id, () =>
    db.transaction().execute(async trx => {
      const scope = (await lockUser(trx, id))?.scope ?? null
      const ofKeys = await scopesOfKeys(trx, id)
      if (!(await deleteRow(trx, accountId, id))) throw new Problem('USER_NOT_FOUND')
      await audit(trx, by, 'SUB_USER_DELETED', { target: email })
      await bumpGrants(trx, accountId, bucketsOf(scope, ...ofKeys))
    }),
  )
  sweeper.wake()
}

function settingsOf({ permission, scope, name, phone, expireDate }: SubUser): AuditSettings {
  return { permission, scope: scope && [...scope], name, phone, expire_date: expireDate }
}

async function found(db: Database, accountId: string, id: string): Promise<SubUser> {
  const user = await findRow(db, accountId, id)
  if (!user) throw new Problem('USER_NOT_FOUND')
  return user
}
