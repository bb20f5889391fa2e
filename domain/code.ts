import { codeDigits } from './limits.ts'
import * as v from './valibot.ts'

/** Six digits of an authenticator app or an email; spaces are dropped. */
export const code = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\s/g, '')),
  v.minLength(1, 'required'),
  v.regex(new RegExp(`^[0-9]{${codeDigits}}$`), 'six-digits'),
)

/** Crockford's base 32, without ambiguous letters. */
export const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Normalised for comparison: lower case, no hyphens or spaces. */
export function recoveryCodeOf(text: string): string {
  return text.toLowerCase().replace(/[\s-]/g, '')
}

const recoveryCode = new RegExp(`^[${recoveryAlphabet}]{10}$`)

/** Six digits of the app, or a recovery code of ten letters (`k3m9x-20vtq`). */
export const codeOrRecoveryCode = v.pipe(
  v.string(),
  v.transform(recoveryCodeOf),
  v.minLength(1, 'required'),
  v.check(text => /^[0-9]{6}$/.test(text) || recoveryCode.test(text), 'code-invalid'),
)
