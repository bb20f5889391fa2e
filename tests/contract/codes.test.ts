import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { codes } from '../../openapi/schema.ts'
import { keptLines } from '../server/support/codes.ts'

/** A code seen at so many operations is answered in one place for all of them, and not listed for the others. */
const general = 8

/** Codes of an operation that no test brings about, by the reason. */
const exceptions: Record<string, string[]> = {}

test('each error code that the contract states has been seen in a test of the server', context => {
  const kept = keptLines()
  const files = globSync('tests/server/*.test.ts').filter(
    file => !/^\/\/ @module-tag /m.test(readFileSync(file, 'utf8')),
  )
  const left = files.filter(file => !kept.has(`file ${basename(file)}`))
  if (left.length > 0) return context.skip(`without ${left.length} files of tests/server`)
  const times = Map.groupBy(kept, line => line.split(' ')[1]!)
  const stated = Object.entries(codes).flatMap(([operation, all]) =>
    all.filter(code => code !== 'UNKNOWN_ERROR').map(code => `${operation} ${code}`),
  )
  const unseen = stated.filter(
    line => !kept.has(line) && (times.get(line.split(' ')[1]!)?.length ?? 0) < general,
  )
  expect(unseen.sort()).toEqual(Object.values(exceptions).flat().sort())
})
