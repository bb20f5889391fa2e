// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { idsIn } from '../../src/jobs/followed-jobs.ts'
import { useLeaving, useTrayFold } from '../../src/jobs/tray-fold.ts'

const job = (id: string, more: Partial<Job> = {}) =>
  ({ id, state: 'done', failed: 0, ended_at: 1000, ...more }) as Job

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('jobs that have succeeded leave ten seconds after they were seen, the others stay', () => {
  const left: string[][] = []
  const tray = { current: document.createElement('section') }
  const jobs = [
    ...[job('a'), job('b', { state: 'running', ended_at: null }), job('c', { state: 'failed' })],
    ...[job('d', { failed: 2 }), job('e', { state: 'cancelled' })],
  ]
  renderHook(() => useLeaving(jobs, tray, ids => left.push(ids)))
  act(() => vi.advanceTimersByTime(9_900))
  expect(left).toEqual([])
  act(() => vi.advanceTimersByTime(200))
  expect(left).toEqual([['a']])
})

test('no job leaves while the user is at the tray', () => {
  const left: string[][] = []
  let isAt = true
  const tray = { current: { matches: () => isAt } as unknown as HTMLElement }
  renderHook(() => useLeaving([job('a')], tray, ids => left.push(ids)))
  act(() => vi.advanceTimersByTime(30_000))
  expect(left).toEqual([])
  isAt = false
  act(() => vi.advanceTimersByTime(10_000))
  expect(left).toEqual([['a']])
})

test('folded by hand it stays so in a later visit, until it has another job', () => {
  const [a, b] = [job('a', { state: 'running', ended_at: null }), job('b')]
  const tray = renderHook(() => useTrayFold([a]))
  expect(tray.result.current[0]).toBe(true)
  act(() => tray.result.current[1](false))
  const later = renderHook(({ jobs }) => useTrayFold(jobs), { initialProps: { jobs: [a] } })
  expect(later.result.current[0]).toBe(false)
  later.rerender({ jobs: [a, b] })
  expect(later.result.current[0]).toBe(true)
})

test('a kept list of followed jobs that was damaged is an empty one', () => {
  expect([idsIn('["a", 7]'), idsIn('{'), idsIn('null')]).toEqual([['a'], [], []])
})
