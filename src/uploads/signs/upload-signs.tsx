import { useEffect, useRef } from 'react'
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
import { uploadsNow } from '../queue/uploads.ts'
import { useUploadsInBackground } from '../queue/use-uploads-in-background.ts'
import { showAppBadge } from './app-badge.ts'
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
