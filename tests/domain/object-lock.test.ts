import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { locksLater, type RetentionForm, retentionForm, retentionOf } from '../../domain/object-lock.ts'
import { bucketLock } from '../../languages/en/bucket-lock.ts'

function issues(form: { on: boolean; mode: string | null; days: string }): [string | null, string][] {
  const result = v.safeParse(retentionForm, form)
  return (result.issues ?? []).map(issue => [v.getDotPath(issue), issue.message])
}

describe('Object lock', () => {
  test('mode required: Please choose object lock mode', () => {
    for (const mode of ['', null]) {
      expect(issues({ on: true, mode, days: '30' })).toEqual([['mode', 'lock-mode-required']])
    }
    expect(bucketLock['issue.lock-mode-required']).toBe('Please choose object lock mode')
  })

  test('retention days required: Please enter number of days to continue!', () => {
    expect(issues({ on: true, mode: 'governance', days: ' ' })).toEqual([['days', 'lock-days-required']])
    expect(bucketLock['issue.lock-days-required']).toBe('Please enter number of days to continue!')
  })

  test.each(['0', '-1', '1.5', '30 days', '1024001', '99999999999'])(
    'maximum 1024000 days, whole ones: not %s',
    days => expect(issues({ on: true, mode: 'governance', days })).toEqual([['days', 'lock-days-range']]),
  )

  test('maximum 1024000 days: governance or compliance, with retention in days', () => {
    for (const mode of ['governance', 'compliance'] as const) {
      const form = { on: true, mode, days: ' 1024000 ' }
      expect(issues(form)).toEqual([])
      const { output } = v.safeParse(retentionForm, form)
      expect(retentionOf(output as RetentionForm)).toEqual({ mode, days: 1_024_000 })
    }
  })

  test('a value that is missing, or of another type, is one that has not been entered', () => {
    expect(issues({ on: null, mode: 3, days: null } as never)).toEqual([
      ['on', 'required'],
      ['mode', 'required'],
      ['days', 'required'],
    ])
    expect(issues(null as never)).toEqual([[null, 'required']])
  })

  test('without it nothing is required', () => {
    const form = { on: false, mode: '', days: '' }
    expect(issues(form)).toEqual([])
    expect(retentionOf(form)).toBe(null)
  })

  test('takes 15 to 20 minutes before the mode applies, except on the embedded engine', () => {
    expect((['embedded', 'rgw', 's3'] as const).map(locksLater)).toEqual([false, true, true])
    expect(bucketLock['lock.later']).toContain('15 to 20 minutes')
  })
})
