import type { Permission, ScopeFolder, SubUserRow } from '../openapi/schema.ts'
import { csvRecords, csvSeparator } from './csv.ts'
import { canonicalEmail, isEmail } from './email-address.ts'
import { endOfDay, isDay } from './expiry-day.ts'
import { unaccented } from './folded.ts'
import type { Issue } from './issue.ts'
import { label } from './label.ts'
import { importLinesMaximum } from './limits.ts'
import { folderOf, foldersPerScope, scopeFolderIssue, tidied } from './scope.ts'
import * as v from './valibot.ts'

/** Bytes of a file that is imported. */
export const importBytes = 256 * 1024

export const csvColumns = ['name', 'email', 'permission', 'folders', 'group', 'expiry'] as const
export type CsvColumn = (typeof csvColumns)[number]

/** `line`: of the file, from 1. `cells`: as in the file. `row`: null if there are issues. */
export type CsvLine = {
  line: number
  cells: Partial<Record<CsvColumn, string>>
  row: SubUserRow | null
  issues: { column: CsvColumn; issue: Issue }[]
}

/** Why nothing of a file can be read. `about`: the name of a column. */
export type CsvFileIssue = {
  issue: `csv-${'empty' | 'too-many' | 'unknown' | 'twice' | 'missing'}`
  about: string
}

/** What columns are called, without diacritics and signs. */
const names: Record<CsvColumn, readonly string[]> = {
  name: ['name', 'fullname', 'hovaten', 'hoten', 'ten'],
  email: ['email', 'emailaddress', 'diachiemail'],
  permission: ['permission', 'permissions', 'level', 'quyen'],
  folders: ['folders', 'folder', 'buckets', 'bucket', 'thumuc'],
  group: ['group', 'nhom'],
  expiry: ['expiry', 'expires', 'lastday', 'hethan', 'thoihan', 'ngaycuoi'],
}

const levels: Record<string, Permission> = {
  ...{ read: 'read', doc: 'read', write: 'write', ghi: 'write' },
  ...{ readwrite: 'read-write', docghi: 'read-write' },
  ...{ fullcontrol: 'full-control', toanquyen: 'full-control' },
}

const never = ['never', 'forever', 'noexpiry', 'khong', 'khonghethan']

/** Of a file that the console saved: why a line was refused. */
const ignored = ['reason', 'lydo']

const lettersOf = (text: string) => unaccented(text).replace(/[^a-z]/g, '')

/**
 * The sub-users of a CSV file: a line with the names of columns, in English or Vietnamese, then one for each. An empty cell
 * says nothing: what is there stays, and somebody new gets all buckets and no expiry. Folders are separated by `|` or
 * lines, `*` are all buckets; a group `-` is none; days are `yyyy-MM-dd` or `dd/MM/yyyy`, in this machine's time zone.
 */
export function readSubUserCsv(text: string): CsvLine[] | CsvFileIssue {
  const plain = text.replace(/^\ufeff/, '')
  const [given = '', separator = csvSeparator(plain)] = /^"?sep=([^\r\n"])"?(?:\r\n|\n|\r)/i.exec(plain) ?? []
  const [head, ...records] = csvRecords(plain.slice(given.length), separator)
  if (!head || records.length === 0) return { issue: 'csv-empty', about: '' }
  if (records.length > importLinesMaximum) return { issue: 'csv-too-many', about: String(importLinesMaximum) }
  const columns = head.cells.map(cell => csvColumns.find(column => names[column].includes(lettersOf(cell))))
  const unknown = head.cells.find(
    (cell, at) => !columns[at] && cell.trim() !== '' && !ignored.includes(lettersOf(cell)),
  )
  if (unknown !== undefined) return { issue: 'csv-unknown', about: unknown.trim() }
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) return { issue: 'csv-twice', about: twice }
  const missing = (['name', 'email'] as const).find(column => !columns.includes(column))
  if (missing) return { issue: 'csv-missing', about: missing }
  const seen = new Set<string>()
  const lines = given === '' ? 0 : 1
  return records.map(record => {
    const cells: CsvLine['cells'] = {}
    for (const [at, column] of columns.entries())
      if (column) cells[column] = (record.cells[at] ?? '').trim().replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')
    const { row, issues } = rowOf(cells)
    if (record.open || record.cells.slice(columns.length).some(cell => cell.trim() !== ''))
      issues.push({ column: 'name', issue: record.open ? 'csv-quote' : 'csv-cells' })
    const email = canonicalEmail(row.email)
    if (seen.has(email)) issues.push({ column: 'email', issue: 'email-twice' })
    seen.add(email)
    return { line: record.line + lines, cells, row: issues.length === 0 ? row : null, issues }
  })
}

function rowOf(cells: CsvLine['cells']): { row: SubUserRow; issues: CsvLine['issues'] } {
  const { name = '', email = '', permission = '', folders = '', group = '', expiry = '' } = cells
  const issues: CsvLine['issues'] = []
  const row: SubUserRow = { fullName: name.normalize('NFC'), email }
  const wrong = (column: CsvColumn, issue: Issue) => void issues.push({ column, issue })

  const [found] = v.safeParse(label, name).issues ?? []
  if (found) wrong('name', found.message as Issue)
  if (email === '') wrong('email', 'required')
  else if (!isEmail(email)) wrong('email', 'email-invalid')

  const level = levels[lettersOf(permission)]
  if (level) row.permission = level
  else if (permission !== '') wrong('permission', 'csv-permission')
  else if (group === '' || group === '-') wrong('permission', 'csv-rights')

  const scope = scopeOf(folders)
  if (Array.isArray(scope) || scope === null) row.scope = scope
  else if (scope !== undefined) wrong('folders', scope.issue)

  if (group === '-') row.group = null
  else if (group !== '') {
    const [found] = v.safeParse(label, group).issues ?? []
    if (found) wrong('group', found.message as Issue)
    else row.group = group.normalize('NFC')
  }

  const day = expiry.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, d: string, m: string, y: string) =>
    [y, m.padStart(2, '0'), d.padStart(2, '0')].join('-'),
  )
  if (never.includes(lettersOf(expiry))) row.expire_date = 0
  else if (expiry !== '' && !isDay(day)) wrong('expiry', 'date-invalid')
  else if (expiry !== '') row.expire_date = endOfDay(day)
  return { row, issues }
}

/** Undefined: nothing is said; null: all buckets. */
function scopeOf(cell: string): ScopeFolder[] | null | undefined | { issue: Issue } {
  if (cell === '') return undefined
  if (cell === '*') return null
  const folders: ScopeFolder[] = []
  for (const part of cell.split(/[|\r\n]/).filter(each => each.trim() !== '')) {
    const [bucket = '', ...path] = part.trim().split('/')
    const prefix = folderOf(path.join('/'))
    const issue = bucket === '' ? 'csv-bucket' : scopeFolderIssue(prefix)
    if (issue) return { issue }
    folders.push({ bucket, prefix })
  }
  if (folders.length === 0) return { issue: 'csv-bucket' }
  return folders.length > foldersPerScope ? { issue: 'csv-folders' } : tidied(folders)
}
