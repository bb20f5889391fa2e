import { useEffect, useState } from 'react'
import type { Job } from '../../openapi/schema.ts'
import { storageName } from '../site/installation.ts'

/** Seconds that successfully ended jobs stay expanded. */
const openSeconds = 10

const endedWell = ({ state, failed }: Job) => state === 'done' && failed === 0

/**
 * Seconds until a tray with these jobs collapses automatically; null: not without another event. `now`: unix seconds.
 */
export function foldsIn(jobs: readonly Job[], now: number): number | null {
  if (!jobs.every(endedWell)) return null
  const last = Math.max(...jobs.map(({ ended_at }) => ended_at ?? now))
  return Math.max(0, last + openSeconds - now)
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

/**
 * Whether the tray shows its jobs. It collapses once all have succeeded some time ago, or by hand, and stays collapsed,
 * also in a later visit, until it is opened or has another job. `now`: the server's clock, unix seconds.
 */
export function useTrayFold(
  jobs: readonly Job[],
  now: number,
): [open: boolean, setOpen: (open: boolean) => void] {
  const ids = jobs.map(({ id }) => id).sort()
  const shown = ids.join(' ')
  const [folded, setFolded] = useState(readFolded)
  /** The jobs for which the user has opened it. */
  const [opened, setOpened] = useState<string | null>(null)
  const known = new Set(folded.split(' '))
  const seconds = opened === shown ? null : foldsIn(jobs, now)
  useEffect(() => {
    if (seconds === null) return
    const timer = setTimeout(setFolded, seconds * 1000, shown)
    return () => clearTimeout(timer)
  }, [seconds, shown])
  const setOpen = (open: boolean) => {
    setOpened(open ? shown : null)
    setFolded(open ? '' : shown)
    storeFolded(open ? '' : shown)
  }
  return [opened === shown || (seconds !== 0 && !ids.every(id => known.has(id))), setOpen]
}
