import { csvPieces, csvTime } from '../audit/csv.ts'
import type { ListedCustomer } from '../store/customer-list.ts'
import type { ListedSubUser } from '../store/sub-user-list.ts'

const subUserHead = [
  ...['name', 'email', 'phone', 'group', 'permission', 'folders', 'status', 'expires', 'created'],
  ...['last_sign_in', 'two_step', 'passkeys', 'single_sign_on'],
]

/** Sub-users as a CSV file, in pieces. Folders end with a slash, and are separated by spaces; empty: not limited. */
export function subUsersCsv(rows: AsyncIterable<ListedSubUser>): AsyncGenerator<string> {
  return csvPieces(subUserHead, rows, ({ user, status }) => [
    user.name,
    user.email,
    user.phone,
    user.group?.name ?? '',
    user.permission,
    user.scope?.map(({ bucket, prefix }) => `${bucket}/${prefix}`).join(' ') ?? '',
    status,
    timeOf(user.expireDate),
    timeOf(user.createdAt),
    timeOf(user.lastSignInAt),
    yesOrNo(user.twoStep),
    String(user.passkeys),
    yesOrNo(user.sso),
  ])
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

const customerHead = [
  ...[
    'name',
    'contract_code',
    'owner_name',
    'owner_email',
    'status',
    'expires',
    'quota',
    'usage',
    'sub_users',
  ],
  ...['site', 'created', 'owner_last_sign_in'],
]

/** Customers as a CSV file, in pieces. Sizes are bytes; an empty quota is no limit, an empty usage not measured yet. */
export function customersCsv(rows: AsyncIterable<ListedCustomer>): AsyncGenerator<string> {
  return csvPieces(customerHead, rows, ({ customer, status, measured, lastSignInAt }) => [
    customer.name,
    customer.contract_code,
    customer.owner_name,
    customer.owner_email,
    status,
    timeOf(customer.expire_date),
    String(customer.quota ?? ''),
    String(measured ?? ''),
    String(customer.sub_users),
    customer.site,
    timeOf(customer.created_at),
    timeOf(lastSignInAt),
  ])
}

/** Empty for no time: null, or 0. */
function timeOf(seconds: number | null): string {
  return seconds ? csvTime(seconds) : ''
}
