import { passwordMaximum, passwordMinimum } from './limits.ts'
import * as v from './valibot.ts'

/** What a new password needs, in any script (specification, section 5). */
export const passwordRules = {
  length: (password: string) => password.length >= passwordMinimum,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{N}]/u.test(password),
} as const

export type PasswordRule = keyof typeof passwordRules

/** All of `passwordRules`, at most 128 characters. */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(passwordMaximum, 'password-too-long'),
  v.check(password => Object.values(passwordRules).every(holds => holds(password)), 'password-rule'),
)

/** The form that changes a password; `confirm` must match and the new one must differ from the old. */
export const passwordChange = v.pipe(
  v.object({
    current: v.pipe(
      v.string(),
      v.minLength(1, 'required'),
      v.maxLength(passwordMaximum, 'password-too-long'),
    ),
    next: newPassword,
    confirm: v.pipe(v.string(), v.minLength(1, 'required')),
  }),
  v.checkFields(['next', 'confirm'], form => form.next === form.confirm, 'not-match'),
  v.checkFields(['current', 'next'], form => form.current !== form.next, 'password-reused'),
)

/** The form that sets a new password by a mailed link. */
export const passwordReset = v.pipe(
  v.object({ next: newPassword, confirm: v.pipe(v.string(), v.minLength(1, 'required')) }),
  v.checkFields(['next', 'confirm'], form => form.next === form.confirm, 'not-match'),
)
