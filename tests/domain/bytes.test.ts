import { expect, test } from 'vitest'
import { formatBytes } from '../../domain/bytes.ts'

test('bytes are written base 1024 with one decimal, in the language of the reader', () => {
  expect([0, 1, 1023, 1024, 1536, 5 * 1024 ** 3, 1024 ** 9].map(bytes => formatBytes(bytes))).toEqual([
    '0 Bytes',
    '1 Byte',
    '1,023 Bytes',
    '1 KB',
    '1.5 KB',
    '5 GB',
    '1,024 YB',
  ])
  expect([1024 ** 2 - 60, 1024 ** 2 - 51, 1024 ** 2 - 1].map(bytes => formatBytes(bytes))).toEqual([
    '1,023.9 KB',
    '1 MB',
    '1 MB',
  ])
  expect(formatBytes(1536, 'vi')).toBe('1,5 KB')
  expect(formatBytes(1234567, 'en', 2)).toBe('1.18 MB')
})
