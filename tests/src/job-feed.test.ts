// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { readFeed, subscribeToFeed } from '../../src/jobs/feed.ts'
import { idsIn } from '../../src/jobs/followed-jobs.ts'

test('a late response to an earlier poll does not hide a job that was started since', async () => {
  const answers: ((jobs: Partial<Job>[]) => void)[] = []
  vi.stubGlobal(
    'fetch',
    () => new Promise<Response>(resolve => answers.push(jobs => resolve(Response.json({ jobs })))),
  )
  subscribeToFeed(() => undefined)()
  const stop = subscribeToFeed(() => undefined)
  await expect.poll(() => answers.length).toBe(2)
  const job = { id: 'started since', ended_at: 1 }
  answers[1]!([job])
  await expect.poll(() => readFeed().jobs).toEqual([job])
  answers[0]!([])
  await new Promise(resolve => setTimeout(resolve, 0))
  expect(readFeed().jobs).toEqual([job])
  stop()
})

test('a kept list of followed jobs that was damaged is an empty one', () => {
  expect([idsIn('["a", 7]'), idsIn('{'), idsIn('null')]).toEqual([['a'], [], []])
})
