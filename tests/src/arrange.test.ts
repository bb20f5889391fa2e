import { describe, expect, it } from 'vitest'
import { arrange, type Sorting } from '../../src/buckets/list/arrange.ts'
import { sortedBy } from '../../src/ui/sorting.ts'

const bucket = (name: string, size: number | null) => ({ name, size, objects: size, created_at: 1 })
const buckets = [bucket('b', 5), bucket('a', null), bucket('d', 9), bucket('c', 5)]
const names = (filter: string, sorting: Sorting) => arrange(buckets, filter, sorting).map(({ name }) => name)

describe('the list of buckets', () => {
  it('orders by name both ways', () => {
    expect(names('', { column: 'name', order: 'ascending' })).toEqual(['a', 'b', 'c', 'd'])
    expect(names('', { column: 'name', order: 'descending' })).toEqual(['d', 'c', 'b', 'a'])
  })

  it('orders by size, equal ones by name, unknown ones last both ways', () => {
    expect(names('', { column: 'size', order: 'ascending' })).toEqual(['b', 'c', 'd', 'a'])
    expect(names('', { column: 'size', order: 'descending' })).toEqual(['d', 'b', 'c', 'a'])
  })

  it('keeps names that contain the filter, whatever its case and the spaces around it', () => {
    const sorting = { column: 'name', order: 'ascending' } as const
    expect(arrange([bucket('anh-gia-dinh', 1), bucket('tai-lieu', 1)], ' GIA ', sorting)).toEqual([
      bucket('anh-gia-dinh', 1),
    ])
  })

  it('begins in the order that a column begins with, and turns at the second click', () => {
    const byName: Sorting = { column: 'name', order: 'ascending' }
    const bySize = sortedBy(byName, 'size', 'descending')
    const again = sortedBy(bySize, 'size', 'descending')
    expect([bySize, again, sortedBy(bySize, 'name', 'ascending')]).toEqual([
      { column: 'size', order: 'descending' },
      { column: 'size', order: 'ascending' },
      { column: 'name', order: 'ascending' },
    ])
  })
})
