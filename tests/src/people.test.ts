import { describe, expect, test } from 'vitest'
import type { Failure, FieldProblem } from '../../machines/failure.ts'
import type { ErrorCode } from '../../openapi/schema.ts'
import { fieldIssues } from '../../src/forms/use-field-failure.ts'

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
