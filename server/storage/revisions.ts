import { createHash } from 'node:crypto'
import { Problem } from '../errors/problem.ts'
import type { Locks } from '../store/locks.ts'

/** Identifies the state of a setting: a different text once the setting differs. Opaque to clients. */
export function revisionOf(setting: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(setting, sortedKeys) ?? '')
    .digest('base64url')
    .slice(0, 22)
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Changes a bucket's setting, unless it differs from the state that its editor saw (`revision`): S3 has no conditional
 * writes of settings, so changes by the console wait for each other, in all processes. `write` receives what `read`
 * returned. SETTING_CHANGED; whatever `read` and `write` throw.
 */
export async function changeSetting<Setting, Result>(
  { locks }: { locks: Locks },
  bucket: string,
  change: {
    revision: string
    read: () => Promise<Setting>
    write: (before: Setting) => Promise<Result>
  },
): Promise<Result> {
  return locks.hold(`bucket ${bucket}`, async () => {
    const before = await change.read()
    if (revisionOf(before) !== change.revision) throw new Problem('SETTING_CHANGED')
    return change.write(before)
  })
}

/** Runs `work` while no other change of the object by the console can run. */
export function holdObject<Result>(
  locks: Locks,
  { bucket, path }: { bucket: string; path: string },
  work: () => Promise<Result>,
): Promise<Result> {
  return locks.hold(`object ${bucket}/${path}`, work)
}

/**
 * Changes part of an object's state, unless it differs from what the caller saw (`revision`): changes by the console
 * wait for each other, in all processes. `write` receives what `read` returned. OBJECT_CHANGED; whatever `read`
 * and `write` throw.
 */
export async function changeObject<State, Result>(
  { locks }: { locks: Locks },
  named: { bucket: string; path: string },
  change: {
    revision: string
    read: () => Promise<State>
    /** The part of the state that is compared. */
    counts?: (state: State) => unknown
    write: (before: State) => Promise<Result>
  },
): Promise<Result> {
  return holdObject(locks, named, async () => {
    const before = await change.read()
    const counts = change.counts ? change.counts(before) : before
    if (revisionOf(counts) !== change.revision) throw new Problem('OBJECT_CHANGED')
    return change.write(before)
  })
}
