import { expect, test } from 'vitest'
import { folderAddress, readAddress } from '../../src/buckets/addresses.ts'

const prefixes = [
  '',
  'a/',
  'a/b/',
  '/',
  '//',
  'a//b/',
  '/a/',
  './',
  '../',
  'a/../b/',
  '~/',
  '~a/',
  '~../',
  '~~/',
  '%2E%2E/',
  '%/',
  'a b+c#d?e&f=g/',
  'Tết Bính Ngọ 2026/múa lân 🎉/',
  '\\..\\/',
  'a;b:c@d/',
  '.../',
  '\u0001/',
]

test.each(prefixes)('the address of the folder %j leads back to it, through a browser too', prefix => {
  const place = { bucket: 'anh-gia-dinh', prefix }
  const address = folderAddress(place)
  const { pathname, search, hash } = new URL(address, 'http://kho.test')
  expect({ pathname, search, hash }).toEqual({ pathname: address, search: '', hash: '' })
  expect(readAddress(pathname)).toEqual(place)
  expect(readAddress(`${pathname}/`)).toEqual(place)
})

test('no address of a folder has an empty segment, which proxies merge', () => {
  expect(
    prefixes.map(prefix => folderAddress({ bucket: 'b', prefix })).filter(path => path.includes('//')),
  ).toEqual([])
})

test('what is no address of a folder is told apart', () => {
  expect(
    ['/bucket-management', '/bucket-management/', '/dashboard', '/bucket-management/b/%E0'].map(readAddress),
  ).toEqual([null, null, null, null])
})
