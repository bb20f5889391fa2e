import { isDeepStrictEqual } from 'node:util'
import { canonicalEmail } from '../../domain/email-address.ts'
import { subUsersPerAccount } from '../../domain/limits.ts'
import { entersBucket } from '../../domain/scope.ts'
import type { ErrorCode, PlannedSubUser, PlannedTerms, SubUserRow } from '../../openapi/schema.ts'
import type { By, ByVisitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { listBuckets } from '../storage/buckets.ts'
import { bucketsOf } from '../store/bucket-grants.ts'
import { listSubUserGroups, type SubUserGroup } from '../store/sub-user-groups.ts'
import { countSubUsers, type SubUser, type SubUserChange, subUsersByEmail } from '../store/sub-users.ts'
import type { Services } from './services.ts'
import { changeSubUser, createSubUser, rightsOfMember } from './sub-users.ts'

type Needed = Parameters<typeof createSubUser>[0] & Pick<Services, 'access' | 'now' | 'log'>

type Plan = PlannedSubUser & { act?: (by: ByVisitor) => Promise<unknown> }

export function importSubUsersOperation(services: Needed) {
  return {
    async importSubUsers({ body: { rows, preview, existing = false }, by, disconnected, readmit }) {
      const plan = await planner(services, by, rows, existing)
      const lines: PlannedSubUser[] = []
      let stopped: ErrorCode | null = null
      for (const row of rows) {
        const { act, ...line } = plan(row)
        if (!act || preview) {
          lines.push(line)
          continue
        }
        if (stopped) {
          lines.push({ ...line, ...refused(stopped) })
          continue
        }
        disconnected.throwIfAborted()
        if ((await readmit()) === null) throw new Problem('UNAUTHORIZED')
        try {
          await act({ ...by, now: services.now() })
          lines.push(line)
        } catch (error) {
          const problem = problemOf(error as Error)
          lines.push({ ...line, ...refused(problem.code) })
          // What concerns this line alone leaves the others.
          if (problem.status < 429) continue
          stopped = problem.code
          if (problem.status >= 500)
            services.log.error({ err: problem.cause ?? problem }, 'Sub-users could not be imported.')
        }
      }
      return { lines }
    },
  } satisfies Partial<Handlers>
}

const refused = (code: ErrorCode) => ({ state: 'refused', code }) as const

/** Says what each row would do now, only to those who are there if `existing`, one after the other. STORAGE_UNAVAILABLE. */
async function planner(
  services: Needed,
  by: By,
  rows: readonly SubUserRow[],
  existing: boolean,
): Promise<(row: SubUserRow) => Plan> {
  const { db, access } = services
  const { accountId, email: own } = by.user
  const { client } = await access.clientForAccount({ accountId })
  const buckets = new Set((await listBuckets(client)).map(({ name }) => name))
  const users = await subUsersByEmail(
    db,
    accountId,
    rows.map(row => canonicalEmail(row.email)),
  )
  const groups = new Map((await listSubUserGroups(db, accountId)).map(group => [group.name, group]))
  let room = subUsersPerAccount - (await countSubUsers(db, accountId))

  return row => {
    const email = canonicalEmail(row.email)
    const user = users.get(email) ?? null
    const before = user && termsOf(user)
    const head = { email, fullName: row.fullName.trim(), before }
    try {
      if (existing && !user) throw new Problem('USER_NOT_FOUND')
      const { after, group } = termsAfter(row, user, groups)
      const known = (group ?? user)?.scope ?? []
      for (const bucket of bucketsOf(after.scope))
        if (!buckets.has(bucket) && !entersBucket(known, bucket)) throw new Problem('BUCKET_NOT_FOUND')
      const { permission, scope, expire_date } = after
      if (user) {
        const isSame = isDeepStrictEqual(after, before) && head.fullName === user.name
        if (isSame) return { ...head, state: 'unchanged', after }
        const change: SubUserChange = {
          ...{ name: head.fullName, permission, scope, expireDate: expire_date },
          groupId: group?.id ?? null,
        }
        return {
          ...{ ...head, state: 'changed', after },
          act: by => changeSubUser(services, by, user.id, change),
        }
      }
      if (email === own) throw new Problem('USER_TAKEN')
      if (room-- <= 0) throw new Problem('LIMIT_REACHED')
      const terms = { fullName: head.fullName, email, permission, scope, expire_date, phone: '' }
      return {
        ...{ ...head, state: 'created', after },
        act: by => createSubUser(services, by, { ...terms, group_id: group?.id ?? null }),
      }
    } catch (error) {
      return { ...head, ...refused(problemOf(error as Error).code), after: null }
    }
  }
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

function termsOf({ permission, scope, group, expireDate }: SubUser): PlannedTerms {
  return { permission, scope: scope && [...scope], group: group?.name ?? null, expire_date: expireDate }
}
