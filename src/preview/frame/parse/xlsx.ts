import { displayValue, stylesOf } from './cell-value.ts'
import { Budget, limits, type Parsed, type Section } from './model.ts'
import { relationsOf } from './package.ts'
import { readXml, stopReading } from './xml.ts'
import { Zip } from './zip.ts'

const main = 'xl/workbook.xml'

/** The sheets of a workbook as tables of their stored values, without calculation. Source: ECMA-376, part 1, 18. */
export function parseXlsx(bytes: Uint8Array): Parsed {
  const zip = new Zip(bytes)
  const relations = relationsOf(zip, main)
  const sheets: { title: string; part: string }[] = []
  let dates1904 = false
  readXml(zip.need(main), {
    open(name, attribute) {
      if (name === 'workbookPr') dates1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      const part = name === 'sheet' ? relations.get(attribute('r:id') ?? '') : undefined
      if (part && attribute('state') !== 'veryHidden') sheets.push({ title: attribute('name') ?? '', part })
    },
  })
  const book = { zip, strings: stringsOf(zip), styles: stylesOf(zip), dates1904 }
  const cells = new Budget(limits.cells)
  let cut = sheets.length > limits.sheets
  const sections: Section[] = []
  for (const { title, part } of sheets.slice(0, limits.sheets)) {
    const sheet = sheetOf(book, part, cells)
    cut ||= sheet.cut
    sections.push({ title, blocks: [{ type: 'table', look: 'sheet', rows: sheet.rows }] })
  }
  return { sections, tabs: true, cut: cut || cells.cut }
}

/** The shared strings. */
function stringsOf(zip: Zip): string[] {
  const bytes = zip.read('xl/sharedStrings.xml')
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
      else if (name === 'si') strings.push(parts.join('').slice(0, limits.cellLength))
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

type Book = { zip: Zip; strings: string[]; styles: ReturnType<typeof stylesOf>; dates1904: boolean }

function sheetOf(book: Book, part: string, budget: Budget): { rows: string[][]; cut: boolean } {
  const rows: string[][] = []
  let cut = false
  let row = -1
  let column = -1
  let type = ''
  let style = 0
  let value: string[] = []
  let inValue = false
  readXml(book.zip.need(part), {
    open(name, attribute) {
      if (name === 'row') {
        row = Number(attribute('r') ?? row + 2) - 1
        column = -1
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
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      if (name !== 'c' || value.length === 0) return
      if (column >= limits.columns) cut = true
      else if (row >= 0) {
        // Empty cells before it count too: they are rendered.
        while (rows.length <= row) rows.push([])
        const cells = rows[row]!
        if (!budget.take(Math.max(1, column + 1 - cells.length))) throw stopReading
        while (cells.length <= column) cells.push('')
        const text = value.join('')
        cells[column] =
          type === 's'
            ? (book.strings[Number(text)] ?? '')
            : displayValue(text, type, book.styles[style], book.dates1904)
      }
    },
    text(text) {
      if (inValue) value.push(text)
    },
  })
  return { rows, cut }
}
