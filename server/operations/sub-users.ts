import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { fileBrand } from '../../domain/brand-file.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Rights } from '../../domain/key-rights.ts'
import { subUsersPerAccount } from '../../domain/limits.ts'
import { phoneOf } from '../../domain/phone.ts'
import { type Scope, tidied } from '../../domain/scope.ts'
import type { AuditSettings, NewSubUser, SubUser as SubUserBody } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { type Guard, limitedEach, limits } from '../auth/limits.ts'
import { hashNewPassword } from '../auth/new-password.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { createUser, lockAccount } from '../store/accounts.ts'
import type { Limit } from '../store/attempts.ts'
import { bucketsOf, bumpGrants, scopesOfKeys } from '../store/bucket-grants.ts'
import { emailHolder } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { rightsOfGroups } from '../store/sub-user-groups.ts'
import { countMatchingSubUsers, pageOfSubUsers } from '../store/sub-user-list.ts'
import * as store from '../store/sub-users.ts'
import {
  countSubUsers,
  findSubUser,
  type SubUser,
  type SubUserChange,
  subUsersBy,
} from '../store/sub-users.ts'
import { lockUser } from '../store/users.ts'
import { allRows, dayName, positionOf, tokenOf } from './list-pages.ts'
import { subUsersCsv } from './people-csv.ts'
import type { Services } from './services.ts'
import { invite, inviteAgain, requireOrigin, resetSignIn, unknownPassword } from './sign-in-of-others.ts'
import { requireGroup } from './sub-user-groups.ts'

type Needed = Pick<
  Services,
  'db' | 'sync' | 'grants' | 'sweeper' | 'hashSecret' | 'brand' | 'vault' | 'linkOrigin'
>

export function subUserOperations(services: Needed & Pick<Services, 'now'>) {
  const create: Handlers['createUser'] = async ({ body, by }) =>
    bodyOf(await createSubUser(services, by, body))

  return {
    async listSubUsers({ query, session: { user } }) {
      const { page_size: limit = null, next_token: token } = query
      const { accountId } = user
      const now = Math.floor(services.now() / 1000)
      const { filter, sort, order } = listOf(query)
      const list = { of: accountId, filter, sort, order }
      const page = { sort, order, after: positionOf(token, list), limit: limit && limit + 1 }
      const rows = await pageOfSubUsers(services.db, accountId, filter, page, now)
      const shown = limit === null ? rows : rows.slice(0, limit)
      return {
        users: shown.map(({ user }) => bodyOf(user)),
        ...(await countMatchingSubUsers(services.db, accountId, filter, now)),
        next_token: rows.length > shown.length ? tokenOf(shown.at(-1)!.position, list) : null,
      }
    },

    async exportSubUsers({ query, session: { user }, disconnected }) {
      const now = Math.floor(services.now() / 1000)
      const { filter, sort, order } = listOf(query)
      const rows = allRows(
        (after, limit) =>
          pageOfSubUsers(services.db, user.accountId, filter, { sort, order, after, limit }, now),
        disconnected,
      )
      return {
        fileName: `${fileBrand(services.brand.name)}-sub-users-${dayName(services.now())}.csv`,
        pieces: subUsersCsv(rows),
      }
    },

    createSubUser: create,
    createUser: create,

    async changeSubUser({ body, by }) {
      const changed = await changeSubUser(services, by, body.id, {
        name: body.fullName?.trim(),
        permission: body.permission,
        scope: body.scope,
        groupId: body.group_id,
        phone: body.phone === undefined ? undefined : phoneOf(body.phone),
        expireDate: body.expire_date,
      })
      return bodyOf(changed)
    },

    deleteSubUser: ({ body, by }) => deleteSubUsers(services, by, [body.id]),

    inviteSubUser: ({ body, by }) => inviteAgain(services, by, { subUser: body.id }),

    resetSubUser: async ({ body: { id, parts }, by }) => ({
      password: await resetSignIn(services, by, { subUser: id }, parts),
    }),
  } satisfies Partial<Handlers>
}

function listOf(query: Call<'exportSubUsers'>['query']) {
  const { search, status, expires, permission, group, never_signed_in: neverSignedIn } = query
  const groupId = group === 'none' ? null : group
  const { sort = 'name', order = 'ascending' } = query
  const filter = { search, status, expires, permission, groupId, neverSignedIn }
  return { filter, sort, order } as const
}

function bodyOf(user: SubUser): SubUserBody {
  return {
    id: user.id,
    fullName: user.name,
    email: user.email,
    permission: user.permission,
    scope: user.scope && [...user.scope],
    group: user.group,
    phone: user.phone,
    expire_date: user.expireDate,
    created_at: user.createdAt,
    last_sign_in_at: user.lastSignInAt,
    two_step: user.twoStep,
    passkeys: user.passkeys,
    sso: user.sso,
    invited_until: user.invitedUntil,
  }
}

/**
 * Adds a sub-user to the account of `by.user`, who is invited unless a password is given. USER_TAKEN, EMAIL_TAKEN,
 * LIMIT_REACHED, TOO_MANY_REQUESTS, MAIL_FAILED, GROUP_NOT_FOUND, RIGHTS_OF_GROUP; as `prepare` of `BucketGrants`.
 */
export async function createSubUser(services: Needed, by: ByVisitor, terms: NewSubUser): Promise<SubUser> {
  const { db, vault, grants } = services
  const { accountId } = by.user
  const email = canonicalEmail(terms.email)
  const groupId = terms.group_id ?? null
  const link = terms.password === undefined ? requireOrigin(services.linkOrigin(by.visitor)) : null
  await requireFreeEmail(db, by, email)
  const rightsIn = async (of: Database): Promise<Rights> => {
    const own = { permission: terms.permission, scope: terms.scope && tidied(terms.scope) }
    if (groupId === null) return { ...own, scope: own.scope ?? null }
    return rightsOfMember(own, await requireGroup(of, accountId, groupId))
  }
  const after = await rightsIn(db)
  const known = groupId === null ? null : after.scope
  await grants.prepare(accountId, [{ name: randomUUID(), before: null, after, known }])
  const passwordHash = await (terms.password === undefined
    ? services.hashSecret(unknownPassword())
    : hashNewPassword(services, 'password', terms.password, {
        email,
        name: terms.fullName,
        accountName: by.user.accountName,
      }))
  const id = await db.transaction().execute(async trx => {
    await lockAccount(trx, accountId)
    if ((await countSubUsers(trx, accountId)) >= subUsersPerAccount) throw new Problem('LIMIT_REACHED')
    const { permission, scope } = await rightsIn(trx)
    const made = await createUser(
      trx,
      { accountId, now: Math.floor(by.now / 1000) },
      {
        ...{ email, name: terms.fullName.trim(), passwordHash, permission, scope, groupId },
        ...{ isAdmin: false, isSupperAdmin: false, isSubUser: true, requireChangePass: true },
        ...{ phone: phoneOf(terms.phone), expireDate: terms.expire_date },
      },
    )
    if (!made) return null
    if (link !== null) {
      const person = { id: made, email, accountName: by.user.accountName, isSubUser: true }
      await invite({ db: trx, vault }, by, person, link)
    }
    const name = (await findSubUser(trx, accountId, made))?.group?.name ?? null
    const detail = { kind: 'rights', name, permission, scope: scope && [...scope] } as const
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
  services.sweeper.wake()
  const [user] = await requireSubUsers(db, accountId, [id])
  return user!
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

/**
 * Changes a sub-user, at the storage too. USER_NOT_FOUND, GROUP_NOT_FOUND, RIGHTS_OF_GROUP, STORAGE_UNAVAILABLE; as
 * `prepare` of `BucketGrants`.
 */
export async function changeSubUser(
  services: Needed,
  by: By,
  id: string,
  wanted: SubUserChange,
): Promise<SubUser> {
  await changeSubUsers(services, by, [id], wanted)
  const [user] = await requireSubUsers(services.db, by.user.accountId, [id])
  return user!
}

/** Changes some sub-users alike, all of them or none; in one transaction, so that they should be few. As `changeSubUser`. */
export async function changeSubUsers(
  { db, sync, grants, sweeper }: Needed,
  by: By,
  ids: readonly string[],
  wanted: SubUserChange,
): Promise<void> {
  const { accountId } = by.user
  const rights = (await changesOf(db, accountId, ids, wanted)).flatMap(({ before, change }) => {
    if (change.scope === undefined && !change.permission) return []
    const { permission = before.permission, scope = before.scope, groupId } = change
    // Whose buckets were there when the group was made or changed.
    const known = groupId ? scope : before.scope
    return [{ name: before.id, before, after: { permission, scope }, known }]
  })
  if (rights.length > 0) await grants.prepare(accountId, rights)
  const buckets = await db.transaction().execute(async trx => {
    await lockAccount(trx, accountId)
    for (const id of ids.toSorted()) await lockUser(trx, id)
    const held = await changesOf(trx, accountId, ids, wanted)
    for (const { before, change } of held) await store.changeSubUser(trx, accountId, before.id, change)
    const after = await requireSubUsers(trx, accountId, ids)
    for (const [at, { before }] of held.entries()) {
      const detail = changes(settingsOf(before), settingsOf(after[at]!))
      if (detail) await audit(trx, by, 'SUB_USER_CHANGED', { target: before.email, detail })
    }
    const ofKeys = await scopesOfKeys(trx, ids)
    const buckets = bucketsOf(...held.map(({ before }) => before.scope), ...after.map(scopeOf), ...ofKeys)
    await bumpGrants(trx, accountId, buckets)
    return buckets
  })
  sweeper.wake()
  // Revoke a level before granting the rights that replace it.
  await sync.apply(accountId)
  await grants.apply(accountId, buckets)
}

/**
 * Deletes some sub-users, all of them or none, at the storage, then here; in one transaction, so that they should be
 * few. USER_NOT_FOUND, STORAGE_UNAVAILABLE.
 */
export async function deleteSubUsers(
  { db, sync, sweeper }: Needed,
  by: By,
  ids: readonly string[],
): Promise<void> {
  const { accountId } = by.user
  const users = await requireSubUsers(db, accountId, ids.toSorted())
  await sync.remove(accountId, ids, () =>
    db.transaction().execute(async trx => {
      const scopes: Scope[] = []
      for (const { id } of users) scopes.push((await lockUser(trx, id))?.scope ?? null)
      const ofKeys = await scopesOfKeys(trx, ids)
      for (const { id, email } of users) {
        if (!(await store.deleteSubUser(trx, accountId, id))) throw new Problem('USER_NOT_FOUND')
        await audit(trx, by, 'SUB_USER_DELETED', { target: email })
      }
      await bumpGrants(trx, accountId, bucketsOf(...scopes, ...ofKeys))
    }),
  )
  sweeper.wake()
}

const scopeOf = ({ scope }: Rights) => scope

/** What is stored of each for a wanted change. USER_NOT_FOUND, GROUP_NOT_FOUND, RIGHTS_OF_GROUP. */
async function changesOf(
  db: Database,
  accountId: string,
  ids: readonly string[],
  wanted: SubUserChange,
): Promise<{ before: SubUser; change: SubUserChange }[]> {
  const users = await requireSubUsers(db, accountId, ids)
  const groups = await rightsOfGroups(db, accountId, groupsAfter(users, wanted))
  return users.map(before => ({ before, change: changeOf(before, wanted, groups) }))
}

/** The ids of the groups that the sub-users have after a change. */
export function groupsAfter(users: readonly SubUser[], { groupId }: SubUserChange): string[] {
  if (groupId !== undefined) return groupId === null ? [] : [groupId]
  return [...new Set(users.flatMap(({ group }) => group?.id ?? []))]
}

/** What is stored for a wanted change: in a group the rights are the group's. GROUP_NOT_FOUND, RIGHTS_OF_GROUP. */
export function changeOf(
  before: SubUser,
  wanted: SubUserChange,
  groups: ReadonlyMap<string, Rights>,
): SubUserChange {
  const change = { ...wanted, scope: wanted.scope && tidied(wanted.scope) }
  const groupId = wanted.groupId === undefined ? before.group?.id : wanted.groupId
  if (!groupId) return change
  const group = groups.get(groupId)
  if (!group) throw new Problem('GROUP_NOT_FOUND')
  return { ...change, ...rightsOfMember(change, group) }
}

/** The rights of a group, which those that are given must be. RIGHTS_OF_GROUP. */
export function rightsOfMember(
  { permission, scope }: Pick<SubUserChange, 'permission' | 'scope'>,
  group: Rights,
): Rights {
  const differs =
    (permission !== undefined && permission !== group.permission) ||
    (scope !== undefined && !isDeepStrictEqual(scope, group.scope))
  if (differs) throw new Problem('RIGHTS_OF_GROUP')
  return { permission: group.permission, scope: group.scope }
}

function settingsOf({ permission, scope, group, name, phone, expireDate }: SubUser): AuditSettings {
  const rights = { permission, scope: scope && [...scope], member_of: group?.name ?? null }
  return { ...rights, name, phone, expire_date: expireDate }
}

/** Those with these ids, in their order. USER_NOT_FOUND. */
async function requireSubUsers(db: Database, accountId: string, ids: readonly string[]): Promise<SubUser[]> {
  const users = await subUsersBy(db, accountId, 'id', ids)
  return ids.map(id => {
    const user = users.get(id)
    if (!user) throw new Problem('USER_NOT_FOUND')
    return user
  })
}
