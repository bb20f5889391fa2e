import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { type AccountForm, accountForm, quotaBytes, quotaForm } from '../../domain/account.ts'
import { accountStatus, quotaPercent } from '../../domain/account-status.ts'
import { comingDay, dayOf, endOfDay, expiryDay } from '../../domain/expiry-day.ts'
import { generatePassword } from '../../domain/generate-password.ts'
import { passwordRules } from '../../domain/password.ts'
import { subUserForm } from '../../domain/sub-user.ts'

/** The issues of a form, field by field, the first of each. */
function issues(schema: v.GenericSchema, form: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of v.safeParse(schema, form).issues ?? [])
    found[v.getDotPath(issue) ?? ''] ??= issue.message
  return found
}

describe('a day of expiry', () => {
  test('ends with its last second, where the browser is', () => {
    const end = new Date(endOfDay('2028-02-29') * 1000)
    expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getMinutes()]).toEqual([
      2028, 1, 29, 23, 59,
    ])
    expect(new Date((endOfDay('2028-02-29') + 1) * 1000).getDate()).toBe(1)
  })

  test('and none is for ever, both ways', () => {
    expect([endOfDay(''), dayOf(0)]).toEqual([0, ''])
    for (const day of ['2026-01-01', '2028-02-29', '2100-12-31']) expect(dayOf(endOfDay(day))).toBe(day)
  })

  test('is a day or empty; one for something new is not over', () => {
    const today = dayOf(Date.now() / 1000)
    const told = (schema: v.GenericSchema, day: string) => v.safeParse(schema, day).issues?.[0].message
    expect(
      ['', '2020-01-01', '-', '1/2/2027', '2027-13-01', '2027-02-29'].map(day => told(expiryDay, day)),
    ).toEqual([undefined, undefined, 'required', 'date-invalid', 'date-invalid', 'date-invalid'])
    expect(['', today, '2020-01-01'].map(day => told(comingDay, day))).toEqual([
      undefined,
      undefined,
      'date-past',
    ])
  })
})

test('generated passwords keep all rules, have no letters that look alike, and are never the same [V6.4.1]', () => {
  const made = Array.from({ length: 500 }, generatePassword)
  for (const [rule, keeps] of Object.entries(passwordRules))
    expect([rule, made.filter(password => !keeps(password))]).toEqual([rule, []])
  expect(made.filter(password => password.length !== 16 || /[Il1Oo0\s]/.test(password))).toEqual([])
  expect(new Set(made).size).toBe(500)
})

describe('a quota', () => {
  test.each([
    ['1', 'GB', 1_073_741_824],
    [' 1.5 ', 'TB', 1_649_267_441_664],
    ['1,5', 'TB', 1_649_267_441_664],
    ['0.001', 'GB', 1_073_742],
  ] as const)('of %s %s is %d bytes', (amount, unit, bytes) => {
    expect(quotaBytes({ unlimited: false, amount, unit })).toBe(bytes)
  })

  test.each(['', '0', '-1', '1e3', 'nhiều', '1.', '9000000000000000', '1.2.3'])(
    'is never “%s” [V1.4.2]',
    amount => {
      expect(quotaBytes({ unlimited: false, amount, unit: 'TB' })).toBe(Number.NaN)
    },
  )

  test('without limit has no bytes, whatever was typed before', () => {
    expect(quotaBytes({ unlimited: true, amount: 'nhiều', unit: 'GB' })).toBe(null)
  })

  test.each([
    [1.5 * 1024 ** 4, '1,5', 'TB'],
    [1536 * 1024 ** 2, '1,5', 'GB'],
    [10 * 1024 ** 2, '10', 'MB'],
    [107_374_182, '102,4', 'MB'],
    [10_000_000, '9,537', 'MB'],
    [10_000_000_000, '9,313', 'GB'],
    [1024, '0,0009765625', 'MB'],
  ] as const)('of %d bytes is shown as %s %s', (bytes, amount, unit) => {
    expect(quotaForm(bytes, ',')).toEqual({ unlimited: false, amount, unit })
  })

  test('is unlimited without bytes', () => {
    expect(quotaForm(null, '.')).toEqual({ unlimited: true, amount: '', unit: 'GB' })
  })
})

describe('forms', () => {
  const customer: AccountForm = {
    name: 'Nội thất Mộc Lan',
    contractCode: '',
    site: 'us-east-1',
    unlimited: false,
    amount: '100',
    unit: 'GB',
    expiry: '',
    notification: false,
    ownerName: 'Đặng Thu Lan',
    ownerEmail: 'lan@example.com',
    how: 'password',
    password: 'Mat-khau-1',
    confirm: 'Mat-khau-1',
  }

  test('of a customer name every wrong field', () => {
    expect(issues(accountForm, customer)).toEqual({})
    expect(issues(accountForm, { ...customer, ownerName: 'Y' })).toEqual({})
    expect(
      issues(accountForm, {
        ...customer,
        name: ' ',
        contractCode: 'x'.repeat(65),
        site: '',
        amount: '0',
        expiry: '2020-01-01',
        ownerName: '',
        ownerEmail: 'lan@',
        password: 'yeu',
        confirm: 'khac',
      }),
    ).toEqual({
      name: 'required',
      contractCode: 'contract-code-too-long',
      site: 'required',
      amount: 'quota-invalid',
      expiry: 'date-past',
      ownerName: 'required',
      ownerEmail: 'email-invalid',
      password: 'password-rule',
      confirm: 'not-match',
    })
  })

  test('of a sub-user name every wrong field, the e-mail with its own words', () => {
    const form = {
      fullName: '',
      group: '',
      email: 'binh@',
      permission: 'read',
      how: 'password',
      password: 'yeu',
      confirm: 'khac',
      phone: '0123',
      expiry: '-',
      scope: [{ bucket: '', prefix: '' }],
    }
    expect(issues(subUserForm, form)).toEqual({
      fullName: 'required',
      email: 'sub-user-email',
      password: 'password-rule',
      confirm: 'not-match',
      phone: 'phone-invalid',
      expiry: 'required',
      'scope.0.bucket': 'required',
    })
  })

  test('ask for no password where the person is invited', () => {
    const invited = { ...customer, how: 'invitation', password: '', confirm: 'khac' }
    expect(issues(accountForm, invited)).toEqual({})
    expect(issues(accountForm, { ...invited, how: 'password' })).toEqual({
      password: 'required',
      confirm: 'not-match',
    })
  })
})

test('a customer is suspended, expired or active', () => {
  const status = (suspended: boolean, expire_date: number) => accountStatus({ suspended, expire_date }, 1000)
  expect([
    status(false, 0),
    status(false, 1001),
    status(false, 1000),
    status(true, 0),
    status(true, 1),
  ]).toEqual(['active', 'active', 'expired', 'suspended', 'suspended'])
})

test('the used share of a quota may be over the whole, and is unknown without a quota or a usage', () => {
  expect([
    quotaPercent({ usage: 50, quota: 200 }),
    quotaPercent({ usage: 300, quota: 200 }),
    quotaPercent({ usage: 0, quota: 0 }),
    quotaPercent({ usage: null, quota: 200 }),
    quotaPercent({ usage: 50, quota: null }),
  ]).toEqual([25, 150, 100, null, null])
})
