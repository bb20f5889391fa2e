import { chakra } from '@chakra-ui/react'
import { selectExpired } from '../../../machines/session/machine.ts'
import {
  selectActivity,
  selectBytes,
  selectCounts,
  selectLeftOut,
} from '../../../machines/upload-queue/selectors.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useSession } from '../../session/flow.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { timeLeft, timeLeftText } from '../../ui/time-left.ts'
import { useUploadSpeed, useUploads } from './use-uploads.ts'

/** The state of the queue in one line. */
export function useUploadTitle(): string {
  const t = useText()
  const activity = useUploads(selectActivity)
  const { unfinished, completed, failed } = useUploads(selectCounts)
  if (activity === 'none' || activity === 'adding') return t('uploads.adding')
  return t(`uploads.${activity}`, { left: unfinished, completed, failed })
}

const tones = {
  none: 'accent',
  adding: 'accent',
  uploading: 'accent',
  offline: 'warning',
  retrying: 'warning',
  pausing: 'muted',
  paused: 'muted',
  interrupted: 'warning',
  stalled: 'warning',
  failed: 'danger',
  done: 'success',
} as const

/** The progress of all uploads; once some have failed, of what is uploaded. */
export function QueueProgress({ height }: { height?: string }) {
  const t = useText()
  const { percent } = useUploads(selectBytes)
  const { completed, total } = useUploads(selectCounts)
  const activity = useUploads(selectActivity)
  const ofFiles = activity === 'failed' ? (completed / total) * 100 : percent
  return (
    <ProgressBar
      label={t('uploads.progress')}
      percent={ofFiles}
      tone={tones[activity]}
      {...(height && { height })}
    />
  )
}

/** Progress, speed and time left of all uploads. */
export function UploadSummary() {
  const t = useText()
  const { bytes, number } = useFormats()
  const { size, sent, percent } = useUploads(selectBytes)
  const { completed, total, cancelled } = useUploads(selectCounts)
  const activity = useUploads(selectActivity)
  const leftOut = useUploads(selectLeftOut)
  const expired = useSession(selectExpired)
  // While the session is expired only requests with signed URLs continue: their speed says nothing about the rest.
  const measured = useUploadSpeed()
  const speed = expired ? null : measured
  const left = timeLeft(size - sent, speed)
  const ended = activity === 'failed'
  const counts = { completed: number(completed), total: number(total) }
  const counting = percent === null
  const facts = [
    counting && t('uploads.countsSoFar', counts),
    !counting && total > 0 && t(ended ? 'uploads.countsUploaded' : 'uploads.counts', counts),
    total > 0 && cancelled > 0 && t('uploads.canceled', { count: number(cancelled) }),
    !counting && !ended && size > 0 && t('uploads.bytes', { sent: bytes(sent), size: bytes(size) }),
    speed !== null && speed >= 1 && t('uploads.speed', { speed: bytes(speed) }),
    !counting && activity === 'uploading' && left !== null && timeLeftText(t, left),
  ].filter(fact => fact !== false)
  return (
    <chakra.div px="4" pb="3" display="flex" flexDirection="column" gap="2">
      <QueueProgress />
      <chakra.div
        display="flex"
        justifyContent="space-between"
        gap="3"
        textStyle="caption"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        <chakra.span minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
          {facts.join(' · ')}
        </chakra.span>
        {!ended && percent !== null && (size > 0 || completed > 0) && (
          <chakra.span>{t('uploads.percent', { percent: Math.floor(percent) })}</chakra.span>
        )}
      </chakra.div>
      {leftOut > 0 && (
        <chakra.span textStyle="caption" color="fg.muted">
          {t('uploads.leftOut', { count: leftOut })}
        </chakra.span>
      )}
    </chakra.div>
  )
}
