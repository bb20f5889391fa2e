import { type RawBuilder, sql } from 'kysely'
import type { AccountCounts, AccountStatus } from '../../openapi/schema.ts'
import { type Customer, findCustomers } from './customers.ts'
import {
  countGroups,
  type Expires,
  expiresOf,
  matches,
  orFirst,
  orLast,
  type Page,
  type Position,
  paged,
  yesOrNo,
  zeroLast,
} from './lists.ts'
import { containing } from './name-order.ts'
import type { Database } from './open.ts'

export type CustomerFilter = {
  /** Part of a name, a contract code or an owner's email address; neither case nor diacritics matter. */
  search?: string | undefined
  status?: AccountStatus | undefined
  expires?: Expires | undefined
  /** The owner never signed in. */
  neverSignedIn?: boolean | undefined
  /** The quota was used up when last measured. */
  overQuota?: boolean | undefined
}

const columnOf = {
  name: 'sort_name',
  created: 'created_at',
  expiry: 'expiry',
  'last-sign-in': 'signed_in',
  usage: 'measured',
  quota: 'limit_bytes',
} as const
export type CustomerSort = keyof typeof columnOf

/** As `accountStatus` of `domain/account-status.ts`; an active customer's owner may have no password yet. */
const statusOf = (now: number): RawBuilder<AccountStatus> =>
  sql<AccountStatus>`case when accounts.suspended = 1 then 'suspended'
    when accounts.expire_date <> 0 and accounts.expire_date <= ${now} then 'expired'
    when invitations.user_id is not null then 'invited' else 'active' end`

const isFull = sql`accounts.quota is not null and accounts.sampled_day > 0 and accounts.sampled_bytes >= accounts.quota`

function customers(db: Database, search: string, now: number) {
  const all = db
    .selectFrom('accounts')
    .leftJoin('users as owner', join =>
      // A literal, so that SQLite uses the index of owners.
      join.onRef('owner.account_id', '=', 'accounts.id').on('owner.is_admin', '=', sql.lit(1)),
    )
    .leftJoin('invitations', 'invitations.user_id', 'owner.id')
    .select([
      ...(['accounts.id', 'accounts.sort_name', 'accounts.created_at'] as const),
      ...(['accounts.sampled_bytes as measured', 'accounts.sampled_day', 'owner.last_sign_in_at'] as const),
      zeroLast('accounts.expire_date').as('expiry'),
      orFirst('owner.last_sign_in_at').as('signed_in'),
      orLast('accounts.quota').as('limit_bytes'),
      statusOf(now).as('status'),
      expiresOf('accounts.expire_date', now).as('expires'),
      yesOrNo(sql`owner.last_sign_in_at is null`).as('never_signed_in'),
      yesOrNo(isFull).as('over_quota'),
    ])
  if (search.trim() === '') return all
  return all.where(matches(['accounts.search_text', 'owner.email'], containing(search)))
}

const asText = (wanted: boolean | undefined) => (wanted === undefined ? undefined : wanted ? 'yes' : 'no')
const facetsOf = ({ status, expires, neverSignedIn, overQuota }: CustomerFilter) => ({
  ...{ status, expires },
  never_signed_in: asText(neverSignedIn),
  over_quota: asText(overQuota),
})

/** `measured`: bytes at the last measurement, null before the first; `lastSignInAt` is the owner's. */
export type ListedCustomer = {
  customer: Customer
  status: AccountStatus
  measured: number | null
  lastSignInAt: number | null
  position: Position
}

/** The customers that match the filter, with their places. `now`: unix seconds. */
export async function pageOfCustomers(
  db: Database,
  filter: CustomerFilter,
  page: Page<CustomerSort>,
  now: number,
): Promise<ListedCustomer[]> {
  const by = columnOf[page.sort]
  let query = db.selectFrom(customers(db, filter.search ?? '', now).as('customers')).selectAll()
  for (const [facet, value] of Object.entries(facetsOf(filter)))
    if (value !== undefined) query = query.where(sql.ref(facet), '=', value)
  const rows = await paged(query, by, page).execute()
  const found = await findCustomers(
    db,
    rows.map(({ id }) => id),
  )
  const listed = new Map(rows.map(row => [row.id, row]))
  return found.map(customer => {
    const row = listed.get(customer.id)!
    return {
      customer,
      status: row.status,
      measured: row.sampled_day > 0 ? row.measured : null,
      lastSignInAt: row.last_sign_in_at,
      position: [row[by], row.id],
    }
  })
}

/** How many customers match the filter, and how many each of its values would. `now`: unix seconds. */
export async function countCustomers(
  db: Database,
  filter: CustomerFilter,
  now: number,
): Promise<{ total: number; counts: AccountCounts }> {
  const facets = ['status', 'expires', 'never_signed_in', 'over_quota'] as const
  const groups = await db
    .selectFrom(customers(db, filter.search ?? '', now).as('customers'))
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
        suspended: of('status', 'suspended'),
        expired: of('status', 'expired'),
      },
      expires: {
        never: of('expires', 'never'),
        'within-30-days': of('expires', 'within-30-days'),
        expired: of('expires', 'expired'),
        later: of('expires', 'later'),
      },
      never_signed_in: of('never_signed_in', 'yes'),
      over_quota: of('over_quota', 'yes'),
    },
  }
}
