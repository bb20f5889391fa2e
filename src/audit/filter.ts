import type { AuditAction, operations } from '../../openapi/schema.ts'
import { apiAddress } from '../site/base-path.ts'
import { isAct } from './acts.ts'

/** The filter of the log; days as `yyyy-MM-dd` in local time, both included. Empty: no filter. */
export type AuditFilter = { action: AuditAction | ''; search: string; from: string; to: string }

export const noFilter: AuditFilter = { action: '', search: '', from: '', to: '' }

type Query = NonNullable<operations['exportAudit']['parameters']['query']>

const searchLimit = 254

/** The filter in a query (`?action=SIGN_IN&from=2026-11-01`); invalid parts are ignored. */
export function filterOf(query: URLSearchParams): AuditFilter {
  const action = query.get('action') ?? ''
  return {
    action: isAct(action) ? action : '',
    search: (query.get('search') ?? '').slice(0, searchLimit).trim(),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
  }
}

export function addressOf(filter: AuditFilter): URLSearchParams {
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return new URLSearchParams(set)
}

/** The filter for the API: from the first second of `from` to before the day after `to`. */
export function queryOf({ action, search, from, to }: AuditFilter): Query {
  return {
    ...(action && { action }),
    ...(search && { search }),
    ...(from && { from: startOf(from, 0) }),
    ...(to && { to: startOf(to, 1) }),
  }
}

/** The URL of the filtered log as a CSV file. */
export function csvAddress(filter: AuditFilter): string {
  const query = Object.entries(queryOf(filter)).map(([name, value]) => [name, String(value)])
  const search = new URLSearchParams(query as [string, string][]).toString()
  return `${apiAddress}/audit/csv${search && `?${search}`}`
}

export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values(filter).some(value => value !== '')
}

function dayOf(text: string | null): string {
  const valid = text !== null && /^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
  return valid ? text : ''
}

/** The first second of a local day, `later` days after `day`; unix seconds. */
function startOf(day: string, later: number): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return Math.max(0, new Date(year, month - 1, date + later).getTime() / 1000)
}
