import { isEmail } from './email-address.ts'
import { passwordMaximum } from './limits.ts'

/** The sign-in form. */
export type Credentials = { username: string; password: string }

/**
 * What is wrong with the sign-in form, by field; nothing where it may be sent. Without a schema, so that the sign-in
 * page loads no library for forms.
 */
export function credentialsIssues({ username, password }: Credentials): {
  username?: 'required' | 'email-invalid'
  password?: 'required' | 'password-too-long'
} {
  return {
    ...(username.trim() === ''
      ? { username: 'required' }
      : !isEmail(username.trim()) && { username: 'email-invalid' }),
    ...(password === ''
      ? { password: 'required' }
      : password.length > passwordMaximum && { password: 'password-too-long' }),
  }
}
