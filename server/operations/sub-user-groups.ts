import { randomUUID } from 'node:crypto'
import type { Rights } from '../../domain/key-rights.ts'
import { subUserGroupsPerAccount } from '../../domain/limits.ts'
import { tidied } from '../../domain/scope.ts'
import type { SubUserGroup as GroupBody, Permission, ScopeFolder } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { lockAccount } from '../store/accounts.ts'
import { bucketsOf, bumpGrants, scopesOfKeys } from '../store/bucket-grants.ts'
import type { Database } from '../store/open.ts'
import {
  addSubUserGroup,
  deleteSubUserGroup,
  findSubUserGroup,
  isGroupName,
  listSubUserGroups,
  membersOf,
  type SubUserGroup,
  storeSubUserGroup,
} from '../store/sub-user-groups.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'db' | 'sync' | 'grants' | 'sweeper'>
type Terms = { name: string; permission: Permission; scope: ScopeFolder[] | null }

const order = new Intl.Collator('vi', { numeric: true })

export function subUserGroupOperations(services: Needed) {
  return {
    async listSubUserGroups({ session }) {
      const groups = await listSubUserGroups(services.db, session.user.accountId)
      return { groups: groups.map(bodyOf).sort((a, b) => order.compare(a.name, b.name)) }
    },

    createSubUserGroup: async ({ body, by }) => bodyOf(await createSubUserGroup(services, by, body)),

    changeSubUserGroup: async ({ params, body, by }) =>
      bodyOf(await changeSubUserGroup(services, by, params.id, body)),

    async deleteSubUserGroup({ params: { id }, by }) {
      const { accountId } = by.user
      await services.db.transaction().execute(async trx => {
        await lockAccount(trx, accountId)
        const { name, members } = await requireGroup(trx, accountId, id, 'NOT_FOUND')
        if (members > 0) throw new Problem('GROUP_NOT_EMPTY')
        await deleteSubUserGroup(trx, id)
        await audit(trx, by, 'SUB_USER_GROUP_DELETED', { target: name })
      })
    },
  } satisfies Partial<Handlers>
}

/** Adds a group without members. NAME_TAKEN, LIMIT_REACHED; as `prepare` of `BucketGrants`. */
async function createSubUserGroup({ db, grants }: Needed, by: By, wanted: Terms): Promise<SubUserGroup> {
  const { accountId } = by.user
  const terms = { ...wanted, name: nameOf(wanted.name), scope: wanted.scope && tidied(wanted.scope) }
  await grants.prepare(accountId, [{ name: randomUUID(), before: null, after: terms }])
  return db.transaction().execute(async trx => {
    await lockAccount(trx, accountId)
    const groups = await listSubUserGroups(trx, accountId)
    if (groups.length >= subUserGroupsPerAccount) throw new Problem('LIMIT_REACHED')
    if (await isGroupName(trx, accountId, terms.name)) throw new Problem('NAME_TAKEN')
    const id = await addSubUserGroup(trx, accountId, terms, Math.floor(by.now / 1000))
    const { name, permission, scope } = terms
    await audit(trx, by, 'SUB_USER_GROUP_CREATED', {
      target: name,
      detail: { kind: 'rights', name: null, permission, scope },
    })
    return { id, name, permission, scope, members: 0 }
  })
}

/**
 * Changes a group, and the rights of its members with it: in one transaction, then at the storage, where what fails is
 * retried as a change of one sub-user is. NOT_FOUND, NAME_TAKEN, STORAGE_UNAVAILABLE; as `prepare` of `BucketGrants`.
 */
async function changeSubUserGroup(
  { db, sync, grants, sweeper }: Needed,
  by: By,
  id: string,
  wanted: Partial<Terms>,
): Promise<SubUserGroup> {
  const { accountId } = by.user
  const changedFrom = (group: SubUserGroup): SubUserGroup => ({
    ...group,
    ...(wanted.name !== undefined && { name: nameOf(wanted.name) }),
    ...(wanted.permission && { permission: wanted.permission }),
    ...(wanted.scope !== undefined && { scope: wanted.scope && tidied(wanted.scope) }),
  })
  if (wanted.permission || wanted.scope !== undefined) {
    const before = await requireGroup(db, accountId, id, 'NOT_FOUND')
    const after = changedFrom(before)
    const names = await membersOf(db, id)
    await grants.prepare(
      accountId,
      names.length > 0
        ? names.map(name => ({ name, before, after }))
        : [{ name: randomUUID(), before: null, after, known: before.scope }],
    )
  }
  const { group, buckets } = await db.transaction().execute(async trx => {
    await lockAccount(trx, accountId)
    const before = await requireGroup(trx, accountId, id, 'NOT_FOUND')
    const group = changedFrom(before)
    if (await isGroupName(trx, accountId, group.name, id)) throw new Problem('NAME_TAKEN')
    await storeSubUserGroup(trx, accountId, group)
    const detail = changes(settingsOf(before), settingsOf(group))
    if (detail) await audit(trx, by, 'SUB_USER_GROUP_CHANGED', { target: before.name, detail })
    const ofKeys = await scopesOfKeys(trx, await membersOf(trx, id))
    const buckets = group.members > 0 ? bucketsOf(before.scope, group.scope, ...ofKeys) : []
    await bumpGrants(trx, accountId, buckets)
    return { group, buckets }
  })
  sweeper.wake()
  // Revoke a level before granting the rights that replace it.
  await sync.apply(accountId)
  await grants.apply(accountId, buckets)
  return group
}

/** The account's group. GROUP_NOT_FOUND, or the code that is given. */
export async function requireGroup(
  db: Database,
  accountId: string,
  id: string,
  code: 'GROUP_NOT_FOUND' | 'NOT_FOUND' = 'GROUP_NOT_FOUND',
): Promise<SubUserGroup> {
  const group = await findSubUserGroup(db, accountId, id)
  if (!group) throw new Problem(code)
  return group
}

const nameOf = (typed: string) => typed.trim().normalize('NFC')

function bodyOf({ scope, ...group }: SubUserGroup): GroupBody {
  return { ...group, scope: scope && [...scope] }
}

function settingsOf({ name, permission, scope }: Rights & { name: string }) {
  return { group: name, permission, scope: scope && [...scope] }
}
