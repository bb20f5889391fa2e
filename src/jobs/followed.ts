import { useSyncExternalStore } from 'react'
import type { Job } from '../../openapi/schema.ts'

/*
 * The jobs that the user has started or seen running, and not dismissed, by account: their ids outlive the page, and are
 * the same in all tabs. The tray that shows them loads with the first one.
 */

const listeners = new Set<() => void>()
const nameOf = (user: string) => `kho-jobs ${user}`
const none = '[]'
/** Where the browser stores nothing they last as long as the page. */
const kept = new Map<string, string>()

function read(user: string): string {
  const here = kept.get(user)
  if (here !== undefined) return here
  try {
    return localStorage.getItem(nameOf(user)) ?? none
  } catch {
    return none
  }
}

function write(user: string, ids: string[]): void {
  const text = JSON.stringify(ids)
  kept.set(user, text)
  try {
    if (ids.length > 0) localStorage.setItem(nameOf(user), text)
    else localStorage.removeItem(nameOf(user))
  } catch {
    // The page remembers them.
  }
  for (const listener of listeners) listener()
}

export function idsIn(text: string): string[] {
  const ids: unknown = JSON.parse(text)
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}

export function followJob(user: string, id: string): void {
  const ids = idsIn(read(user))
  if (!ids.includes(id)) write(user, [...ids, id])
}

/** Follows what the user runs, on any device. `jobs`: as the server lists them; an owner's has those of sub-users too. */
export function followLive(user: string, email: string, jobs: readonly Job[]): void {
  for (const job of jobs) if (job.ended_at === null && job.user === email) followJob(user, job.id)
}

export function unfollowJobs(user: string, gone: readonly string[]): void {
  write(
    user,
    idsIn(read(user)).filter(id => !gone.includes(id)),
  )
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(nameOf(''))) return
    kept.clear()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The ids of the user's jobs, as JSON: a value that stays the same while they do. */
export function useFollowedJobs(user: string): string {
  return useSyncExternalStore(subscribe, () => read(user))
}
