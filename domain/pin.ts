import * as v from 'valibot'
import { pinMaximum, pinMinimum } from './limits.ts'

/** A pin: at least 4 characters (specification, section 5), at most 64. */
export const pin = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.minLength(pinMinimum, 'pin-too-short'),
  v.maxLength(pinMaximum, 'pin-too-long'),
)

/** The form that sets the first pin; `confirm` must match. */
export const pinSetUp = v.pipe(
  v.object({ pin, confirm: v.pipe(v.string(), v.minLength(1, 'required')) }),
  v.forward(
    v.partialCheck([['pin'], ['confirm']], form => form.pin === form.confirm, 'pin-not-match'),
    ['confirm'],
  ),
)

export type PinSetUp = v.InferOutput<typeof pinSetUp>
