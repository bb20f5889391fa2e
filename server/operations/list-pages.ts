import { invalid } from '../errors/problem.ts'
import { readToken, writeToken } from '../storage/list-objects.ts'
import type { Position } from '../store/lists.ts'

/** A list as its tokens know it: whose it is, how it is sorted, what it is narrowed to. */
type List = { of: string; sort: string; order: string; filter: object }

const textual = new Set(['name', 'email'])

export function tokenOf(position: Position, list: List): string {
  return writeToken(JSON.stringify(position), JSON.stringify(list))
}

/** The position of a token; null without one. INVALID_REQUEST for a token of another list, sort or filter. */
export function positionOf(token: string | undefined, list: List): Position | null {
  if (token === undefined) return null
  const position: unknown = JSON.parse(readToken(token, JSON.stringify(list)))
  const [value, id] = Array.isArray(position) ? position : []
  const isValue = textual.has(list.sort) ? typeof value === 'string' : Number.isSafeInteger(value)
  if (!isValue || typeof id !== 'string') throw invalid('next_token', 'invalid')
  return [value, id]
}

const atOnce = 1000

/** All rows of a list, read a thousand at a time. Ends early once `signal` is aborted. */
export async function* allRows<Row extends { position: Position }>(
  read: (after: Position | null, limit: number) => Promise<Row[]>,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  let after: Position | null = null
  while (!signal.aborted) {
    const rows: Row[] = await read(after, atOnce)
    yield* rows
    if (rows.length < atOnce) return
    after = rows.at(-1)!.position
  }
}

/** The day (UTC) in the name of a file. `now`: ms. */
export const dayName = (now: number) => new Date(now).toISOString().slice(0, 10)
