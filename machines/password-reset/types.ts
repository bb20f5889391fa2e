import type { ExpectedCodes, Failure } from '../failure.ts'

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

/** Expected failure codes of each call; any other code is an unexpected error. */
export const expectedCodes = {
  requestLink: ['INVALID_REQUEST', 'NETWORK', 'TOO_MANY_REQUESTS'],
  checkLink: ['INVALID_TOKEN', 'NETWORK', 'TOO_MANY_REQUESTS'],
  resetPassword: ['INVALID_TOKEN', 'PASSWORD_REUSED', 'INVALID_REQUEST', 'NETWORK'],
} as const satisfies ExpectedCodes

type Refused<Call extends keyof typeof expectedCodes> = Failure<(typeof expectedCodes)[Call][number]>

/** Why an attempt can fail, as the forms show it. */
export type PasswordResetFailure =
  | Exclude<Refused<keyof typeof expectedCodes>, { code: 'INVALID_TOKEN' }>
  | Failure<'UNKNOWN_ERROR'>

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
  output: { ok: true } | Refused<'requestLink'>
}

/** Whether a link is valid; does not use it up. */
export type LinkCheck = {
  input: { token: string }
  output: { ok: true } | Refused<'checkLink'>
}

/** `INVALID_TOKEN`: the link has expired, was used, or is not the newest. */
export type PasswordResetAttempt = {
  input: { token: string; password: string }
  output: { ok: true } | Refused<'resetPassword'>
}
