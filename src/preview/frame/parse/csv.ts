import { limits, type Parsed, Room } from './model.ts'
import { decode } from './text.ts'

/** The sign between the fields: the most frequent one of the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const count = (sign: string) => first.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** Fields as a table. Formulas are text as any other. Source: RFC 4180. */
export function parseCsv(bytes: Uint8Array): Parsed {
  const { text, cut } = decode(bytes)
  const separator = separatorOf(text)
  const room = new Room(limits.cells)
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
    else if (room.take()) row.push(field.slice(0, limits.cellLength))
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
    cut: cut || more || wide || room.cut,
  }
}
