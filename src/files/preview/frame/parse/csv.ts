import { decode, type Reading } from './encoding.ts'
import { Budget, limits, type Parsed } from './model.ts'

/** In order of preference when the rows are inconclusive. */
const separators = ['\t', ';', '|', ',']

const sampleRows = 200

/** The end of an unquoted field that starts at `at`. */
function plainEnd(text: string, at: number, separator: string): number {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}

/** The rows of a CSV, and where each ends. A quoted field may have several lines, and includes text after its quote. */
function* rowsOf(text: string, separator: string, from = 0): Generator<{ row: string[]; end: number }> {
  let row: string[] = []
  let at = from
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      // An unclosed quote is an ordinary character.
      if (end !== -1) {
        field = text.slice(at + 1, end).replaceAll('""', '"')
        at = end + 1
      }
    }
    const end = plainEnd(text, at, separator)
    row.push(field + text.slice(at, end))
    at = end
    if (text[at] === separator && at + 1 < text.length) at++
    else {
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
      yield { row, end: at }
      row = []
    }
  }
}

/** The most frequent number of fields above one, and how many rows have it. */
function shapeOf(text: string, separator: string): { rows: number; fields: number } {
  const counts = new Map<number, number>()
  let seen = 0
  for (const { row } of rowsOf(text, separator)) {
    if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
    if (++seen === sampleRows) break
  }
  return [...counts].reduce((best, [fields, rows]) => (rows > best.rows ? { rows, fields } : best), {
    rows: 0,
    fields: 0,
  })
}

/**
 * The separator with which most rows have the same number of fields; a comma that occurs only within numbers has lower
 * priority.
 */
function separatorOf(text: string): string {
  const sample = text.slice(0, 64 * 1024)
  const commas = sample.match(/,/g)?.length ?? 0
  const decimal = commas > 0 && sample.match(/\d,(?=\d)/g)?.length === commas
  let best = { separator: ',', rows: 0, fields: 0 }
  for (const separator of separators) {
    const shape = shapeOf(sample, separator)
    const better = shape.rows > best.rows || (shape.rows === best.rows && shape.fields > best.fields)
    if (better && !(separator === ',' && decimal && best.rows > 0)) best = { separator, ...shape }
  }
  return best.separator
}

/** CSV as a table; formulas stay text. `tabs`: a TSV. Source: RFC 4180; `sep=;` in the first line: Excel. */
export function parseCsv(bytes: Uint8Array, reading: Reading, tabs: boolean): Parsed {
  const { text, cut, encoding } = decode(bytes, reading)
  const [line = '', said] = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r)/i.exec(text) ?? []
  const separator = said ?? (tabs ? '\t' : separatorOf(text))
  const budget = new Budget(limits.cells)
  const rows: string[][] = []
  let cutInside = false
  let at = line.length
  for (const { row, end } of rowsOf(text, separator, at)) {
    if (rows.length === limits.rows || !budget.take(Math.min(row.length, limits.columns))) break
    rows.push(row.slice(0, limits.columns).map(field => field.slice(0, limits.cellLength)))
    cutInside ||= row.length > limits.columns || row.some(field => field.length > limits.cellLength)
    at = end
  }
  return {
    sections: [{ title: null, blocks: [{ type: 'table', look: 'sheet', rows }] }],
    cut: cut || cutInside || at < text.length,
    encoding,
  }
}
