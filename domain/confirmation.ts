import type { ConfirmationMethod } from '../openapi/schema.ts'
import { code } from './code.ts'
import * as v from './valibot.ts'

const pin = v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(128, 'pin-too-long'))

const nothing = v.string()

/** The PIN unchanged, six digits of the authenticator app without spaces, or nothing, by `method`. */
export function confirmationOf(method: ConfirmationMethod | 'none') {
  if (method === 'none') return v.object({ pin: nothing })
  return v.object({ pin: method === 'pin' ? pin : code })
}

/** The form that deletes a bucket: PIN, code or nothing, and the tick. */
export function bucketDeletionOf(method: ConfirmationMethod | 'none') {
  return v.object({
    ...confirmationOf(method).entries,
    confirm: v.pipe(v.boolean(), v.value(true, 'confirm')),
  })
}
