import { expect, test } from 'vitest'
import { idsIn } from '../../src/jobs/followed-jobs.ts'

test('a kept list of followed jobs that was damaged is an empty one', () => {
  expect([idsIn('["a", 7]'), idsIn('{'), idsIn('null')]).toEqual([['a'], [], []])
})
