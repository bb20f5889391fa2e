import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { codes } from '../../openapi/schema.ts'
import { keptLines } from '../server/support/codes.ts'
import { exceptions, gates, general } from './exceptions.ts'

const excused = Object.values(exceptions).flatMap(list =>
  Object.entries(list).flatMap(([code, ids]) => ids.split(' ').map(id => `${id} ${code}`)),
)

test('each error code that the contract states has been seen in a test of the server', context => {
  const kept = keptLines()
  const left = globSync('tests/server/*.test.ts').filter(
    file => !/^\/\/ @module-tag /m.test(readFileSync(file, 'utf8')) && !kept.has(`file ${basename(file)}`),
  )
  if (left.length > 0) context.skip(`${left.length} files of tests/server have not run`)
  const unseen = Object.entries(codes).flatMap(([id, stated]) =>
    stated
      .filter(code => !(code in general) && !(code in gates))
      .map(code => `${id} ${code}`)
      .filter(line => !kept.has(line) && !excused.includes(line)),
  )
  expect(unseen).toEqual([])
  const seen = new Set([...kept].map(line => line.split(' ')[1]))
  expect(Object.keys(gates).filter(code => !seen.has(code))).toEqual([])
})

test('each exception is of a code that the contract states', () => {
  const stated = new Set(Object.entries(codes).flatMap(([id, all]) => all.map(code => `${id} ${code}`)))
  expect(excused.filter(line => !stated.has(line))).toEqual([])
})
