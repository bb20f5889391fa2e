import * as v from 'valibot'
import { passwordMaximum } from './limits.ts'

/** The sign-in form. */
export const credentials = v.object({
  username: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'required'),
    v.maxLength(254, 'email-invalid'),
    v.email('email-invalid'),
  ),
  password: v.pipe(v.string(), v.minLength(1, 'required'), v.maxLength(passwordMaximum, 'password-too-long')),
})

export type Credentials = v.InferOutput<typeof credentials>
