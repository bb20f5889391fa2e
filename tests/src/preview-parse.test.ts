import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { limits, type Parsed, TooComplex } from '../../src/files/preview/frame/parse/model.ts'
import { type ParsedKind, parse as parseSource } from '../../src/files/preview/frame/parse/parse.ts'
import type { Encoding } from '../../src/files/preview/protocol.ts'
import { workbook } from '../fixtures/previews/by-hand.ts'
import { docx, pptx, xlsx } from '../support/office-files.ts'

const parse = (kind: ParsedKind, bytes: Uint8Array) =>
  parseSource({ kind, name: '', bytes, locale: 'en', encoding: null })
const bytes = (text: string) => new TextEncoder().encode(text)
const rowsOf = (parsed: Parsed, section = 0) => {
  const block = parsed.sections[section]?.blocks[0]
  return block?.type === 'table' ? block.rows : []
}
const shown = (parsed: Parsed) =>
  parsed.sections.flatMap(({ blocks }) =>
    blocks.map(block =>
      'runs' in block ? [block.type, block.runs.map(run => run.text).join('')] : [block.type],
    ),
  )

describe('a text', () => {
  test('has numbered lines, whatever they end in', () => {
    const parsed = parse('text', bytes('một\r\nhai\rba\n'))
    expect(parsed.sections[0]?.blocks).toEqual([{ type: 'lines', first: 1, lines: ['một', 'hai', 'ba', ''] }])
    expect(parsed.cut).toBe(false)
  })

  test('is read as UTF-16 by its mark, and refused where it is no text', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0])
    expect(parse('text', utf16).sections[0]?.blocks).toEqual([{ type: 'lines', first: 1, lines: ['hi'] }])
    expect(() => parse('text', new Uint8Array([0x4d, 0x5a, 0, 0]))).toThrow()
  })

  test('is read in the encoding that the reader chooses', () => {
    const source = { kind: 'text', name: '', bytes: new Uint8Array([0x68, 0xec]), locale: 'vi' } as const
    const firstLine = (encoding: Encoding) => parseSource({ ...source, encoding }).sections[0]?.blocks
    const line = (text: string) => [{ type: 'lines', first: 1, lines: [text] }]
    expect(firstLine('windows-1252')).toEqual(line('hì'))
    expect(firstLine('windows-1258')).toEqual(line('h\u0301'))
    expect(firstLine('utf-16')).toEqual(line('\uec68'))
    expect(firstLine('utf-8')).toEqual(line('h\ufffd'))
  })

  test('is cut after its limits, and says so', () => {
    expect(parse('text', bytes('\n'.repeat(limits.lines))).cut).toBe(true)
    expect(parse('text', bytes('x'.repeat(limits.characters + 1))).cut).toBe(true)
    expect(parse('text', bytes('x'.repeat(limits.lineLength))).cut).toBe(false)
  })
})

describe('a CSV', () => {
  test('keeps quoted signs, and guesses the separator', () => {
    expect(rowsOf(parse('table', bytes('\ufeffa,"b ""x"", y"\r\n"1\n2",\n')))).toEqual([
      ['a', 'b "x", y'],
      ['1\n2', ''],
    ])
    expect(rowsOf(parse('table', bytes('a;b;1,5\nc;d;2,5')))).toEqual([
      ['a', 'b', '1,5'],
      ['c', 'd', '2,5'],
    ])
  })

  test('shows a formula as the text that it is', () => {
    const formula = '=HYPERLINK("http://example.com","x")'
    expect(rowsOf(parse('table', bytes(`"${formula.replaceAll('"', '""')}",=1+1`)))).toEqual([
      [formula, '=1+1'],
    ])
  })

  test('is cut after so many rows and columns', () => {
    const tall = parse('table', bytes('a\n'.repeat(limits.rows + 1)))
    expect([rowsOf(tall).length, tall.cut]).toEqual([limits.rows, true])
    const wide = parse('table', bytes('a,'.repeat(limits.columns + 5)))
    expect([rowsOf(wide)[0]?.length, wide.cut]).toEqual([limits.columns, true])
    expect(parse('table', bytes('a\n'.repeat(limits.rows))).cut).toBe(false)
  })
})

test('Markdown is a document in which HTML is text and links lead nowhere [V1.2.2, V1.3.1, V1.3.5, V3.2.2]', () => {
  const text =
    '# Tựa\n\n**đậm** [x](http://example.com) <img src=x onerror=alert(1)>\n\n- a\n  - [x] b\n\n<script>alert(1)</script>\n\n|a|b|\n|-|-|\n|1|2|\n'
  const parsed = parse('markdown', bytes(text))
  expect(shown(parsed)).toEqual([
    ['heading', 'Tựa'],
    ['paragraph', 'đậm x <img src=x onerror=alert(1)>'],
    ['item', 'a'],
    ['item', 'b'],
    ['code'],
    ['table'],
  ])
  expect(JSON.stringify(parsed)).not.toContain('example.com')
})

test('a document has its footnotes and endnotes at its end, in the order of the text', () => {
  const run = (inside: string) => `<w:r>${inside}</w:r>`
  const text = (value: string) => run(`<w:t xml:space="preserve">${value}</w:t>`)
  const note = (kind: string, id: number, value: string, type = '') =>
    `<w:${kind} w:id="${id}"${type}><w:p>${run(`<w:${kind}Ref/>`)}${text(value)}</w:p></w:${kind}>`
  const body = `<w:p>${text('Giá')}${run('<w:endnoteReference w:id="1"/>')}${text(' và thuế')}${run('<w:footnoteReference w:id="2"/>')}${run('<w:footnoteReference w:id="9"/>')}</w:p>`
  const parsed = parse(
    'document',
    zipSync({
      'word/document.xml': strToU8(`<w:document><w:body>${body}</w:body></w:document>`),
      'word/footnotes.xml': strToU8(
        `<w:footnotes>${note('footnote', 0, '---', ' w:type="separator"')}${note('footnote', 2, ' Thuế suất 8 %.')}</w:footnotes>`,
      ),
      'word/endnotes.xml': strToU8(`<w:endnotes>${note('endnote', 1, ' Chưa gồm phí.')}</w:endnotes>`),
    }),
  )
  expect(shown(parsed)).toEqual([
    ['paragraph', 'Giá[1] và thuế[2]'],
    ['rule'],
    ['item', 'Chưa gồm phí.'],
    ['item', 'Thuế suất 8 %.'],
  ])
})

describe('a workbook', () => {
  test('shows its sheets with texts, numbers, dates and shares', () => {
    const parsed = parse('sheets', xlsx())
    expect(parsed.sections.map(({ title }) => title)).toEqual(['Doanh thu', 'Ghi chú'])
    expect(rowsOf(parsed)).toEqual([['Tháng', 'Tiền'], ['2026-01-31', '1250.5'], [], ['', '12.5%', 'TRUE']])
    expect(rowsOf(parsed, 1)).toEqual([['xin chào']])
  })

  test('with cells at the far end of the sheet draws none of those between', () => {
    const cells =
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="A1048576"><v>3</v></c></row>'
    const parsed = parse('sheets', xlsx(cells))
    expect([rowsOf(parsed), parsed.cut]).toEqual([[['1']], true])
  })

  test('with cells beyond number is cut [V1.4.2]', () => {
    const row = (r: number) => `<row r="${r}">${'<c><v>1</v></c>'.repeat(limits.columns)}</row>`
    const parsed = parse('sheets', xlsx(Array.from({ length: 600 }, (_, at) => row(at + 1)).join('')))
    expect([rowsOf(parsed).flat().length, parsed.cut]).toEqual([limits.cells, true])
  })
})

test('a document shows headings, lists, tables and its own pictures, and leaves out those elsewhere', () => {
  const parsed = parse('document', docx())
  expect(shown(parsed)).toEqual(
    [
      ['heading', 'Báo cáo'],
      ['paragraph', 'Xin chào & tạm biệt'],
      ['item', 'một'],
      ['item', 'hai'],
      ['table'],
      ['paragraph', ''],
      ['picture'],
    ].filter(([type, text]) => type !== 'paragraph' || text !== ''),
  )
  const markers = parsed.sections[0]?.blocks.flatMap(block => (block.type === 'item' ? [block.marker] : []))
  expect(markers).toEqual(['1.', '2.'])
})

test('a presentation shows the text and the pictures of its slides, in their order', () => {
  const parsed = parse('slides', pptx())
  expect(parsed.sections.length).toBe(2)
  expect(shown(parsed)).toEqual([['heading', 'Mở đầu'], ['item', 'ý một'], ['heading', 'Kết'], ['picture']])
})

describe('refuses', () => {
  /** The ZIP, of which the list of entries says this size for all of a folder. */
  function declared(zip: Uint8Array, folder: string, size: number): Uint8Array {
    const view = new DataView(zip.buffer, zip.byteOffset)
    for (let at = 0; at < zip.length - 46; at++) {
      if (view.getUint32(at, true) !== 0x02014b50) continue
      const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + view.getUint16(at + 28, true)))
      if (name.startsWith(folder)) view.setUint32(at + 24, size, true)
    }
    return zip
  }

  test('a ZIP that unpacks to too much, in one entry or in all [V5.2.3]', () => {
    const one = declared(docx(), 'word/document', limits.entryBytes + 1)
    expect(() => parse('document', one)).toThrow(TooComplex)
    const pictures = Object.fromEntries(
      ['a', 'b', 'c'].map(name => [`word/media/${name}.png`, new Uint8Array(9)]),
    )
    expect(() => parse('document', declared(docx(pictures), 'word/media/', limits.entryBytes))).toThrow(
      TooComplex,
    )
  })

  test('no more of an entry than the size that it says', () => {
    const text = `<document><body><p><r><t>${'a'.repeat(100_000)}</t></r></p></body></document>`
    const zip = declared(zipSync({ 'word/document.xml': strToU8(text) }), 'word/', 40)
    expect(() => parse('document', zip)).toThrow()
  })

  test('a ZIP of too many entries [V5.2.3]', () => {
    const entries = Object.fromEntries(
      Array.from({ length: limits.entries + 1 }, (_, at) => [`${at}`, new Uint8Array()]),
    )
    expect(() => parse('slides', zipSync(entries, { level: 0 }))).toThrow(TooComplex)
  })

  test('XML that is nested too deep', () => {
    const deep = strToU8(`${'<a>'.repeat(limits.depth + 1)}${'</a>'.repeat(limits.depth + 1)}`)
    expect(() => parse('document', zipSync({ 'word/document.xml': deep }))).toThrow(TooComplex)
  })

  test.each(['sheets', 'slides', 'document'] as const)(
    '%s that is no ZIP, or lacks its main part [V5.2.2]',
    kind => {
      expect(() => parse(kind, bytes('not a zip'))).toThrow()
      expect(() => parse(kind, zipSync({ 'a.txt': bytes('a') }))).toThrow()
    },
  )

  test('more cells than there may be in the tables of a document, however few elements say so', () => {
    const wide = '<tc><tcPr><gridSpan val="100"/></tcPr></tc>'.repeat(1000)
    const text = `<document><body><tbl><tr>${wide}</tr></tbl></body></document>`
    const parsed = parse('document', zipSync({ 'word/document.xml': strToU8(text) }))
    expect([rowsOf(parsed).flat().length, parsed.cut]).toEqual([limits.cells, true])
  })

  test('to count hidden columns before the first', () => {
    const columns = '<cols><col min="-1000000000000" max="2" hidden="1"/></cols>'
    const cells = '<row r="1"><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>'
    expect(rowsOf(parse('sheets', workbook(cells, [], '', columns)))).toEqual([['3']])
  })

  test('entities of its own, of which a few lines become gigabytes [V1.5.1]', () => {
    const bomb =
      '<!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;">]><document><body><p><r><t>&b;</t></r></p></body></document>'
    const parsed = parse('document', zipSync({ 'word/document.xml': strToU8(bomb) }))
    expect(shown(parsed)).toEqual([['paragraph', '&b;']])
  })
})
