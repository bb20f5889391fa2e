import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { lockDaysMaximum, type RetentionForm, retentionForm, retentionOf } from '../../domain/object-lock.ts'

function issues(form: { on: boolean; mode: string; days: string }): [string | null, string][] {
  const result = v.safeParse(retentionForm, form)
  return (result.issues ?? []).map(issue => [v.getDotPath(issue), issue.message])
}

describe('object lock', () => {
  test('needs a mode and days', () => {
    expect(issues({ on: true, mode: '', days: '' })).toEqual([
      ['mode', 'lock-mode-required'],
      ['days', 'lock-days-required'],
    ])
    expect(issues({ on: false, mode: '', days: '' })).toEqual([])
  })

  test.each(['0', '-1', '1.5', '30 days', String(lockDaysMaximum + 1), '99999999999'])(
    'has 1 to 1,024,000 whole days: not %s',
    days => expect(issues({ on: true, mode: 'governance', days })).toEqual([['days', 'lock-days-range']]),
  )

  test('of a valid form is its mode and days, or none', () => {
    const form = { on: true, mode: 'compliance', days: ` ${lockDaysMaximum} ` }
    const { output } = v.safeParse(retentionForm, form)
    expect(retentionOf(output as RetentionForm)).toEqual({ mode: 'compliance', days: lockDaysMaximum })
    expect(retentionOf({ ...form, on: false })).toBe(null)
  })
})
