import type { Failure } from '../failure.ts'

/** `token`: of the opened link, empty if the link lost it; null to request an email first, for `email` if it is known. */
export type PasswordResetInput = { token: string | null; email?: string }

export type PasswordResetEvent =
  | { type: 'submit address'; email: string }
  | { type: 'resend' }
  | { type: 'use another address' }
  | { type: 'submit password'; password: string }
  /** Request a new link instead of the invalid one. */
  | { type: 'request another link' }
  /** Another mailed link was opened in this page. */
  | { type: 'open link'; token: string }

/** Why an attempt can fail, as the forms show it. */
export type PasswordResetFailure = Failure<
  'PASSWORD_REUSED' | 'INVALID_REQUEST' | 'NETWORK' | 'TOO_MANY_REQUESTS' | 'UNKNOWN_ERROR'
>

export type PasswordResetContext = {
  /** The address of the last email; before, the one to begin with. */
  email: string
  /** Secret. Empty if the link lost it; null if no link was opened. */
  token: string | null
  /** Why the last attempt failed; cleared by the next one. */
  failure: PasswordResetFailure | null
}

/** Requests an email with a link. The result does not reveal whether an account has the address. */
export type LinkRequest = {
  input: { email: string }
  output: { ok: true } | Failure<'INVALID_REQUEST' | 'NETWORK' | 'TOO_MANY_REQUESTS'>
}

/** Whether a link is valid; does not use it up. */
export type LinkCheck = {
  input: { token: string }
  output: { ok: true } | Failure<'INVALID_TOKEN' | 'NETWORK' | 'TOO_MANY_REQUESTS'>
}

/** `INVALID_TOKEN`: the link has expired, was used, or is not the newest. */
export type PasswordResetAttempt = {
  input: { token: string; password: string }
  output: { ok: true } | Failure<'INVALID_TOKEN' | 'PASSWORD_REUSED' | 'INVALID_REQUEST' | 'NETWORK'>
}
