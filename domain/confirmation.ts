import type { ConfirmationMethod } from '../openapi/schema.ts'
import { code } from './code.ts'
import * as v from './valibot.ts'

const pin = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(128, 'pin-too-long'))

/** The PIN unchanged, or six digits of the authenticator app without spaces, by `method`. */
export function confirmationOf(method: ConfirmationMethod) {
  return v.object({ pin: method === 'pin' ? pin : code })
}

/** The form that deletes a bucket: PIN or code, and the tick. */
export function bucketDeletionOf(method: ConfirmationMethod) {
  return v.object({
    ...confirmationOf(method).entries,
    confirm: v.pipe(v.boolean(), v.value(true, 'confirm')),
  })
}
