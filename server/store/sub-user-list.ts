import { type RawBuilder, sql } from 'kysely'
import type { Permission, SubUserCounts, SubUserStatus } from '../../openapi/schema.ts'
import {
  bytewise,
  countGroups,
  type Expires,
  expiresOf,
  matches,
  orFirst,
  type Page,
  type Position,
  paged,
  yesOrNo,
  zeroLast,
} from './lists.ts'
import { containing } from './name-order.ts'
import type { Database } from './open.ts'
import { type SubUser, selectSubUsers, subUserOf } from './sub-users.ts'

export type SubUserFilter = {
  /** Part of a name, an email address or a phone number; neither case nor diacritics matter. */
  search?: string | undefined
  status?: SubUserStatus | undefined
  expires?: Expires | undefined
  permission?: Permission | undefined
  neverSignedIn?: boolean | undefined
  /** Members of this group; null: those of none. */
  groupId?: string | null | undefined
}

const columnOf = {
  name: 'sort_name',
  email: 'email_bytes',
  created: 'created_at',
  expiry: 'expiry',
  'last-sign-in': 'signed_in',
} as const
export type SubUserSort = keyof typeof columnOf

/** Expired outranks invited: an invitation of an expired user does not sign in. */
const statusOf = (now: number): RawBuilder<SubUserStatus> =>
  sql<SubUserStatus>`case when expire_date <> 0 and expire_date <= ${now} then 'expired'
    when invitations.user_id is not null then 'invited' else 'active' end`

function people(db: Database, accountId: string, { search = '', groupId }: SubUserFilter, now: number) {
  let all = selectSubUsers(db, accountId).select([
    'sort_name',
    bytewise(db, 'email').as('email_bytes'),
    zeroLast('expire_date').as('expiry'),
    orFirst('last_sign_in_at').as('signed_in'),
    statusOf(now).as('status'),
    expiresOf('expire_date', now).as('expires'),
    yesOrNo(sql`last_sign_in_at is null`).as('never_signed_in'),
  ])
  if (groupId !== undefined) all = all.where('group_id', groupId === null ? 'is' : '=', groupId)
  if (search.trim() === '') return all
  const digits = search.replace(/[\s().-]/g, '').replace(/^0/, '')
  const isPhone = /^\+?\d+$/.test(digits)
  return all.where(({ or }) =>
    or([
      matches(['search_name', 'email'], containing(search)),
      ...(isPhone ? [matches(['phone'], containing(digits))] : []),
    ]),
  )
}

const facetsOf = ({ status, expires, permission, neverSignedIn }: SubUserFilter) => ({
  ...{ status, expires, permission },
  never_signed_in: neverSignedIn === undefined ? undefined : neverSignedIn ? 'yes' : 'no',
})

export type ListedSubUser = { user: SubUser; status: SubUserStatus; position: Position }

/** The sub-users of an account that match the filter, with their places. `now`: unix seconds. */
export async function pageOfSubUsers(
  db: Database,
  accountId: string,
  filter: SubUserFilter,
  page: Page<SubUserSort>,
  now: number,
): Promise<ListedSubUser[]> {
  const by = columnOf[page.sort]
  let query = db.selectFrom(people(db, accountId, filter, now).as('people')).selectAll()
  for (const [facet, value] of Object.entries(facetsOf(filter)))
    if (value !== undefined) query = query.where(sql.ref(facet), '=', value)
  const rows = await paged(query, by, page).execute()
  return rows.map(row => ({
    user: subUserOf(row),
    status: row.status,
    position: [row[by], row.id],
  }))
}

/** How many sub-users match the filter, and how many each of its values would. `now`: unix seconds. */
export async function countMatchingSubUsers(
  db: Database,
  accountId: string,
  filter: SubUserFilter,
  now: number,
): Promise<{ total: number; counts: SubUserCounts }> {
  const facets = ['status', 'expires', 'permission', 'never_signed_in'] as const
  const groups = await db
    .selectFrom(people(db, accountId, filter, now).as('people'))
    .select(facets)
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .groupBy(facets)
    .execute()
  const { total, of } = countGroups(groups, facetsOf(filter))
  return {
    total,
    counts: {
      status: {
        active: of('status', 'active'),
        invited: of('status', 'invited'),
        expired: of('status', 'expired'),
      },
      expires: {
        never: of('expires', 'never'),
        'within-30-days': of('expires', 'within-30-days'),
        expired: of('expires', 'expired'),
        later: of('expires', 'later'),
      },
      permission: {
        read: of('permission', 'read'),
        write: of('permission', 'write'),
        'read-write': of('permission', 'read-write'),
        'full-control': of('permission', 'full-control'),
      },
      never_signed_in: of('never_signed_in', 'yes'),
    },
  }
}
