import { logText } from '../../domain/audit-text.ts'
import { csvCell } from '../../domain/csv.ts'
import type { AuditEntry } from '../../openapi/schema.ts'

const columns = ['at', 'account', 'user', 'action', 'target', 'detail', 'address', 'device'] as const

/**
 * Records as a CSV file, in pieces: a byte order mark, a header line, and a line for each record, with CRLF; times in
 * UTC, ISO 8601. Source: RFC 4180.
 */
export async function* auditCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  yield* csvPieces(columns, entries, entry => {
    const row = { ...entry, at: csvTime(entry.at), detail: logText(entry.detail) }
    return columns.map(column => row[column])
  })
}

export async function* csvPieces<Row>(
  head: readonly string[],
  rows: AsyncIterable<Row>,
  cellsOf: (row: Row) => readonly string[],
): AsyncGenerator<string> {
  let piece = `\ufeff${head.join(',')}\r\n`
  for await (const row of rows) {
    piece += `${cellsOf(row).map(csvCell).join(',')}\r\n`
    if (piece.length < 16_384) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Unix seconds in UTC, ISO 8601. */
export function csvTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}
