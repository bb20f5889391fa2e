import type { Failure } from '../failure.ts'

/** `running`: the version of this page. */
export type AppUpdateInput = { running: string }

export type AppUpdateContext = AppUpdateInput

export type AppUpdateEvent =
  /** Check now: the server no longer has a chunk of the running version. */
  | { type: 'check now' }
  /** Reload with the newer version. */
  | { type: 'accept' }
  /** Keep this version until the app is next opened. */
  | { type: 'decline' }

/** Reads the server's version. */
export type VersionRead = {
  output: { ok: true; version: string } | Failure<'NETWORK'>
}
