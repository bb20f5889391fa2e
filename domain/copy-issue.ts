import { isOntoItself, targetAt, targetIn } from './copy-target.ts'
import type { Issue } from './issue.ts'
import { keyIssue } from './object-key.ts'
import { mayReach } from './reach.ts'
import type { Scope } from './scope.ts'

/** `scope`: of the user. `removes`: a move. */
type Copied = { scope: Scope; bucket: string; keys: string[]; removes: boolean }

/** Why files and folders cannot be copied or moved to `path` (see `targetAt`); null: they can. */
export function copyIssue(
  { scope, bucket, keys, removes }: Copied,
  path: string,
): Issue | 'TARGET_INSIDE_SOURCE' | null {
  const target = targetAt(path)
  if (!target) return 'required'
  if (!mayReach(scope, 'copyObjects', { bucket, keys, ...target })) return 'target-out-of-reach'
  for (const key of keys) {
    const copy = { bucket: target.target_bucket, key: targetIn(target.target_folder, key) }
    if (isOntoItself({ bucket, key }, copy, removes)) return 'TARGET_INSIDE_SOURCE'
    const issue = keyIssue(copy.key)
    if (issue) return issue
  }
  return null
}
