import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ObjectItem } from '../../openapi/schema.ts'
import { extentOf, loadFor } from '../../src/files/list/large/row-window.ts'
import {
  compareKeys,
  type ListedPage,
  type Pages,
  withItems,
  withoutKeys,
} from '../../src/files/list/listing-pages.ts'

const pageSize = 100
const mostPages = 8

const item = (key: string): ObjectItem => ({
  ...{ type: 'file', key, name: key, size: 1, last_modified: 1, etag: null, storage_class: null },
})

/** A folder, as a storage has it that counts its rows. */
function storage(count: number) {
  let keys = Array.from({ length: count }, (_, at) => `k${String(at * 10).padStart(6, '0')}`)
  let reads = 0
  const page = (start: number, end: number): ListedPage => {
    const from = Math.max(0, start)
    const names = keys.slice(from, end)
    return {
      ...{ items: names.map(item), exists: true, position: from, total: keys.length, readAt: ++reads },
      next_token: from + names.length < keys.length ? (names.at(-1) ?? '') : null,
      previous_token: from > 0 ? (names[0] ?? null) : null,
    }
  }
  const place = (key: string) => {
    const at = keys.findIndex(known => compareKeys(known, key) >= 0)
    return at < 0 ? keys.length : at
  }
  return {
    keys: () => keys,
    from: (position: number) => {
      const start = Math.max(0, Math.min(position, keys.length - 1))
      return page(start, start + pageSize)
    },
    after: (key: string) => {
      const start = keys.includes(key) ? place(key) + 1 : place(key)
      return page(start, start + pageSize)
    },
    before: (key: string) => page(place(key) - pageSize, place(key)),
    change: (added: string[], gone: ReadonlySet<string>) => {
      keys = [...new Set([...keys, ...added])].filter(key => !gone.has(key)).sort(compareKeys)
    },
  }
}

/** Loads until the rows `[first, end)` can be shown. */
function settle(server: ReturnType<typeof storage>, start: Pages, first: number, end: number): Pages {
  let pages = start
  for (let calls = 0; ; calls++) {
    const extent = extentOf(pages)!
    const rows = pages.flatMap(page => page.items)
    const load = loadFor(extent, rows.length, first, Math.min(end, extent.total))
    if (!load) return pages
    expect(calls).toBeLessThan(20)
    if (load.type === 'jump') pages = [server.from(load.position)]
    else if (load.type === 'after')
      pages = [...pages, server.after(pages.at(-1)!.next_token!)].slice(-mostPages)
    else pages = [server.before(pages[0]!.previous_token!), ...pages].slice(0, mostPages)
  }
}

type Step =
  | { type: 'see'; share: number }
  | { type: 'by'; rows: number }
  | { type: 'change'; add: number[]; gone: number[] }

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ type: fc.constant('see'), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ type: fc.constant('by'), rows: fc.integer({ min: -400, max: 400 }) }),
  fc.record({
    type: fc.constant('change'),
    add: fc.array(fc.nat(40_000), { maxLength: 5 }),
    gone: fc.array(fc.nat(4_000), { maxLength: 5 }),
  }),
)

test('whatever is scrolled, jumped to and changed, rows in view are neighbours in the folder, and few are kept', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 4000 }), fc.array(step, { maxLength: 25 }), (count, steps) => {
      const server = storage(count)
      let pages: Pages = [server.from(0)]
      let first = 0
      let isChanged = false
      for (const step of steps) {
        const keys = server.keys()
        if (step.type === 'see') first = Math.floor(step.share * (keys.length - 1))
        if (step.type === 'by') first = Math.max(0, Math.min(first + step.rows, keys.length - 1))
        if (step.type === 'change') {
          const added = step.add.map(at => `k${String(at).padStart(6, '0')}`)
          const gone = new Set(step.gone.flatMap(at => keys[at] ?? []).filter(key => !added.includes(key)))
          server.change(added, gone)
          pages = withItems(withoutKeys(pages, gone), added.map(item))
          isChanged = true
        }
        first = Math.min(first, extentOf(pages)!.total - 1)
        pages = settle(server, pages, first, first + 30)
        const { base, total } = extentOf(pages)!
        const rows = pages.flatMap(page => page.items.map(({ key }) => key))
        const shown = rows.slice(Math.max(0, first - base), first - base + 30)
        const now = server.keys()
        const at = now.indexOf(rows[0]!)
        expect(rows).toEqual(now.slice(at, at + rows.length))
        expect(rows.length).toBeLessThanOrEqual((mostPages + 1) * pageSize)
        if (isChanged) continue
        expect([at, total]).toEqual([base, now.length])
        expect(shown).toEqual(now.slice(first, first + 30))
      }
    }),
    { numRuns: 150 },
  )
})

test('a page without numbers has no place among all rows', () => {
  expect(extentOf([])).toBe(null)
  expect(extentOf([{ items: [item('a')], next_token: null, exists: true }])).toBe(null)
})
