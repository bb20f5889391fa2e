import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, csvRecords, csvSeparator } from '../../domain/csv.ts'
import { endOfDay } from '../../domain/expiry-day.ts'
import { importLinesMaximum } from '../../domain/limits.ts'
import { permissions } from '../../domain/permissions.ts'
import { type CsvLine, csvColumns, readSubUserCsv } from '../../domain/sub-user-csv.ts'
import { say } from '../support/say.ts'

function linesOf(text: string): CsvLine[] {
  const read = readSubUserCsv(text)
  if (!Array.isArray(read)) throw new Error(JSON.stringify(read))
  return read
}
const rowsOf = (text: string) => linesOf(text).map(({ row }) => row)
/** The issues of each line, by its number and column. */
const issuesOf = (text: string) =>
  linesOf(text).flatMap(({ line, issues }) => issues.map(({ column, issue }) => `${line} ${column} ${issue}`))

const an = { fullName: 'Trần An', email: 'an@example.com', permission: 'read' as const }

describe('a file', () => {
  test.each([
    ['commas and LF', 'name,email,permission\nTrần An,an@example.com,read\n'],
    ['semicolons, CRLF and a byte order mark', '\ufeffname;email;permission\r\nTrần An;an@example.com;read'],
    ['tabs and CR', 'name\temail\tpermission\rTrần An\tan@example.com\tread\r'],
    ['a separator that it names', 'sep=;\r\nname;email;permission\r\nTrần An;an@example.com;read'],
    ['other columns first, in Vietnamese', 'Quyền,Email,Họ và tên\nĐọc,an@example.com,Trần An'],
    ['quotes around all', '"name","email","permission"\n"Trần An","an@example.com","read"'],
    ['the reasons of an earlier import', 'name,email,permission,Lý do\nTrần An,an@example.com,read,Taken'],
    ['blank lines and columns', '\n\nname,email,permission,\n,,,\nTrần An,an@example.com,read,\n\n'],
    ['decomposed letters', 'name,email,permission\nTrần An,an@example.com,read'.normalize('NFD')],
  ])('with %s is read', (_, text) => {
    expect(rowsOf(text)).toEqual([an])
  })

  test('has all that a sub-user may have', () => {
    const text = [
      'name,email,permission,folders,group,expiry',
      'Trần An,an@example.com,"Read, write",anh/2026|anh/2026/tet/|web,,2027-02-28',
      'Bình,binh@example.com,Toàn quyền,*,-,28/2/2027',
      'Chi,chi@example.com,,,Kế toán,never',
    ].join('\n')
    const expire_date = endOfDay('2027-02-28')
    const scope = [
      { bucket: 'anh', prefix: '2026/' },
      { bucket: 'web', prefix: '' },
    ]
    expect(rowsOf(text)).toEqual([
      { fullName: 'Trần An', email: 'an@example.com', permission: 'read-write', scope, expire_date },
      {
        ...{ fullName: 'Bình', email: 'binh@example.com', permission: 'full-control' },
        ...{ scope: null, group: null, expire_date },
      },
      { fullName: 'Chi', email: 'chi@example.com', group: 'Kế toán', expire_date: 0 },
    ])
  })

  test('has levels as the console calls them, in both languages', () => {
    for (const locale of ['vi', 'en'] as const)
      for (const permission of permissions) {
        const called = csvCell(say(locale, `people.permission.${permission}`))
        expect(rowsOf(`name,email,permission\nTrần An,an@example.com,${called}`)).toEqual([
          { ...an, permission },
        ])
      }
  })

  test.each([
    ['', 'csv-empty', ''],
    ['name,email,permission\n\n', 'csv-empty', ''],
    ['name,permission\na,read', 'csv-missing', 'email'],
    ['name,email,Tuổi\na,b,c', 'csv-unknown', 'Tuổi'],
    ['name,email,Họ tên\na,b,c', 'csv-twice', 'name'],
    [`name,email\n${'a,b\n'.repeat(importLinesMaximum + 1)}`, 'csv-too-many', String(importLinesMaximum)],
  ])('%j is refused as a whole', (text, issue, about) => {
    expect(readSubUserCsv(text)).toEqual({ issue, about })
  })
})

test('each wrong cell is named by line and column; the other lines are read', () => {
  const text = [
    'name,email,permission,folders,group,expiry',
    ',an@,manager,anh/*,,31/02/2027',
    'An,an@example.com,read,,,',
    '"Two',
    'lines",AN@example.com,,/anh,-,',
    `An,binh@example.com,read,${'anh/a|'.repeat(51)},${'x'.repeat(101)},,more`,
  ].join('\r\n')
  expect(issuesOf(text)).toEqual([
    '2 name required',
    '2 email email-invalid',
    '2 permission csv-permission',
    '2 folders scope-letters',
    '2 expiry date-invalid',
    '4 name label-characters',
    '4 permission csv-rights',
    '4 folders csv-bucket',
    '4 email email-twice',
    '6 folders csv-folders',
    '6 group label-too-long',
    '6 name csv-cells',
  ])
  expect(rowsOf(text).map(row => row?.email ?? null)).toEqual([null, 'an@example.com', null, null])
})

test('a quote that is never closed is said, and takes the rest of the file', () => {
  expect(
    issuesOf('name,email,permission\nAn,an@example.com,read\nB,b@example.com,"read\nC,c@example.com,read'),
  ).toEqual(['3 permission csv-permission', '3 name csv-quote'])
})

const cell = fc.string({ unit: fc.constantFrom('a', 'Đ', ' ', ',', ';', '"', '\n', '\r', "'", '=', '-') })

test('what is written as cells is read again: any text, any separator', () => {
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, separator, end) => {
        const text = rows.map(row => row.map(quoted).join(separator)).join(end)
        const kept = rows.filter(row => row.some(each => each.trim() !== ''))
        expect(csvRecords(text, separator).map(({ cells }) => cells)).toEqual(kept)
      },
    ),
  )
})

test('any text is read to its end: a file that is refused, or lines that have a row or an issue', () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(cell).map(cells => `name,email,folders,expiry\n${cells.join(',')}`),
  )
  fc.assert(
    fc.property(text, text => {
      const read = readSubUserCsv(text)
      if (!Array.isArray(read)) return
      for (const { row, issues } of read) expect(row === null).toBe(issues.length > 0)
      expect(read.map(({ line }) => line)).toEqual(read.map(({ line }) => line).toSorted((a, b) => a - b))
    }),
  )
})

test('a line that was exported is read again, also where a cell begins like a formula', () => {
  const text = [
    csvColumns.join(','),
    ['An', 'an@example.com', 'read', '', '-', ''].map(csvCell).join(','),
  ].join('\n')
  expect(rowsOf(text)).toEqual([{ ...an, fullName: 'An', group: null }])
  expect(csvSeparator('"a,b,c";d')).toBe(';')
})
