import { useSyncExternalStore } from 'react'
import type { Job } from '../../openapi/schema.ts'
import { keptForUser } from '../site/kept-for-user.ts'

/*
 * The ids of jobs that the user has started or seen running, and not dismissed, per account. They survive a reload and are
 * the same in all tabs. The tray that shows them loads with the first one.
 */

const kept = keptForUser('jobs')

function write(user: string, ids: string[]): void {
  kept.write(user, ids.length > 0 ? JSON.stringify(ids) : '')
}

export function idsIn(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function followJob(user: string, id: string): void {
  const ids = idsIn(kept.read(user))
  if (!ids.includes(id)) write(user, [...ids, id])
}

/** Follows the live jobs of the user, on any device. `jobs`: the server's list, which has those of sub-users for an owner. */
export function followLive(user: string, email: string, jobs: readonly Job[]): void {
  for (const job of jobs) if (job.ended_at === null && job.user === email) followJob(user, job.id)
}

export function unfollowJobs(user: string, removed: readonly string[]): void {
  write(
    user,
    idsIn(kept.read(user)).filter(id => !removed.includes(id)),
  )
}

/** The ids of the user's jobs, as JSON so that the value stays equal while they do. */
export function useFollowedJobs(user: string): string {
  return useSyncExternalStore(kept.subscribe, () => kept.read(user))
}
