import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  conflictsOf,
  deletesAllIn,
  type LifecycleForm,
  lifecycleForm,
  lifecycleFormOf,
  lifecycleRuleOf,
  touchesFolder,
} from '../../domain/lifecycle.ts'
import type { LifecycleOther, LifecycleRule } from '../../openapi/schema.ts'

type Rule = Omit<LifecycleRule, 'id'>
const rule = (more: Partial<Rule>): Rule => ({
  ...{ enabled: true, prefix: '', others: [] },
  ...{ current_days: null, previous_days: null, abort_days: null },
  ...more,
})
const off = { versioning: 'off', lockDays: 0 } as const
const on = { versioning: 'enabled', lockDays: 0 } as const
const tag: LifecycleOther = { kind: 'tag', number: null, text: 'a=b' }

test('a rule is about a folder where it is about files in it: all, those of a folder above or below, or of a name', () => {
  const about = ['', 'log/', 'log/2026/', 'log/2026/a', 'lo', 'log/2025/', 'log/2026b/']
  expect(about.filter(prefix => touchesFolder({ prefix }, 'log/2026/'))).toEqual(about.slice(0, 5))
})

test.each<[string, Rule[], Rule[], number | null]>([
  ['a new rule', [], [rule({ current_days: 30 })], 30],
  ['one that is turned on', [rule({ enabled: false, current_days: 9 })], [rule({ current_days: 9 })], 9],
  ['an earlier day', [rule({ current_days: 30 })], [rule({ current_days: 7 })], 7],
  ['a later day', [rule({ current_days: 7 })], [rule({ current_days: 30 })], null],
  [
    'another rule beside it',
    [rule({ current_days: 7 })],
    [rule({ current_days: 7 }), rule({ abort_days: 1 })],
    null,
  ],
  ['a folder', [], [rule({ prefix: 'log/', current_days: 1 })], null],
  ['files with a tag', [], [rule({ current_days: 1, others: [tag] })], null],
])('begins to delete all files: %s', (_, before, after, days) => {
  expect(deletesAllIn(before, after)).toBe(days)
})

describe('of two rules that delete the same files', () => {
  const earlier = { kind: 'earlier', act: 'current_days' }

  test('the one with fewer days wins where their prefixes overlap', () => {
    const rules = [rule({ current_days: 365 }), rule({ prefix: 'log/', current_days: 30 })]
    const conflict = { ...earlier, rule: 0, other: 1, prefix: 'log/', days: 30 }
    expect(conflictsOf(rules, off)).toEqual([conflict])
    expect(conflictsOf(rules.toReversed(), off)).toEqual([{ ...conflict, rule: 1, other: 0 }])
  })

  test('with as many days, the second one changes nothing', () => {
    const rules = [rule({ abort_days: 7 }), rule({ prefix: 'a/', abort_days: 7 })]
    expect(conflictsOf(rules, off)).toEqual([
      { kind: 'earlier', act: 'abort_days', rule: 1, other: 0, prefix: 'a/', days: 7 },
    ])
  })

  test('nothing is said of other folders, other acts, rules that are off, or of some files only', () => {
    const a = rule({ prefix: 'a/', current_days: 30 })
    const others = [
      rule({ prefix: 'b/', current_days: 1 }),
      rule({ prefix: 'a/', abort_days: 1 }),
      rule({ prefix: 'a/', current_days: 1, enabled: false }),
    ]
    for (const other of others) expect(conflictsOf([a, other], off)).toEqual([])
    const tagged = rule({ prefix: 'a/', current_days: 1, others: [tag] })
    expect(conflictsOf([a, tagged], off)).toEqual([])
    expect(conflictsOf([rule({ ...a, others: [tag] }), rule({ current_days: 1 })], off)).toMatchObject([
      { ...earlier, rule: 0, other: 1, prefix: 'a/', days: 1 },
    ])
  })
})

test('previous versions are deleted only where the bucket keeps versions', () => {
  const rules = [rule({ previous_days: 30 })]
  expect(conflictsOf(rules, off)).toEqual([{ kind: 'no-versions', rule: 0 }])
  expect(conflictsOf(rules, on)).toEqual([])
  expect(conflictsOf(rules, { ...on, versioning: 'suspended' })).toEqual([])
})

test('the lock makes a rule void as long as it lasts', () => {
  const rules = [rule({ previous_days: 30 })]
  expect(conflictsOf(rules, { ...on, lockDays: 31 })).toEqual([{ kind: 'locked', rule: 0, days: 31 }])
  expect(conflictsOf(rules, { ...on, lockDays: 30 })).toEqual([])
})

test('with versions, deleted files stay as previous ones unless a rule deletes those too', () => {
  const rules = [rule({ prefix: 'a/', current_days: 30 })]
  expect(conflictsOf(rules, on)).toEqual([{ kind: 'kept', rule: 0 }])
  expect(conflictsOf(rules, off)).toEqual([])
  expect(conflictsOf([...rules, rule({ previous_days: 1 })], on)).toEqual([])
  expect(conflictsOf([...rules, rule({ prefix: 'b/', previous_days: 1 })], on)).toEqual([
    { kind: 'kept', rule: 0 },
  ])
})

describe('the form of a rule', () => {
  const usual = { ...lifecycleFormOf(null), current_days: { on: true, days: '30' } }
  const issues = (more: Partial<LifecycleForm>) =>
    (v.safeParse(lifecycleForm, { ...usual, ...more }).issues ?? []).map(issue => [
      v.getDotPath(issue),
      issue.message,
    ])

  test('does nothing at first, and deletes files after 30 days once that is ticked', () => {
    expect(issues(lifecycleFormOf(null))).toEqual([['abort_days', 'lifecycle-act-required']])
    expect(issues({})).toEqual([])
    expect(usual.current_days.days).toBe(lifecycleFormOf(null).current_days.days)
  })

  test('needs a folder where it is for one, whole days, and something to do', () => {
    expect(issues({ where: 'folder' })).toEqual([['prefix', 'required']])
    expect(issues({ where: 'folder', prefix: 'ế'.repeat(400) })).toEqual([['prefix', 'key-too-long']])
    for (const days of ['', '0', '1.5', '2147483648'])
      expect(issues({ current_days: { on: true, days } })).toEqual([['current_days.days', 'lifecycle-days']])
    expect(issues({ current_days: { on: false, days: '' } })).toEqual([
      ['abort_days', 'lifecycle-act-required'],
    ])
  })

  test('gives a rule back as it was, and a folder its slash', () => {
    const rules = [
      { prefix: 'a/b/', current_days: null, previous_days: 9, abort_days: 1 },
      { prefix: 'names', current_days: 1, previous_days: null, abort_days: null },
      { prefix: '', current_days: 1, previous_days: 2, abort_days: 3 },
    ]
    expect(rules.map(each => lifecycleRuleOf(lifecycleFormOf(each)))).toEqual(rules)
    expect(lifecycleRuleOf({ ...usual, where: 'folder', prefix: 'tạm' }).prefix).toBe('tạm/')
  })
})
