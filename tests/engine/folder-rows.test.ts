import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../server/engine/store/database.ts'
import { type RowsOfFolder, rowsAt, segmentsOf } from '../../server/engine/store/folder-rows.ts'
import { enterFolder } from '../../server/engine/store/folders.ts'
import { makeScale } from '../../server/engine/store/scale.ts'
import type { RowsAt, RowsOrder } from '../../server/s3/folder.ts'

let db: Database
let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-rows-'))
  db = openDatabase(dir)
  db.sqlite.exec('PRAGMA foreign_keys = OFF')
})
afterAll(() => {
  db.close()
  rmSync(dir, { recursive: true })
})

type File = { key: string; size: number; modified: number }

const fill = (files: readonly File[]): void => {
  db.sqlite.exec('DELETE FROM version; DELETE FROM folder')
  for (const { key, size, modified } of files)
    db.run(
      `INSERT INTO version (bucket, key, version_id, latest, marker, content, size, etag, modified, headers, folder)
       VALUES (1, ?, 'null', 1, 0, 1, ?, 'e', ?, '{}', ?)`,
      ...[key, size, modified, enterFolder(db, 1, key, size)],
    )
}

const orders: RowsOrder[] = [
  { by: 'name', descending: false },
  { by: 'name', descending: true },
  ...(['size', 'modified'] as const).flatMap(by => [
    { by, descending: false },
    { by, descending: true },
  ]),
]

const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The rows of a folder, worked out from all files. */
const expected = (files: readonly File[], prefix: string, { by, descending }: RowsOrder): string[] => {
  const inside = files.filter(({ key, size }) => key.startsWith(prefix) && (key !== prefix || size > 0))
  const slash = (key: string) => key.indexOf('/', prefix.length)
  const folders = [
    ...new Set(inside.filter(({ key }) => slash(key) >= 0).map(({ key }) => key.slice(0, slash(key) + 1))),
  ].sort(compare)
  const own = inside.filter(({ key }) => slash(key) < 0)
  if (by === 'name') {
    const names = [...folders, ...own.map(({ key }) => key)].sort(compare)
    return descending ? names.reverse() : names
  }
  // `files` come in the order in which they were stored.
  const sorted = own.toSorted((a, b) => a[by] - b[by]).map(({ key }) => key)
  return [...folders, ...(descending ? sorted.reverse() : sorted)]
}

const part = fc.constantFrom('a', 'B', 'm', 'ma', 'Mb', 'é', 'đ', '\u{1f600}', '￿', 'z z', '\u0001', '%')
const key = fc
  .tuple(fc.array(part, { maxLength: 2 }), fc.array(part, { minLength: 1, maxLength: 2 }), fc.boolean())
  .map(([folders, name, isFolder]) => [...folders, name.join('')].join('/') + (isFolder ? '/' : ''))
const files = fc
  .uniqueArray(
    fc.record({ key, size: fc.constantFrom(0, 0, 1, 2, 9), modified: fc.integer({ min: 1, max: 4 }) }),
    {
      selector: file => file.key,
      maxLength: 40,
    },
  )
  .map(files => files.map(file => ({ ...file, modified: file.modified * 1000 })))

const keysOf = ({ rows }: RowsOfFolder) => rows.map(row => ('prefix' in row ? row.prefix : row.row.key))

const open = async (prefix: string, order: RowsOrder, step: number) => {
  const segments = segmentsOf(db, { bucket: 1, prefix, order })
  const scales = await Promise.all(segments.map(part => makeScale(part.sequence, part.hidden, step)))
  return (at: RowsAt, limit: number) => rowsAt(segments, scales, { at, prefix, limit })
}

test('from any number on the rows of a folder are those of its order, and lead to all others in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.constantFrom('', 'a/', 'm/'),
      fc.constantFrom(...orders),
      fc.nat(45),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 6 }),
      async (files, prefix, order, position, limit, step) => {
        fill(files)
        const rows = expected(files, prefix, order)
        const read = await open(prefix, order, step)
        const first = read({ position }, limit)
        const start = Math.max(0, Math.min(position, rows.length - 1))
        expect(keysOf(first)).toEqual(rows.slice(start, start + limit))
        expect([first.position, first.total]).toEqual([start, rows.length])
        const found = keysOf(first)
        for (let page = first; page.next; ) {
          page = read({ after: page.next }, limit)
          expect(page.position).toBe(start + found.length)
          found.push(...keysOf(page))
        }
        for (let page = first; page.previous; ) {
          page = read({ before: page.previous }, limit)
          found.unshift(...keysOf(page))
          expect(page.position).toBe(rows.length - found.length)
        }
        expect(found).toEqual(rows)
      },
    ),
    { numRuns: 400 },
  )
})

test('from a name, a size or a date on', async () => {
  const names = ['apple', 'Minh', 'bê/x', 'man', 'mno', 'zoo']
  const stored = names.map((key, at) => ({ key, size: at % 3, modified: 1000 * at }))
  fill(stored)
  const first = async (order: RowsOrder, at: RowsAt) => {
    const page = (await open('', order, 2))(at, 2)
    return [page.position, ...keysOf(page)]
  }
  const [byName, backwards, bySize, bySizeDown, byDate] = orders as [
    RowsOrder,
    RowsOrder,
    RowsOrder,
    RowsOrder,
    RowsOrder,
  ]
  expect(await first(byName, { name: 'm' })).toEqual([3, 'man', 'mno'])
  expect(await first(byName, { name: 'MINH' })).toEqual([0, 'Minh', 'apple'])
  expect(await first(byName, { name: 'minh' })).toEqual([0, 'Minh', 'apple'])
  expect(await first(byName, { name: 'n' })).toEqual([5, 'zoo'])
  expect(await first(byName, { name: 'zz' })).toEqual([6])
  expect(await first(byName, { name: 'bê/x' })).toEqual([2, 'bê/', 'man'])
  expect(await first(backwards, { name: 'm' })).toEqual([1, 'mno', 'man'])
  expect(await first(bySize, { value: 1 })).toEqual([3, 'Minh', 'mno'])
  expect(await first(bySizeDown, { value: 1 })).toEqual([2, 'mno', 'Minh'])
  expect(await first(byDate, { value: 3500 })).toEqual([4, 'mno', 'zoo'])
})
