import * as v from 'valibot'
import { expect, test } from 'vitest'
import { bucketDeletionOf, confirmationOf } from '../../domain/confirmation.ts'
import { errors } from '../../languages/en/errors.ts'

/** What is taken of the form, or its issues by field. */
function outcomeOf(schema: v.GenericSchema, form: unknown) {
  const { success, output, issues } = v.safeParse(schema, form)
  return success ? output : issues?.map(issue => [v.getDotPath(issue), issue.message])
}

test('a pin confirms as it is typed, whatever its characters', () => {
  const schema = confirmationOf('pin')
  expect([' 2 5 ', 'ả', '', 'x'.repeat(129)].map(pin => outcomeOf(schema, { pin }))).toEqual([
    { pin: ' 2 5 ' },
    { pin: 'ả' },
    [['pin', 'required']],
    [['pin', 'pin-too-long']],
  ])
})

test('a code confirms as six digits, with spaces or without; a recovery code does not', () => {
  const schema = confirmationOf('two-step')
  expect(['123 456', ' 123456', '  ', '12345', 'k3m9x-20vtq'].map(pin => outcomeOf(schema, { pin }))).toEqual(
    [
      { pin: '123456' },
      { pin: '123456' },
      [
        ['pin', 'required'],
        ['pin', 'six-digits'],
      ],
      [['pin', 'six-digits']],
      [['pin', 'six-digits']],
    ],
  )
})

test('Bucket deletion requires pin, or a code in its place, and a confirmation tick: Please confirm!', () => {
  expect(errors['issue.confirm']).toBe('Please confirm!')
  expect([
    outcomeOf(bucketDeletionOf('pin'), { pin: '2580', confirm: true }),
    outcomeOf(bucketDeletionOf('pin'), { pin: '', confirm: false }),
    outcomeOf(bucketDeletionOf('two-step'), { pin: '2580', confirm: true }),
  ]).toEqual([
    { pin: '2580', confirm: true },
    [
      ['pin', 'required'],
      ['confirm', 'confirm'],
    ],
    [['pin', 'six-digits']],
  ])
})
