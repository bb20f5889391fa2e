import { displayValue, formatsOf, unescaped, type ValueContext } from './cell-value.ts'
import { type Block, Budget, limits, type Merged, type Parsed, type Section } from './model.ts'
import { mainPartOf, relationsOf } from './package.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

/** The sheets of a workbook as tables of their stored values, without calculation. Source: ECMA-376, part 1, 18. */
export function parseXlsx(bytes: Uint8Array, locale: string): Parsed {
  const zip = new Zip(bytes)
  const main = mainPartOf(zip, 'xl/workbook.xml')
  const { byId, byType } = relationsOf(zip, main)
  const sheets: { title: string; part: string; hidden: boolean }[] = []
  let dates1904 = false
  readXml(zip.need(main), {
    open(name, attribute) {
      if (name === 'workbookPr') dates1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      const part = name === 'sheet' ? byId.get(attribute('r:id') ?? '') : undefined
      const hidden = (attribute('state') ?? 'visible') !== 'visible'
      if (part) sheets.push({ title: unescaped(attribute('name') ?? ''), part, hidden })
    },
  })
  const shown = sheets.filter(({ hidden }) => !hidden)
  const book: Book = {
    zip,
    strings: stringsOf(zip.read(byType.get('sharedStrings') ?? 'xl/sharedStrings.xml')),
    formats: formatsOf(zip.read(byType.get('styles') ?? 'xl/styles.xml')),
    dates1904,
    locale,
  }
  const cells = new Budget(limits.cells)
  let cut = shown.length > limits.sheets
  const sections: Section[] = []
  for (const { title, part } of shown.slice(0, limits.sheets)) {
    const sheet = sheetOf(book, part, cells)
    cut ||= sheet.cut
    sections.push({ title, blocks: [sheet.table] })
  }
  return { sections, tabs: true, cut: cut || cells.cut }
}

/** One character more than is shown, so that a cut is detected. */
const keptLength = limits.cellLength + 1

/** The shared strings. */
function stringsOf(bytes: Uint8Array | null): string[] {
  const strings: string[] = []
  let parts: string[] = []
  let inText = false
  let inReading = false
  if (!bytes) return strings
  readXml(bytes, {
    open(name) {
      if (name === 'si') parts = []
      else if (name === 't') inText = true
      else if (name === 'rPh') inReading = true
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') inReading = false
      else if (name === 'si') strings.push(unescaped(parts.join('')).slice(0, keptLength))
    },
    text(text) {
      if (inText && !inReading) parts.push(text)
    },
  })
  return strings
}

/** `BC12` → column 54, row 11, from 0; null when it is not a reference. */
function placeOf(reference: string | undefined): { column: number; row: number } | null {
  const [, letters, digits] = /^([A-Z]{1,3})([0-9]{1,7})$/.exec(reference ?? '') ?? []
  if (!letters || !digits) return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { column, row: Number(digits) - 1 }
}

/** `B2:C5`; null if it is not a range within the limits. */
function mergedOf(reference: string | undefined): Merged | null {
  const [first, last] = (reference ?? '').split(':').map(placeOf)
  if (!first || !last || first.row >= limits.rows || first.column >= limits.columns) return null
  const rows = Math.min(last.row, limits.rows - 1) - first.row + 1
  const columns = Math.min(last.column, limits.columns - 1) - first.column + 1
  return rows > 0 && columns > 0 ? { ...first, rows, columns } : null
}

type Book = ValueContext & { zip: Zip; strings: string[]; formats: string[] }
type Table = Extract<Block, { type: 'table' }>

const isOn = (value: string | undefined) => value === '1' || value === 'true'

function sheetOf(book: Book, part: string, budget: Budget): { table: Table; cut: boolean } {
  const rows: string[][] = []
  const hiddenRows = new Set<number>()
  const hiddenColumns = new Set<number>()
  const merged: Merged[] = []
  let cut = false
  let row = -1
  let column = -1
  let type = ''
  let style = 0
  let value: string[] = []
  let inValue = false
  let inReading = false
  readXml(book.zip.need(part), {
    open(name, attribute) {
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 2) - 1
        column = -1
        if (isOn(attribute('hidden'))) hiddenRows.add(row)
        if (row >= limits.rows) {
          cut = true
          throw stopReading
        }
      } else if (name === 'c') {
        column = placeOf(attribute('r'))?.column ?? column + 1
        type = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? 0)
        value = []
      } else if (name === 'v' || name === 't') inValue = true
      else if (name === 'rPh') inReading = true
      else if (name === 'mergeCell') {
        const range = merged.length < limits.merged ? mergedOf(attribute('ref')) : null
        if (range) merged.push(range)
      } else if (name === 'col' && isOn(attribute('hidden'))) {
        const last = Math.min(Number(attribute('max')), limits.columns)
        for (let each = Math.max(1, Number(attribute('min'))); each <= last; each++)
          hiddenColumns.add(each - 1)
      }
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inReading = false
      if (name !== 'c' || value.length === 0) return
      if (column >= limits.columns) cut = true
      else if (row >= 0) {
        // Empty cells before it count too: they are rendered.
        while (rows.length <= row) rows.push([])
        const cells = rows[row]!
        if (!budget.take(Math.max(1, column + 1 - cells.length))) throw stopReading
        while (cells.length <= column) cells.push('')
        const text = value.join('')
        const shown =
          type === 's'
            ? (book.strings[Number(text)] ?? '')
            : type === 'n' || type === 'b'
              ? displayValue(text, type, book.formats[style] ?? 'General', book)
              : unescaped(text)
        cut ||= shown.length > limits.cellLength
        cells[column] = shown.slice(0, limits.cellLength)
      }
    },
    text(text) {
      if (inValue && !inReading) value.push(text)
    },
  })
  const table: Table = { type: 'table', look: 'sheet', rows, ...(merged.length > 0 && { merged }) }
  return { table: withoutHidden(table, hiddenRows, hiddenColumns), cut }
}

/** For `count` places and the end: how many of the preceding places are not hidden. */
function shownBefore(count: number, hidden: ReadonlySet<number>): number[] {
  const before = [0]
  for (let place = 0; place < count; place++) before.push(before[place]! + (hidden.has(place) ? 0 : 1))
  return before
}

/** The rows and columns that Excel shows, with their original numbers. */
function withoutHidden(table: Table, hiddenRows: Set<number>, hiddenColumns: Set<number>): Table {
  const { rows } = table
  if (hiddenRows.size > 0) {
    table.rowNumbers = rows.flatMap((_, row) => (hiddenRows.has(row) ? [] : [row + 1]))
    table.rows = rows.filter((_, row) => !hiddenRows.has(row))
  }
  if (hiddenColumns.size > 0) {
    const all = Array.from({ length: limits.columns }, (_, column) => column)
    table.columnNumbers = all.filter(column => !hiddenColumns.has(column))
    table.rows = table.rows.map(row => row.filter((_, column) => !hiddenColumns.has(column)))
  }
  if (table.merged) {
    const above = shownBefore(limits.rows, hiddenRows)
    const left = shownBefore(limits.columns, hiddenColumns)
    table.merged = table.merged.map(({ row, column, rows, columns }) => ({
      row: above[row]!,
      column: left[column]!,
      rows: above[row + rows]! - above[row]!,
      columns: left[column + columns]! - left[column]!,
    }))
  }
  return table
}
