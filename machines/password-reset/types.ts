import type { Failure, LimitReached, UnexpectedFailure } from '../failure.ts'

/** `token`: of the mailed link that was opened, empty where the link has lost it; null to ask for a mail first. */
export type PasswordResetInput = { token: string | null }

export type PasswordResetEvent =
  /** The form that asks for a mail was sent. */
  | { type: 'submit address'; email: string }
  /** Ask for one more mail to the same address. */
  | { type: 'send again' }
  /** The address was wrong: back to the form. */
  | { type: 'use another address' }
  /** The form that sets the new password was sent. */
  | { type: 'submit password'; password: string }
  /** The link no longer counts: ask for a new one. */
  | { type: 'request again' }
  /** Another mailed link was opened in the same page. */
  | { type: 'open link'; token: string }

/** Everything that a form of this flow can have to say about the last attempt. */
export type PasswordResetFailure =
  | Failure<'PASSWORD_REUSED' | 'INVALID_REQUEST' | 'NETWORK'>
  | LimitReached
  | UnexpectedFailure

export type PasswordResetContext = {
  /** Where the last mail was asked for; empty before. */
  email: string
  /** The secret of the opened link, empty where the link has lost it; null where no link was opened. */
  token: string | null
  /** Why the last attempt did not go through; null from the next attempt on. */
  failure: PasswordResetFailure | null
}

/** Asks for a mail with a link. The outcome says nothing about whether anybody has the address. */
export type LinkRequest = {
  input: { email: string }
  output: { ok: true } | Failure<'INVALID_REQUEST' | 'NETWORK'> | LimitReached
}

/** Asks whether a link still counts; it goes on counting. */
export type LinkCheck = {
  input: { token: string }
  output: { ok: true } | Failure<'INVALID_TOKEN' | 'NETWORK'> | LimitReached
}

/** Sets a new password by a link. `INVALID_TOKEN`: the link has expired, was used, or is not the newest. */
export type PasswordResetAttempt = {
  input: { token: string; password: string }
  output: { ok: true } | Failure<'INVALID_TOKEN' | 'PASSWORD_REUSED' | 'INVALID_REQUEST' | 'NETWORK'>
}
