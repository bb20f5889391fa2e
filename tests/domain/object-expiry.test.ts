import { expect, test } from 'vitest'
import { expiryOf, staysAsPrevious } from '../../domain/object-expiry.ts'
import type { LifecycleOther, LifecycleRule } from '../../openapi/schema.ts'

const day = 86_400
const rule = (id: string, more: Partial<LifecycleRule>): LifecycleRule => ({
  ...{ id, enabled: true, prefix: '', others: [] },
  ...{ current_days: null, previous_days: null, abort_days: null },
  ...more,
})
const other = (kind: LifecycleOther['kind'], number: number | null, text = ''): LifecycleOther => ({
  kind,
  number,
  text,
})
const file = {
  key: 'log/a.txt',
  size: 100,
  tags: [{ key: 'team', value: 'web' }],
  last_modified: 10 * day + 5,
}

test('a file goes at the midnight UTC after the days of the first rule that is about it', () => {
  const month = rule('month', { prefix: 'log/', current_days: 30 })
  const rules = [
    rule('year', { current_days: 365 }),
    rule('elsewhere', { prefix: 'ảnh/', current_days: 1 }),
    rule('off', { enabled: false, current_days: 1 }),
    rule('previous', { previous_days: 1, abort_days: 1 }),
    month,
    rule('later', { current_days: 30 }),
  ]
  expect(expiryOf(rules, file)).toEqual({ at: 41 * day, rule: month })
  expect(expiryOf(rules, { ...file, last_modified: 10 * day })).toEqual({ at: 40 * day, rule: month })
  expect(expiryOf(rules.slice(1, 4), file)).toBeNull()
})

test('a rule with a date deletes at that date', () => {
  const dated = rule('date', { others: [other('date', 20 * day)] })
  expect(expiryOf([rule('month', { current_days: 30 }), dated], file)).toEqual({ at: 20 * day, rule: dated })
})

test('a rule counts only where its tags and sizes are those of the file', () => {
  const conditions = [
    [other('tag', null, 'team=web')],
    [other('tag', null, 'team=web'), other('tag', null, 'a=b')],
    [other('larger', 99), other('smaller', 101)],
    [other('larger', 100)],
    [other('smaller', 100)],
    [other('transition-days', 1, 'GLACIER')],
  ]
  const expires = (others: LifecycleOther[]) =>
    expiryOf([rule('r', { current_days: 1, others })], file) !== null
  expect(conditions.map(expires)).toEqual([true, false, true, false, false, true])
})

test('a deleted file stays as a previous version only where its version has an ID', () => {
  expect([null, 'null', 'v1'].map(version_id => staysAsPrevious({ version_id }))).toEqual([
    false,
    false,
    true,
  ])
})
