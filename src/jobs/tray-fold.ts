import { type RefObject, useEffect, useSyncExternalStore } from 'react'
import type { Job } from '../../openapi/schema.ts'
import { storageName } from '../site/installation.ts'
import { observable } from '../site/signal.ts'

/** Ms that a job which has succeeded stays in sight. */
const stay = 10_000

const endedWell = ({ state, failed }: Job) => state === 'done' && failed === 0

/** Calls `leave` with the jobs that have succeeded once they were seen, unless the user is at the tray. */
export function useLeaving(
  jobs: readonly Job[],
  tray: RefObject<HTMLElement | null>,
  leave: (ids: string[]) => void,
): void {
  const ended = jobs.filter(endedWell).map(({ id }) => id)
  const shown = ended.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts for other jobs only
  useEffect(() => {
    if (shown === '') return
    const timer = setInterval(() => {
      if (document.hidden || tray.current?.matches(':hover, :focus-within')) return
      leave(ended)
    }, stay)
    return () => clearInterval(timer)
  }, [shown])
}

const storageKey = storageName('jobs-folded')

function readFolded(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

function storeFolded(ids: string): void {
  try {
    localStorage.setItem(storageKey, ids)
  } catch {
    // Until the page is left, the state holds it.
  }
}

const foldedIds = observable(readFolded())

function fold(ids: string): void {
  foldedIds.set(ids)
  storeFolded(ids)
}

export const unfoldTray = (): void => fold('')

/**
 * Whether the tray shows its jobs. Collapsed by hand it stays so, also in a later visit, until it is opened or has another
 * job.
 */
export function useTrayFold(jobs: readonly Job[]): [open: boolean, setOpen: (open: boolean) => void] {
  const ids = jobs.map(({ id }) => id)
  const known = new Set(useSyncExternalStore(foldedIds.on, foldedIds.get).split(' '))
  return [!ids.every(id => known.has(id)), open => fold(open ? '' : ids.join(' '))]
}
