import { Budget, limits, type Parsed } from './model.ts'
import { decode } from './text.ts'

/** The most frequent separator in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const count = (candidate: string) => first.split(candidate).length
  return [',', ';', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

/** CSV as a table; formulas stay text. Source: RFC 4180. */
export function parseCsv(bytes: Uint8Array): Parsed {
  const { text, cut } = decode(bytes)
  const separator = separatorOf(text)
  const budget = new Budget(limits.cells)
  const rows: string[][] = []
  let row: string[] = []
  let wide = false
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length && rows.length < limits.rows) {
    let field: string
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) end = text.length
      field = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    } else {
      let end = at
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
      field = text.slice(at, end).replace(/\r$/, '')
      at = end
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n') at++
    if (row.length >= limits.columns) wide = true
    else if (budget.take()) row.push(field.slice(0, limits.cellLength))
    else break
    if (text[at] !== separator || at + 1 >= text.length) {
      rows.push(row)
      row = []
    }
    at++
  }
  const more = at < text.length
  return {
    sections: [{ title: null, blocks: [{ type: 'table', look: 'sheet', rows }] }],
    cut: cut || more || wide || budget.cut,
  }
}
