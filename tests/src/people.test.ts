import { describe, expect, test } from 'vitest'
import type { Failure, FieldProblem } from '../../machines/failure.ts'
import type { ErrorCode, SubUser } from '../../openapi/schema.ts'
import { fieldIssues } from '../../src/forms/use-field-failure.ts'
import { findSubUsers, type Sorting, sortSubUsers } from '../../src/people/sub-users/sub-users.ts'

const person = (fullName: string, email: string, phone = ''): SubUser => ({
  id: email,
  fullName,
  email,
  permission: 'read',
  scope: null,
  group: null,
  phone,
  expire_date: 0,
  created_at: 0,
  last_sign_in_at: null,
  two_step: false,
  invited_until: null,
})
const people = [
  person('Đặng Thị Ánh', 'anh.dang@example.com', '+84901234567'),
  person('Lê Minh Châu', 'chau@example.com', '+4915112345678'),
  person('Kho 24', 'may-24@example.com'),
]
const found = (search: string) => findSubUsers(people, search).map(({ email }) => email.split('@')[0])

test.each([
  ['', ['anh.dang', 'chau', 'may-24']],
  ['  ', ['anh.dang', 'chau', 'may-24']],
  ['ĐẶNG', ['anh.dang']],
  ['dang thi a', ['anh.dang']],
  ['CHAU@', ['chau']],
  ['0901 234', ['anh.dang']],
  ['+84 901', ['anh.dang']],
  ['151-123', ['chau']],
  ['24', ['may-24']],
  ['zzz', []],
])('“%s” finds %j', (search, expected) => {
  expect(found(search)).toEqual(expected)
})

describe('the order of sub-users', () => {
  const users: SubUser[] = [
    { ...person('Vũ An', 'b@example.com'), expire_date: 200, last_sign_in_at: 5 },
    { ...person('Đỗ Bình', 'c@example.com'), expire_date: 0, last_sign_in_at: null },
    { ...person('Doãn Cúc', 'a@example.com'), expire_date: 100, last_sign_in_at: 9 },
  ]
  const order = (sorting: Sorting) =>
    sortSubUsers(users, sorting, new Intl.Collator('vi')).map(({ email }) => email[0])

  test.each<[Sorting, string]>([
    [{ column: 'fullName', order: 'ascending' }, 'acb'],
    [{ column: 'email', order: 'descending' }, 'cba'],
    [{ column: 'expire_date', order: 'ascending' }, 'abc'],
    [{ column: 'expire_date', order: 'descending' }, 'cba'],
    [{ column: 'last_sign_in_at', order: 'descending' }, 'abc'],
    [{ column: 'last_sign_in_at', order: 'ascending' }, 'cba'],
  ])('by %j is %s', (sorting, expected) => {
    expect(order(sorting).join('')).toBe(expected)
  })
})

describe('what the server says about fields', () => {
  const failure = (code: ErrorCode, fields: FieldProblem[] = []) =>
    ({ ok: false, code, requestId: 'req-1', fields }) as Failure
  const fields = { EMAIL_TAKEN: 'email', owner_email: 'email', password: 'password' } as const

  test('a code about a field stands beside it', () => {
    expect(fieldIssues(failure('EMAIL_TAKEN'), fields)).toEqual([{ field: 'email', message: 'EMAIL_TAKEN' }])
  })

  test('issues of the rules keep their id, others get the sentence of the code, unknown fields are left out', () => {
    const told = [
      { field: 'owner_email', message: 'must NOT have more than 254 characters' },
      { field: 'password', message: 'password-rule' },
      { field: 'unknown', message: 'required' },
    ]
    expect(fieldIssues(failure('INVALID_REQUEST', told), fields)).toEqual([
      { field: 'email', message: 'INVALID_REQUEST' },
      { field: 'password', message: 'password-rule' },
    ])
  })

  test('a failure about no field is none of theirs', () => {
    expect([
      fieldIssues(failure('STORAGE_UNAVAILABLE'), fields),
      fieldIssues({ ok: false, code: 'NETWORK' }, fields),
      fieldIssues(failure('INVALID_REQUEST'), fields),
    ]).toEqual([[], [], []])
  })
})
