import { csvCell } from '../audit/csv.ts'
import type { Database } from '../store/open.ts'
import { accountsToExport, type BucketDay, bucketDays } from '../store/traffic.ts'
import { consoleColumns, trafficColumns } from '../store/traffic-columns.ts'
import { dayText } from './day-text.ts'

type Account = { id: string; name: string; contract_code: string }

const head = [
  ...['account_id', 'account', 'contract_code', 'day', 'bucket', 'stored_bytes', 'objects'],
  ...trafficColumns.map(name => (name === 'received' || name === 'sent' ? `${name}_bytes` : name)),
  'console_requests',
]

/** Maximum days of an account in memory. */
const atOnce = 31

/** Days from `from` to `to` (included), since 1 January 1970, of one account; null: of all. */
export type Asked = { account: Account | null; from: number; to: number; signal: AbortSignal }

/** A line for each account, bucket and day with any requests or stored bytes, in pieces. Source: RFC 4180. */
export async function* trafficCsv(db: Database, asked: Asked): AsyncGenerator<string> {
  yield `\ufeff${head.join(',')}\r\n`
  for await (const account of asked.account ? [asked.account] : allAccounts(db)) {
    for (let day = asked.from; day <= asked.to; day += atOnce) {
      if (asked.signal.aborted) return
      const rows = await bucketDays(db, account.id, day, Math.min(asked.to, day + atOnce - 1))
      if (rows.length > 0) yield rows.map(row => line(account, row)).join('')
    }
  }
}

function line(
  { id, name, contract_code }: Account,
  { day, bucket, bytes, objects, ...numbers }: BucketDay,
): string {
  const text = [id, name, contract_code, dayText(day), bucket].map(csvCell)
  const own = consoleColumns.map(column => numbers[column])
  const requests = own.includes(null) ? null : own.reduce((sum, each) => sum! + each!, 0)
  const figures = [bytes, objects, ...trafficColumns.map(column => numbers[column]), requests]
  return `${[...text, ...figures.map(figure => figure ?? '')].join(',')}\r\n`
}

async function* allAccounts(db: Database): AsyncGenerator<Account> {
  for (let after = ''; ; ) {
    const accounts = await accountsToExport(db, after)
    yield* accounts
    const last = accounts.at(-1)
    if (!last) return
    after = last.id
  }
}
