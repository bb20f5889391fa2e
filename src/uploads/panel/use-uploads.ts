import { useSyncExternalStore } from 'react'
import { selectIsMoving } from '../../../machines/upload-queue/selectors.ts'
import { onUploadsChange, type QueueSnapshot, uploadsNow } from '../queue/uploads.ts'
import { SpeedMeter } from './speed-meter.ts'

/** Views see the queue at most this often, in ms, and at most once a frame. */
const leastInterval = 250
/** While files are under way the speed is looked at this often, in ms, even if nothing happens. */
const speedInterval = 1000

/** While so many files arrive between two looks, their list is shown this often, in ms: nobody can read faster. */
const rush = 4
const rushInterval = 1000

const listeners = new Set<() => void>()
const meter = new SpeedMeter()
let shown: QueueSnapshot | null = null
let listed: QueueSnapshot | null = null
let listedAt = 0
let speed: number | null = null
let stop: (() => void) | null = null
let scheduled = false
let last = Number.NEGATIVE_INFINITY
let beat: ReturnType<typeof setTimeout> | undefined

function look() {
  last = performance.now()
  const before = shown?.context.table.counts.completed ?? 0
  shown = uploadsNow()
  const { counts, sent } = shown.context.table
  const rushes = counts.completed - before > rush && counts.uploading > 0
  if (!rushes || last - listedAt >= rushInterval) {
    listed = shown
    listedAt = last
  }
  clearTimeout(beat)
  if (!selectIsMoving(shown)) {
    meter.reset()
    speed = null
    return
  }
  speed = meter.measure(last / 1000, sent)
  beat = setTimeout(schedule, speedInterval)
}

function show() {
  scheduled = false
  if (listeners.size === 0) return
  look()
  for (const listener of listeners) listener()
}

function schedule() {
  if (scheduled) return
  scheduled = true
  const wait = last + leastInterval - performance.now()
  if (wait <= 0) requestAnimationFrame(show)
  else setTimeout(() => requestAnimationFrame(show), wait)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    look()
    stop = onUploadsChange(schedule)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    clearTimeout(beat)
    shown = null
    listed = null
  }
}

function seen(): QueueSnapshot {
  shown ??= uploadsNow()
  return shown
}

/** What `selector` sees in the queue; the view is told at most once a frame, whatever happens in between. */
export function useUploads<Value>(selector: (snapshot: QueueSnapshot) => Value): Value {
  return selector(useSyncExternalStore(subscribe, seen))
}

/** The same for the list of files, which stands still for a moment while very many arrive. */
export function useListedUploads<Value>(selector: (snapshot: QueueSnapshot) => Value): Value {
  return selector(useSyncExternalStore(subscribe, () => listed ?? seen()))
}

/** Bytes per second over all uploads, smoothed; null while there is nothing to tell. */
export function useUploadSpeed(): number | null {
  return useSyncExternalStore(subscribe, () => speed)
}
