import { newPassword } from './password.ts'
import * as v from './valibot.ts'

/** How a new user gets the first password: chosen through an invitation, or set by the creator. */
export const waysToFirstPassword = ['invitation', 'password'] as const

/** The fields of a form that creates a user; the passwords count only if the creator sets them. */
export const firstPassword = {
  how: v.picklist(waysToFirstPassword, 'required'),
  password: v.string(),
  confirm: v.string(),
}

type FirstPassword = Record<string, unknown> & {
  how: (typeof waysToFirstPassword)[number]
  password: string
  confirm: string
}

const repeated = v.pipe(v.string(), v.minLength(1, 'required'))

const byHand = ({ how }: Pick<FirstPassword, 'how'>) => how === 'password'

/** The validation of these fields, for forms that include them. */
export function firstPasswordRules<Form extends FirstPassword>() {
  return [
    v.checkField<Form>('password', newPassword, byHand),
    v.checkField<Form>('confirm', repeated, byHand),
    v.checkFields<Form, 'how' | 'password' | 'confirm'>(
      ['how', 'password', 'confirm'],
      form => !byHand(form) || form.password === form.confirm,
      'not-match',
    ),
  ] as const
}
