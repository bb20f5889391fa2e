import { useSyncExternalStore } from 'react'
import type { Job } from '../../openapi/schema.ts'
import { storageName } from '../site/installation.ts'
import { signal } from '../site/signal.ts'

/*
 * The ids of jobs that the user has started or seen running, and not dismissed, per account. They survive a reload and are
 * the same in all tabs. The tray that shows them loads with the first one.
 */

const changed = signal()
const storageKey = (user: string) => storageName(`jobs ${user}`)
const none = '[]'
/** Used where localStorage is not available. */
const memory = new Map<string, string>()

function read(user: string): string {
  const stored = memory.get(user)
  if (stored !== undefined) return stored
  try {
    return localStorage.getItem(storageKey(user)) ?? none
  } catch {
    return none
  }
}

function write(user: string, ids: string[]): void {
  const text = JSON.stringify(ids)
  memory.set(user, text)
  try {
    if (ids.length > 0) localStorage.setItem(storageKey(user), text)
    else localStorage.removeItem(storageKey(user))
  } catch {
    // `memory` still holds them.
  }
  changed.emit()
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
  const ids = idsIn(read(user))
  if (!ids.includes(id)) write(user, [...ids, id])
}

/** Follows the live jobs of the user, on any device. `jobs`: the server's list, which has those of sub-users for an owner. */
export function followLive(user: string, email: string, jobs: readonly Job[]): void {
  for (const job of jobs) if (job.ended_at === null && job.user === email) followJob(user, job.id)
}

export function unfollowJobs(user: string, removed: readonly string[]): void {
  write(
    user,
    idsIn(read(user)).filter(id => !removed.includes(id)),
  )
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(storageKey(''))) return
    memory.clear()
    listener()
  }
  const stop = changed.on(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
  }
}

/** The ids of the user's jobs, as JSON so that the value stays equal while they do. */
export function useFollowedJobs(user: string): string {
  return useSyncExternalStore(subscribe, () => read(user))
}
