// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { foldsIn, useTrayFold } from '../../src/jobs/tray-fold.ts'

const job = (id: string, more: Partial<Job> = {}) =>
  ({ id, state: 'done', failed: 0, ended_at: 1000, ...more }) as Job

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
})

const isOpen = (jobs: readonly Job[], now = 1000) => {
  const { result, rerender } = renderHook(({ jobs, now }) => useTrayFold(jobs, now), {
    initialProps: { jobs, now },
  })
  return {
    open: () => result.current[0],
    setOpen: (open: boolean) => act(() => result.current[1](open)),
    rerender,
  }
}

test.each<[string, Job[], number | null]>([
  ['all have ended well', [job('a'), job('b', { ended_at: 1003 })], 8],
  ['they ended long ago', [job('a', { ended_at: 900 })], 0],
  ['one is running', [job('a'), job('b', { state: 'running', ended_at: null })], null],
  ['one has failed', [job('a', { state: 'failed' })], null],
  ['one could not do all', [job('a', { failed: 2 })], null],
])('seconds until it folds where %s', (_, jobs, seconds) => {
  expect(foldsIn(jobs, 1005)).toBe(seconds)
})

test('it folds ten seconds after the end, opens for a new job, and folds again', () => {
  const tray = isOpen([job('a')])
  act(() => vi.advanceTimersByTime(9_900))
  expect(tray.open()).toBe(true)
  act(() => vi.advanceTimersByTime(200))
  expect(tray.open()).toBe(false)
  tray.rerender({ jobs: [job('a'), job('b', { state: 'running', ended_at: null })], now: 1020 })
  expect(tray.open()).toBe(true)
  tray.rerender({ jobs: [job('a'), job('b', { ended_at: 1030 })], now: 1030 })
  act(() => vi.advanceTimersByTime(10_100))
  expect(tray.open()).toBe(false)
})

test('opened by hand it stays so; folded by hand it stays so in a later visit, also while it runs', () => {
  const ended = isOpen([job('a')], 2000)
  expect(ended.open()).toBe(false)
  ended.setOpen(true)
  act(() => vi.advanceTimersByTime(60_000))
  expect(ended.open()).toBe(true)
  const running = [job('b', { state: 'running', ended_at: null })]
  const tray = isOpen(running)
  tray.setOpen(false)
  expect(isOpen(running).open()).toBe(false)
})
