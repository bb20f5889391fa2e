import { copyIssue } from './copy-issue.ts'
import { type Actor, mayCall } from './permissions.ts'

/** Files and folders (keys that end in a slash) of a bucket. `removes`: a move. */
export type Carried = { bucket: string; keys: string[]; removes: boolean }

/** Whether the user may copy or move them to a folder, whose `prefix` is empty or ends in a slash, and they can be there. */
export function mayCarry(
  user: Actor,
  { bucket, keys, removes }: Carried,
  target: { bucket: string; prefix: string },
): boolean {
  const copied = { scope: user.scope, bucket, keys, removes }
  return (
    mayCall(user, removes ? 'moveObjects' : 'copyObjects') &&
    copyIssue(copied, `${target.bucket}/${target.prefix}`) === null
  )
}
