import type { Failure } from '../failure.ts'

/** `running`: the version that this page was loaded from. */
export type AppUpdateInput = { running: string }

export type AppUpdateContext = AppUpdateInput

export type AppUpdateEvent =
  /** Do not wait for the next look at the server (a part of the running version was not found there). */
  | { type: 'check now' }
  /** The user wants the newer version. */
  | { type: 'accept' }
  /** The user keeps the version that runs, until the app is opened the next time. */
  | { type: 'decline' }

/** Reads which version the server has. */
export type VersionRead = {
  output: { ok: true; version: string } | Failure<'NETWORK'>
}
