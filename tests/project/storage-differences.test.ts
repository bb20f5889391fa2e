import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { storageDifferences } from '../../domain/storage-differences.ts'

test('the tests of S3 show every difference of Ceph RGW that is declared', () => {
  const sources = globSync(['tests/engine/s3/*.test.ts', 'tests/engine/s3/storage.ts']).map(file =>
    readFileSync(file, 'utf8'),
  )
  const shown = sources.flatMap(source =>
    [...source.matchAll(/\b(?:differs|follows)\('([\w-]+)'/g)].map(match => match[1]),
  )
  expect(Object.keys(storageDifferences).filter(id => !shown.includes(id))).toEqual([])
})
