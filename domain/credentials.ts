import { isEmail } from './email-address.ts'
import { passwordMaximum } from './limits.ts'

export type Credentials = { username: string; password: string }

/**
 * Issues of the sign-in form by field, none if it can be sent. Not a schema: the sign-in page loads no form library.
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
