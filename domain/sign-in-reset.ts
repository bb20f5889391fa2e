import type { SignInPart } from '../openapi/schema.ts'
import * as v from './valibot.ts'

/** The form that resets a user's sign-in. */
export const signInReset = v.pipe(
  v.object({ password: v.boolean(), pin: v.boolean(), twoStep: v.boolean() }),
  v.checkFields(
    ['password', 'pin', 'twoStep'],
    form => form.password || form.pin || form.twoStep,
    'sign-in-part-required',
  ),
)

export function signInPartsOf(form: v.InferOutput<typeof signInReset>): SignInPart[] {
  return [
    ...(form.password ? ['password' as const] : []),
    ...(form.pin ? ['pin' as const] : []),
    ...(form.twoStep ? ['two-step' as const] : []),
  ]
}
