import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  selectActivity,
  selectCounts,
  selectIsRunning,
  selectIsUnderWay,
  selectPercentUnderWay,
} from '../../../machines/upload-queue/selectors.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { markTitle } from '../../shell/tab-title.ts'
import { onUploadsChange, type QueueSnapshot, uploadsNow } from '../queue/uploads.ts'
import { notifyEnd } from './end-notification.ts'
import { showTabIcon } from './tab-icon.ts'

/**
 * What is seen of the uploads outside of the page: the title and the icon of its tab, the number on the app's icon, and a
 * notification when everything has ended.
 */
export function UploadSigns() {
  useTabProgress()
  useAppBadge()
  useEndNotification()
  return null
}

function useTabProgress(): void {
  const t = useText()
  const percent = useUploadsInBackground(selectPercentUnderWay)
  useEffect(() => {
    showTabIcon(percent)
    markTitle(percent === null ? null : title => `${t('uploads.percent', { percent })} · ${title}`)
  }, [t, percent])
  useEffect(
    () => () => {
      showTabIcon(null)
      markTitle(null)
    },
    [],
  )
}

function useAppBadge(): void {
  const left = useUploadsInBackground(snapshot =>
    selectIsUnderWay(snapshot) ? selectCounts(snapshot).unfinished : 0,
  )
  useEffect(() => showAppBadge(left), [left])
  useEffect(() => () => showAppBadge(0), [])
}

function useEndNotification(): void {
  const t = useText()
  const { number } = useFormats()
  const activity = useUploadsInBackground(selectActivity)
  const isRunning = useUploadsInBackground(selectIsRunning)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (!hasEnded || (activity !== 'done' && activity !== 'failed')) return
    const { completed, failed, total } = selectCounts(uploadsNow())
    if (completed + failed === 0) return
    const counts = { completed: number(completed), total: number(total) }
    notifyEnd(
      t(`uploads.${activity}`, { completed, failed }),
      failed > 0 ? t('uploads.countsUploaded', counts) : '',
    )
  }, [t, number, activity, isRunning])
}

/** ms; thousands of files may end in a second. */
const updateEveryMs = 500

function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = onUploadsChange(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      listener()
    }, updateEveryMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** A plain value selected from the queue, also in hidden tabs, where browsers draw no frames. */
function useUploadsInBackground<Value extends string | number | boolean | null>(
  selector: (snapshot: QueueSnapshot) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => selector(uploadsNow()))
}

let shown = 0

/** Shows a number on the icon of the installed app, where browsers can; none for 0. */
function showAppBadge(number: number): void {
  if (number === shown) return
  shown = number
  const change = number > 0 ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.()
  change?.catch((error: unknown) => console.info('The badge of the app could not be changed', error))
}
