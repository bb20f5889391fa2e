import { isDeepStrictEqual } from 'node:util'
import type { PlannedTerms } from '../../openapi/schema.ts'
import type { By } from '../audit/actor.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { problemOf } from '../errors/problem-of.ts'
import { listBuckets } from '../storage/buckets.ts'
import { rightsOfGroups } from '../store/sub-user-groups.ts'
import { type SubUserChange, subUsersBy } from '../store/sub-users.ts'
import { type Planned, perform, refused, requireBuckets, termsOf } from './planned-lines.ts'
import type { Services } from './services.ts'
import { changeOf, changeSubUsers, deleteSubUsers, groupsAfter } from './sub-users.ts'

type Needed = Parameters<typeof changeSubUsers>[0] & Pick<Services, 'access' | 'now' | 'log'>

/** Sub-users of one transaction. */
const atOnce = 25

export function changeManySubUsersOperation(services: Needed) {
  return {
    async changeManySubUsers({ body: { ids, act, preview, ...change }, ...call }) {
      const wanted: SubUserChange = {
        ...{ permission: change.permission, scope: change.scope },
        ...{ groupId: change.group_id, expireDate: change.expire_date },
      }
      const plan = await planOf(services, call.by, ids, act, wanted)
      if (preview) return { lines: plan.map(({ line }) => line) }
      const lines = await perform(services, call, plan, atOnce, (by, some) =>
        act === 'delete' ? deleteSubUsers(services, by, some) : changeSubUsers(services, by, some, wanted),
      )
      return { lines }
    },
  } satisfies Partial<Handlers>
}

/** What would be done to each now, by id. STORAGE_UNAVAILABLE. */
async function planOf(
  { db, access }: Needed,
  by: By,
  ids: readonly string[],
  act: Call<'changeManySubUsers'>['body']['act'],
  wanted: SubUserChange,
): Promise<Planned<string>[]> {
  const { accountId } = by.user
  const users = await subUsersBy(db, accountId, 'id', ids)
  const groups = await rightsOfGroups(db, accountId, groupsAfter([...users.values()], wanted))
  const { client } = await access.clientForAccount({ accountId })
  const buckets = new Set(wanted.scope ? (await listBuckets(client)).map(({ name }) => name) : [])

  return ids.map(id => {
    const user = users.get(id)
    if (!user) {
      const nobody = { email: '', fullName: '', before: null, after: null }
      return { line: { ...nobody, ...refused('USER_NOT_FOUND') }, todo: null }
    }
    const before = termsOf(user)
    const head = { email: user.email, fullName: user.name, before }
    if (act === 'delete') return { line: { ...head, state: 'deleted', after: null }, todo: id }
    try {
      const { groupId, expireDate, ...rights } = changeOf(user, wanted, groups)
      const { permission = user.permission, scope = user.scope } = rights
      if (!groupId) requireBuckets(scope, user.scope, buckets)
      const group = groupId === undefined ? before.group : groupId && groups.get(groupId)!.name
      const expire_date = expireDate ?? user.expireDate
      const after: PlannedTerms = { permission, scope: scope && [...scope], group, expire_date }
      const isSame = isDeepStrictEqual(after, before)
      return { line: { ...head, state: isSame ? 'unchanged' : 'changed', after }, todo: isSame ? null : id }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { line: { ...head, ...refused(problemOf(error).code), after: null }, todo: null }
    }
  })
}
