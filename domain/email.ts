import * as v from 'valibot'
import { isEmail } from './email-address.ts'

/** An e-mail address, at most 254 characters (RFC 5321, 4.5.3.1.3); spaces around it are dropped. */
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.check(isEmail, 'email-invalid'),
)
