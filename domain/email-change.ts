import { email } from './email.ts'
import { canonicalEmail } from './email-address.ts'
import { firstPassword } from './first-password.ts'
import { label } from './label.ts'
import * as v from './valibot.ts'

/** The form that asks for another email address than `current`. */
export function emailChange(current: string) {
  return v.object({
    email: v.pipe(
      email,
      v.check(text => canonicalEmail(text) !== current, 'email-unchanged'),
    ),
  })
}

/** The form that confirms it. */
export const emailConfirmation = v.object({ password: v.pipe(v.string(), v.minLength(1, 'required')) })

/** The form that replaces the owner of a customer, who signs in with `current`. */
export function ownerChange(current: string) {
  return v.object({
    ownerName: label,
    ownerEmail: emailChange(current).entries.email,
    how: firstPassword.how,
  })
}
