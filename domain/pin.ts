import { code } from './code.ts'
import { pinMaximum, pinMinimum } from './limits.ts'
import * as v from './valibot.ts'

/** A PIN: 4 (specification, section 5) to 64 characters. */
export const pin = v.pipe(
  v.string(),
  v.minLength(1, 'required'),
  v.minLength(pinMinimum, 'pin-too-short'),
  v.maxLength(pinMaximum, 'pin-too-long'),
)

/** The form that sets the first PIN. */
export const pinSetUp = v.pipe(
  v.object({ pin, confirm: v.pipe(v.string(), v.minLength(1, 'required')) }),
  v.checkFields(['pin', 'confirm'], form => form.pin === form.confirm, 'pin-not-match'),
)

const again = v.pipe(v.string(), v.minLength(1, 'required'))

/** The form that changes the PIN: `next` must differ from `current`. */
export const pinChange = v.pipe(
  v.object({ current: again, next: pin, confirm: again }),
  v.checkFields(['next', 'confirm'], form => form.next === form.confirm, 'pin-not-match'),
  v.checkFields(['current', 'next'], form => form.current !== form.next, 'pin-reused'),
)

/** The form that resets the PIN with a mailed code. */
export const pinReset = v.pipe(
  v.object({ code, next: pin, confirm: again }),
  v.checkFields(['next', 'confirm'], form => form.next === form.confirm, 'pin-not-match'),
)
