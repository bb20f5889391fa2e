import { isDeepStrictEqual } from 'node:util'
import { canonicalEmail } from '../../domain/email-address.ts'
import { subUsersPerAccount } from '../../domain/limits.ts'
import type { PlannedTerms, SubUserRow } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { listBuckets } from '../storage/buckets.ts'
import { listSubUserGroups, type SubUserGroup } from '../store/sub-user-groups.ts'
import { countSubUsers, type SubUser, type SubUserChange, subUsersBy } from '../store/sub-users.ts'
import { type Planned, perform, refused, requireBuckets, termsOf } from './planned-lines.ts'
import type { Services } from './services.ts'
import { changeSubUser, createSubUser, rightsOfMember } from './sub-users.ts'

type Needed = Parameters<typeof createSubUser>[0] & Pick<Services, 'access' | 'now' | 'log'>

type Act = (by: ByVisitor) => Promise<unknown>

export function importSubUsersOperation(services: Needed) {
  return {
    async importSubUsers({ body: { rows, preview }, ...call }) {
      const plan = await planOf(services, call.by, rows)
      if (preview) return { lines: plan.map(({ line }) => line) }
      return { lines: await perform(services, call, plan, 1, (by, acts) => acts[0]!(by)) }
    },
  } satisfies Partial<Handlers>
}

/** What each row would do now, one after the other. STORAGE_UNAVAILABLE. */
async function planOf(services: Needed, by: By, rows: readonly SubUserRow[]): Promise<Planned<Act>[]> {
  const { db, access } = services
  const { accountId, email: own } = by.user
  const { client } = await access.clientForAccount({ accountId })
  const buckets = new Set((await listBuckets(client)).map(({ name }) => name))
  const users = await subUsersBy(
    db,
    accountId,
    'email',
    rows.map(row => canonicalEmail(row.email)),
  )
  const groups = new Map((await listSubUserGroups(db, accountId)).map(group => [group.name, group]))
  let room = subUsersPerAccount - (await countSubUsers(db, accountId))

  return rows.map(row => {
    const email = canonicalEmail(row.email)
    const user = users.get(email) ?? null
    const before = user && termsOf(user)
    const head = { email, fullName: row.fullName.trim(), before }
    try {
      const { after, group } = termsAfter(row, user, groups)
      requireBuckets(after.scope, (group ?? user)?.scope ?? [], buckets)
      const { permission, scope, expire_date } = after
      if (user) {
        const isSame = isDeepStrictEqual(after, before) && head.fullName === user.name
        if (isSame) return { line: { ...head, state: 'unchanged', after }, todo: null }
        const change: SubUserChange = {
          ...{ name: head.fullName, permission, scope, expireDate: expire_date },
          groupId: group?.id ?? null,
        }
        return {
          line: { ...head, state: 'changed', after },
          todo: by => changeSubUser(services, by, user.id, change),
        }
      }
      if (email === own) throw new Problem('USER_TAKEN')
      if (room-- <= 0) throw new Problem('LIMIT_REACHED')
      const terms = { fullName: head.fullName, email, permission, scope, expire_date, phone: '' }
      return {
        line: { ...head, state: 'created', after },
        todo: by => createSubUser(services, by, { ...terms, group_id: group?.id ?? null }),
      }
    } catch (error) {
      return { line: { ...head, ...refused(problemOf(error as Error).code), after: null }, todo: null }
    }
  })
}

/** What the sub-user has after the row. GROUP_NOT_FOUND, RIGHTS_OF_GROUP, INVALID_REQUEST: somebody new without rights. */
function termsAfter(
  row: SubUserRow,
  user: SubUser | null,
  groups: ReadonlyMap<string, SubUserGroup>,
): { after: PlannedTerms; group: SubUserGroup | null } {
  const name = row.group === undefined ? (user?.group?.name ?? null) : row.group
  const group = name === null ? null : groups.get(name.trim().normalize('NFC'))
  if (group === undefined) throw new Problem('GROUP_NOT_FOUND')
  const permission = row.permission ?? group?.permission ?? user?.permission
  if (!permission) throw new Problem('INVALID_REQUEST')
  const own = { permission, scope: row.scope === undefined ? (user?.scope ?? null) : row.scope }
  const { scope, ...rights } = group ? rightsOfMember(row, group) : own
  const expire_date = row.expire_date ?? user?.expireDate ?? 0
  return { after: { ...rights, scope: scope && [...scope], group: group?.name ?? null, expire_date }, group }
}
