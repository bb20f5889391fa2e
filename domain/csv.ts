/** A record of CSV text. `line`: on which it begins, from 1. `open`: a quote in it is never closed. */
export type CsvRecord = { line: number; cells: string[]; open: boolean }

/**
 * The records of CSV text without a byte order mark, blank ones left out; lines end with CRLF, LF or CR. A cell is quoted
 * if it begins with a quote. Source: RFC 4180.
 */
export function csvRecords(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = []
  let record: CsvRecord = { line: 1, cells: [], open: false }
  let line = 1
  let at = 0
  let cell = ''
  const endCell = () => {
    record.cells.push(cell)
    cell = ''
  }
  const endRecord = () => {
    endCell()
    if (record.cells.some(each => each.trim() !== '')) records.push(record)
    record = { line, cells: [], open: false }
  }
  while (at < text.length) {
    if (cell === '' && text[at] === '"') {
      const end = closing(text, at)
      record.open ||= end === -1
      const inside = text.slice(at + 1, end === -1 ? undefined : end)
      cell = inside.replaceAll('""', '"')
      line += inside.match(/\r\n|\n|\r/g)?.length ?? 0
      at = end === -1 ? text.length : end + 1
      // What follows the quote belongs to the cell.
      while (at < text.length && !isEnd(text[at]!, separator)) cell += text[at++]
    } else if (isEnd(text[at]!, separator)) {
      const ended = text[at]!
      at += ended === '\r' && text[at + 1] === '\n' ? 2 : 1
      if (ended === separator) endCell()
      else {
        line++
        endRecord()
      }
    } else cell += text[at++]
  }
  endRecord()
  return records
}

const isEnd = (letter: string, separator: string) =>
  letter === separator || letter === '\n' || letter === '\r'

/** Where the quote that opens at `at` is closed; -1: nowhere. */
function closing(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}

/** Comma, semicolon or tab: which of them the first line has most, outside quotes. */
export function csvSeparator(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/**
 * A cell, quoted if necessary. Text that a spreadsheet would read as a formula is prefixed with an apostrophe, as
 * records hold what strangers typed; so is such text after a semicolon, which separates cells where the comma is the
 * decimal mark, as in Vietnam. Source: RFC 4180; OWASP, CSV injection.
 */
export function csvCell(text: string): string {
  const safe = text.replace(/^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=;)(?=\s*[=+\-@＝＋－＠])/g, "'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
