import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { dayOf } from '../../domain/expiry-day.ts'
import {
  bucketLockForm,
  fileLockForm,
  fileRetention,
  locksLater,
  type RetentionForm,
  retentionForm,
  retentionOf,
  wouldWeaken,
} from '../../domain/object-lock.ts'
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

const inDays = (days: number) => dayOf(Date.now() / 1000 + days * 86_400)
const fields = (schema: v.GenericSchema, form: object) =>
  (v.safeParse(schema, form).issues ?? []).map(issue => v.getDotPath(issue))

describe('The lock of a bucket', () => {
  const retention = { on: true, mode: 'compliance', days: '30' }
  const off = { on: false, mode: '', days: '' }

  test('turning it on, and compliance mode, are confirmed: neither can be undone', () => {
    const without = (enabled: boolean, mode: 'governance' | 'compliance' | null, retention: object) =>
      fields(bucketLockForm({ enabled, mode }), { retention, confirm: false })
    expect(without(false, null, off)).toEqual(['confirm'])
    expect(without(true, 'governance', retention)).toEqual(['confirm'])
    expect(without(true, 'compliance', retention)).toEqual([])
    expect(without(true, null, off)).toEqual([])
    expect(fields(bucketLockForm({ enabled: false, mode: null }), { retention, confirm: true })).toEqual([])
  })
})

describe('The lock of a file', () => {
  const governance = { mode: 'governance', until: Date.now() / 1000 + 20 * 86_400 } as const
  const form = { mode: 'governance', day: inDays(30), confirm: false, weaken: false }

  test('needs a mode and a day that is not past', () => {
    const none = { mode: null, until: null }
    expect(fields(fileLockForm(none), { ...form, mode: null, day: '' })).toEqual(['mode', 'day'])
    expect(fields(fileLockForm(none), { ...form, day: inDays(-2) })).toEqual(['day'])
    expect(fields(fileLockForm(none), form)).toEqual([])
    expect(fileRetention({ mode: '', day: form.day })).toBe(null)
  })

  test('compliance mode is confirmed when it begins, and so is a weaker governance mode', () => {
    expect(fields(fileLockForm(governance), { ...form, mode: 'compliance' })).toContain('confirm')
    expect(
      fields(fileLockForm({ ...governance, mode: 'compliance' }), { ...form, mode: 'compliance' }),
    ).toEqual([])
    const shorter = { ...form, day: inDays(5) }
    expect([wouldWeaken(governance, form), wouldWeaken(governance, shorter)]).toEqual([false, true])
    expect(fields(fileLockForm(governance), shorter)).toEqual(['weaken'])
    expect(fields(fileLockForm(governance), { ...shorter, weaken: true })).toEqual([])
  })
})
