import { describe, expect, test } from 'vitest'
import { GiB, MiB, partLimit, uploadLimit } from '../../domain/limits.ts'
import { partSizeFor, planParts } from '../../domain/parts.ts'

describe('parts', () => {
  test('are 5 MiB until 10,000 of them no longer suffice', () => {
    expect(partSizeFor(0)).toBe(5 * MiB)
    expect(partSizeFor(uploadLimit)).toBe(5 * MiB)
    expect(partSizeFor(partLimit * 5 * MiB)).toBe(5 * MiB)
    expect(partSizeFor(partLimit * 5 * MiB + 1)).toBe(6 * MiB)
    expect(Math.ceil((5 * 1024 * GiB) / partSizeFor(5 * 1024 * GiB))).toBeLessThanOrEqual(partLimit)
  })

  test('cover the file without gap or overlap, the last one shorter', () => {
    expect(planParts(10, 4)).toEqual([
      { number: 1, start: 0, end: 4 },
      { number: 2, start: 4, end: 8 },
      { number: 3, start: 8, end: 10 },
    ])
    expect(planParts(8, 4)).toHaveLength(2)
  })

  test('an empty file is one empty part', () => {
    expect(planParts(0, 4)).toEqual([{ number: 1, start: 0, end: 0 }])
  })
})
