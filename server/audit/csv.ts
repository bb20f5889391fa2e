import type { AuditEntry } from '../store/audit.ts'

const columns = ['at', 'account', 'user', 'action', 'target', 'detail', 'address', 'device'] as const

/**
 * Records as the pieces of a CSV file: a byte order mark, a line of the columns' names, a line a record, each ended by
 * CRLF; times in UTC, ISO 8601. Source: RFC 4180.
 */
export async function* auditCsv(entries: AsyncIterable<AuditEntry>): AsyncGenerator<string> {
  let piece = `\ufeff${columns.join(',')}\r\n`
  for await (const entry of entries) {
    const row = { ...entry, at: new Date(entry.at * 1000).toISOString().replace('.000Z', 'Z') }
    piece += `${columns.map(column => csvCell(row[column])).join(',')}\r\n`
    if (piece.length < 16_384) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/**
 * A cell, in quotes where it must be. Text that a spreadsheet would take for a formula gets an apostrophe in front,
 * for what is recorded is in part what strangers typed; so does such text after a semicolon, which divides cells where
 * the comma is for decimals, as in Vietnam. Source: RFC 4180; OWASP, CSV injection.
 */
export function csvCell(text: string): string {
  const safe = text.replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=;)(?=\s*[=+\-@＝＋－＠])/g, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
