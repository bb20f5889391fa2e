import * as v from 'valibot'
import { email } from './email.ts'
import { passwordMaximum } from './limits.ts'

/** The sign-in form. */
export const credentials = v.object({
  username: email,
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(passwordMaximum, 'password-too-long')),
})

export type Credentials = v.InferOutput<typeof credentials>
