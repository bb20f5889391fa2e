import { describe, expect, test } from 'vitest'
import { speedOf } from '../../domain/jobs.ts'

describe('The speed of a job', () => {
  const job = {
    state: 'running',
    cancelling: false,
    started_at: 100,
    updated_at: 110,
    done: 20,
    failed: 4,
    skipped: 6,
  } as const

  test('is what it processed in a second, however each file ended', () => {
    expect(speedOf(job)).toBe(3)
  })

  test('is known from one a second on, and after three seconds', () => {
    expect(speedOf({ ...job, done: 0 })).toBe(1)
    expect(speedOf({ ...job, done: 0, failed: 3 })).toBeNull()
    expect(speedOf({ ...job, updated_at: 103 })).toBe(10)
    expect(speedOf({ ...job, updated_at: 102 })).toBeNull()
  })

  test('is unknown before it runs and once it ends', () => {
    expect(speedOf({ ...job, started_at: null })).toBeNull()
    expect(speedOf({ ...job, cancelling: true })).toBeNull()
    expect(speedOf({ ...job, state: 'done' })).toBeNull()
  })
})
