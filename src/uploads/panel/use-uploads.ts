import { shallowEqual } from '@xstate/react'
import { useRef, useSyncExternalStore } from 'react'
import { selectIsMoving } from '../../../machines/upload-queue/selectors.ts'
import { useUser } from '../../session/flow.ts'
import { onOtherTabs, otherTabs, type TabUploads } from '../other-tabs.ts'
import {
  areUploadsRestoring,
  areUploadsStored,
  onUploadsChange,
  type QueueSnapshot,
  uploadsNow,
} from '../queue/uploads.ts'
import { uploadSpeed } from '../transfer/speed-meter.ts'

/** Views are updated at most this often, in ms, and at most once per frame. */
const minInterval = 250
/** During uploads the speed is measured at least this often, in ms. */
const speedInterval = 1000

/** When more files than this complete between two updates, the list is updated only every `listInterval` ms. */
const listThreshold = 4
const listInterval = 1000

const listeners = new Set<() => void>()
let shown: QueueSnapshot | null = null
let listed: QueueSnapshot | null = null
let listedAt = 0
let speed: number | null = null
let stop: (() => void) | null = null
let scheduled = false
let refreshedAt = Number.NEGATIVE_INFINITY
let speedTimer: ReturnType<typeof setTimeout> | undefined

function refresh() {
  refreshedAt = performance.now()
  const completedBefore = shown?.context.table.counts.completed ?? 0
  shown = uploadsNow()
  const { counts } = shown.context.table
  const manyCompleted = counts.completed - completedBefore > listThreshold && counts['active.uploading'] > 0
  if (!manyCompleted || refreshedAt - listedAt >= listInterval) {
    listed = shown
    listedAt = refreshedAt
  }
  clearTimeout(speedTimer)
  if (!selectIsMoving(shown)) {
    uploadSpeed.reset()
    speed = null
    return
  }
  speed = uploadSpeed.speed(refreshedAt)
  speedTimer = setTimeout(schedule, speedInterval)
}

function show() {
  scheduled = false
  if (listeners.size === 0) return
  refresh()
  for (const listener of listeners) listener()
}

function schedule() {
  if (scheduled) return
  scheduled = true
  const wait = refreshedAt + minInterval - performance.now()
  if (wait <= 0) requestAnimationFrame(show)
  else setTimeout(() => requestAnimationFrame(show), wait)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    refresh()
    stop = onUploadsChange(schedule)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    clearTimeout(speedTimer)
    shown = null
    listed = null
  }
}

function currentSnapshot(): QueueSnapshot {
  shown ??= uploadsNow()
  return shown
}

/** The same value as before while the selected one is equal to it, so that nothing is rendered for nothing. */
function useSelected<Value>(selector: (snapshot: QueueSnapshot) => Value, snapshot: () => QueueSnapshot) {
  const last = useRef<{ value: Value } | null>(null)
  return useSyncExternalStore(subscribe, () => {
    const value = selector(snapshot())
    if (!last.current || !shallowEqual(last.current.value, value)) last.current = { value }
    return last.current.value
  })
}

/** A value selected from the queue, updated at most once per frame. */
export function useUploads<Value>(selector: (snapshot: QueueSnapshot) => Value): Value {
  return useSelected(selector, currentSnapshot)
}

/** Like `useUploads`, for the list of files: updated less often while very many files complete. */
export function useListedUploads<Value>(selector: (snapshot: QueueSnapshot) => Value): Value {
  return useSelected(selector, () => listed ?? currentSnapshot())
}

/** Bytes per second over all uploads; null until it is known. */
export function useUploadSpeed(): number | null {
  return useSyncExternalStore(subscribe, () => speed)
}

/** Whether the browser stores the rows, so that they outlive the page. */
export function useUploadsStored(): boolean {
  return useSyncExternalStore(onUploadsChange, areUploadsStored)
}

/** Whether rows of earlier visits and closed tabs are being read. */
export function useUploadsRestoring(): boolean {
  return useSyncExternalStore(onUploadsChange, areUploadsRestoring)
}

/** The uploads of this user's other tabs that are not finished. */
export function useOtherUploads(): TabUploads[] {
  const { id } = useUser()
  return useSyncExternalStore(onOtherTabs, otherTabs).filter(
    ({ user, activity }) => user === id && activity !== 'none' && activity !== 'done',
  )
}
