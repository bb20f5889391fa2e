import { isEmail } from './email-address.ts'
import * as v from './valibot.ts'

/** An email address of at most 254 characters (RFC 5321, 4.5.3.1.3); trimmed. */
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'required'),
  v.check(isEmail, 'email-invalid'),
)
