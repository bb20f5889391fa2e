import type { TrafficSummary } from '../../openapi/schema.ts'
import { serverSeconds } from '../api/server-clock.ts'
import { apiAddress } from '../site/base-path.ts'
import type { Place } from './traffic-chart.tsx'
import type { Period } from './use-dashboard.ts'

type Point = TrafficSummary['points'][number]

/** Every month of a year, or day of a month, with its bytes, or zero. Without future ones. */
export function placesOf({ year, month }: Omit<Period, 'bucket'>, points: readonly Point[]): Point[] {
  const known = new Map(points.map(point => [point.at, point]))
  const end = new Date(serverSeconds() * 1000).toISOString()
  const count = month === null ? 12 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  const two = (value: number) => String(value).padStart(2, '0')
  return Array.from({ length: count }, (_, index) =>
    month === null ? `${year}-${two(index + 1)}` : `${year}-${two(month)}-${two(index + 1)}`,
  )
    .filter(at => at <= end.slice(0, at.length))
    .map(at => known.get(at) ?? { at, received: 0, sent: 0 })
}

/** Every hour of a day (YYYY-MM-DD, UTC) with its numbers, or zero. Without future ones. */
export function hourPlaces(
  day: string,
  hours: readonly { hour: number; received: number; sent: number; requests: number }[],
): Place[] {
  const known = new Map(hours.map(each => [each.hour, each]))
  const begun = Math.min(24, Math.ceil((serverSeconds() - Date.parse(day) / 1000) / 3600))
  return Array.from({ length: begun }, (_, hour) => {
    const name = `${String(hour).padStart(2, '0')}:00`
    const { received, sent, requests } = known.get(hour) ?? { received: 0, sent: 0, requests: 0 }
    return { at: name, name, label: name.slice(0, 2), received, sent, requests }
  })
}

/** The URL of a period's numbers as a file, by bucket and day: of `account`, of the user's own, or of all. */
export function csvAddress(
  { year, month }: Omit<Period, 'bucket'>,
  of: { account?: string | undefined } | { accounts: 'all' } = {},
): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const last = month === null ? 31 : new Date(Date.UTC(year, month, 0)).getUTCDate()
  const from = `${year}-${two(month ?? 1)}-01`
  const to = `${year}-${two(month ?? 12)}-${two(last)}`
  const more = Object.entries(of).filter(([, value]) => value !== undefined)
  return `${apiAddress}/dashboard/traffic/csv?${new URLSearchParams([['from', from], ['to', to], ...more])}`
}
