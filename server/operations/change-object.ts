import { Problem } from '../errors/problem.ts'
import type { Locks } from '../store/locks.ts'
import { revisionOf } from './bucket-settings.ts'

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
