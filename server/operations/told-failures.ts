import { mayRead } from '../storage-admin/account-access.ts'
import type { User } from '../store/users.ts'

/**
 * Failures as shown to the user: without the right to list a folder, only the folder that the user named, once for each
 * code.
 */
export function toldFailures<Failure extends { key: string; code: string }>(
  user: Pick<User, 'permission'>,
  named: readonly string[],
  failures: Failure[],
): Failure[] {
  if (mayRead(user)) return failures
  const told = new Map<string, Failure>()
  for (const failure of failures) {
    const folder = named.find(name => name.endsWith('/') && failure.key.startsWith(name))
    const key = named.includes(failure.key) ? failure.key : (folder ?? '')
    const id = JSON.stringify([key, failure.code])
    if (!told.has(id)) told.set(id, { ...failure, key })
  }
  return [...told.values()]
}
