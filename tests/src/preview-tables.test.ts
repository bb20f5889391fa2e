// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { draw } from '../../src/files/preview/frame/draw.ts'
import { limits, type Merged } from '../../src/files/preview/frame/parse/model.ts'
import { type ParsedKind, parse } from '../../src/files/preview/frame/parse/parse.ts'
import { document as documentOf } from '../fixtures/previews/by-hand.ts'
import { xlsx } from '../support/office-files.ts'

const texts = { plain: '', cut: '', slide: '' }

function drawn(parsed: Parameters<typeof draw>[1]) {
  const root = document.createElement('main')
  const steps = draw(root, parsed, texts as Parameters<typeof draw>[2])
  while (!steps.next().done);
  return [...root.querySelector('table')!.rows].map(row =>
    [...row.cells].map(({ textContent, rowSpan, colSpan }) =>
      rowSpan * colSpan === 1 ? textContent : `${textContent} ${colSpan}×${rowSpan}`,
    ),
  )
}

const parsed = (kind: ParsedKind, bytes: Uint8Array) =>
  parse({ kind, name: '', bytes, locale: 'en', encoding: null })

const sheet = (rows: string, ...merged: string[]) => {
  const ranges = merged.map(ref => `<mergeCell ref="${ref}"/>`).join('')
  return parsed('sheets', xlsx(`${rows}</sheetData><mergeCells>${ranges}</mergeCells><sheetData>`))
}
const row = (r: number, cells: string, hidden = '') => `<row r="${r}"${hidden}>${cells}</row>`
const cell = (r: string, value: number) => `<c r="${r}"><v>${value}</v></c>`

test('a merged cell of a sheet takes its places, also those without cells, and leaves the others where they are', () => {
  const rows = row(1, cell('A1', 1) + cell('C1', 2)) + row(2, cell('C2', 3)) + row(3, cell('A3', 4))
  expect(drawn(sheet(rows, 'A1:B2', 'B3:C3'))).toEqual([
    ['', 'A', 'B', 'C'],
    ['1', '1 2×2', '2'],
    ['2', '3'],
    ['3', '4', ' 2×1'],
  ])
})

test('hidden rows and columns are not counted into a merged cell', () => {
  const columns = '</sheetData><cols><col min="2" max="2" hidden="1"/></cols><sheetData>'
  const rows =
    row(1, cell('A1', 1)) +
    row(2, cell('D2', 2), ' hidden="1"') +
    row(3, cell('D3', 3)) +
    row(4, cell('A4', 4) + cell('D4', 5))
  expect(drawn(sheet(columns + rows, 'A1:C3'))).toEqual([
    ['', 'A', 'C', 'D'],
    ['1', '1 2×2', ''],
    ['3', '3'],
    ['4', '4', '', '5'],
  ])
})

test('a merged cell beyond the limits, or over another one, is drawn as cells', () => {
  const rows = row(1, cell('A1', 1) + cell('B1', 2)) + row(2, cell('A2', 3) + cell('B2', 4))
  const table = (merged: Merged[]) => {
    const rows = [
      ['1', '2'],
      ['3', '4'],
    ]
    return drawn({
      sections: [{ title: null, blocks: [{ type: 'table', look: 'plain', rows, merged }] }],
      cut: false,
    })
  }
  expect(drawn(sheet(rows, 'A1:A2', 'A2:B2', 'XFD1:XFD9', 'B2', 'B2:A1')).slice(1)).toEqual([
    ['1', '1 1×2', '2'],
    ['2', '4'],
  ])
  expect(table([{ row: 0, column: 0, rows: limits.rows, columns: limits.columns }])).toEqual([['1 2×2'], []])
  expect(table([{ row: 5, column: 5, rows: 2, columns: 2 }])).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a cell of a document takes as many columns as it says', () => {
  const text = (value: string, span = '') =>
    `<w:tc><w:tcPr>${span}</w:tcPr><w:p><w:r><w:t>${value}</w:t></w:r></w:p></w:tc>`
  const body = `<w:tbl><w:tr>${text('tên', '<w:gridSpan w:val="2"/>')}${text('giá')}</w:tr><w:tr>${text('a')}${text('b')}${text('c')}</w:tr></w:tbl>`
  expect(drawn(parsed('document', documentOf(body)))).toEqual([
    ['tên 2×1', 'giá'],
    ['a', 'b', 'c'],
  ])
})
