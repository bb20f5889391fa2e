import * as v from 'valibot'
import { passwordMaximum, passwordMinimum } from './limits.ts'

/**
 * A new password: at least 8 characters with an uppercase letter, a lowercase letter, a digit and a special
 * character, any script (specification, section 5). At most 128 characters.
 */
export const newPassword = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.maxLength(passwordMaximum, 'password-too-long'),
  v.check(
    password =>
      password.length >= passwordMinimum &&
      /\p{Lu}/u.test(password) &&
      /\p{Ll}/u.test(password) &&
      /\p{Nd}/u.test(password) &&
      /[^\p{L}\p{N}]/u.test(password),
    'password-rule',
  ),
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
  v.forward(
    v.partialCheck([['next'], ['confirm']], form => form.next === form.confirm, 'not-match'),
    ['confirm'],
  ),
  v.forward(
    v.partialCheck([['current'], ['next']], form => form.current !== form.next, 'password-reused'),
    ['next'],
  ),
)

export type PasswordChange = v.InferOutput<typeof passwordChange>
