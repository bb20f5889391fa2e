import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { storageDifferences } from '../../domain/storage-differences.ts'

const folder = join(import.meta.dirname, '../engine/s3')
const files = globSync('*.test.ts', { cwd: folder })
const sources = files.map(file => readFileSync(join(folder, file), 'utf8'))

describe('the tests of S3', () => {
  test('show every difference of Ceph RGW that is declared', () => {
    const shown = new Set(
      [...sources, readFileSync(join(folder, 'storage.ts'), 'utf8')].flatMap(source =>
        [...source.matchAll(/\b(?:differs|follows)\('([\w-]+)'/g)].map(match => match[1]),
      ),
    )
    expect(Object.keys(storageDifferences).filter(id => !shown.has(id))).toEqual([])
  })

  test.each(files)('%s cites the page of S3 that it follows', file => {
    expect(sources[files.indexOf(file)]).toContain('https://docs.aws.amazon.com/AmazonS3/latest/')
  })
})
