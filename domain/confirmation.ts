import * as v from 'valibot'
import type { ConfirmationMethod } from '../openapi/schema.ts'
import { codeDigits } from './limits.ts'

const pin = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(128, 'pin-too-long'))

/** Six digits and nothing else; spaces that people type or paste are dropped. */
export const sixDigits = v.pipe(
  v.string(),
  v.transform(text => text.replace(/\s/g, '')),
  v.minLength(1, 'required'),
  v.regex(new RegExp(`^[0-9]{${codeDigits}}$`), 'six-digits'),
)

/** What confirms by `method`: the pin as it is, or six digits of the authenticator app (spaces are dropped). */
export function confirmationOf(method: ConfirmationMethod) {
  return v.object({ pin: method === 'pin' ? pin : sixDigits })
}

/** The form that deletes a bucket: what confirms by `method`, and the tick. */
export function bucketDeletionOf(method: ConfirmationMethod) {
  return v.object({
    ...confirmationOf(method).entries,
    confirm: v.pipe(v.boolean(), v.value(true, 'confirm')),
  })
}
