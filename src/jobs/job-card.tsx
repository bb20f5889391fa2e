import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { percentOf, processedBy, severityOf, speedOf, traitsOf } from '../../domain/jobs.ts'
import {
  selectBusy,
  selectCanRetry,
  selectCanShowFailures,
  selectConnected,
  selectFailure,
  selectFailures,
  selectIsLive,
  selectIsRetrying,
  selectJob,
} from '../../machines/bulk-job/selectors.ts'
import type { ErrorCode, Job } from '../../openapi/schema.ts'
import { errorText } from '../i18n/error-text.ts'
import { type Text, useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { severityIcon } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { timeLeft, timeLeftText } from '../ui/time-left.ts'
import type { JobFeed } from './feed.ts'
import { type JobFlow, useJobEvents, useJobFlow } from './flow.ts'
import { JobFailures } from './job-failures.tsx'
import { jobTitle } from './job-title.ts'
import { undoAct } from './undo-act.ts'
import { noteUndoable } from './undoable.ts'

type Props = { feed: JobFeed; job: Job; onDismissed: () => void }

/** One job: its progress, then its result. */
export function JobCard({ feed, job: initial, onDismissed }: Props) {
  const t = useText()
  const flow = useJobFlow(feed, initial)
  const dismissed = useEffectEvent(onDismissed)
  useEffect(() => {
    const subscription = flow.subscribe({ complete: () => dismissed() })
    return () => subscription.unsubscribe()
  }, [flow])
  const job = useSelector(flow, selectJob)
  const live = useSelector(flow, selectIsLive)
  const failure = useSelector(flow, selectFailure)
  const { dismiss } = useJobEvents(flow)
  const severity = severityOf(job)
  const Icon = severityIcon[severity]
  return (
    <chakra.article p="4" borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <chakra.header display="flex" alignItems="flex-start" gap="2">
        {!live && (
          <chakra.span color={colors[severity]} pt="0.5" _icon={{ boxSize: '18px' }}>
            <Icon aria-hidden="true" />
          </chakra.span>
        )}
        <chakra.h2 flex="1" minW="0" textStyle="label" overflowWrap="anywhere" role="status">
          {jobTitle(t, job)}
        </chakra.h2>
        {!live && (
          <chakra.span mt="-1.5" me="-2">
            <IconButton size="sm" label={t('jobs.close', { bucket: job.bucket })} onClick={dismiss}>
              <X />
            </IconButton>
          </chakra.span>
        )}
      </chakra.header>
      {live ? <Progress flow={flow} job={job} /> : <Result flow={flow} job={job} />}
      {failure && (
        <chakra.div pt="3">
          <FailureNotice failure={failure} />
        </chakra.div>
      )}
    </chakra.article>
  )
}

const colors = {
  error: 'fg.danger',
  info: 'fg.accent',
  warning: 'fg.warning',
  success: 'fg.success',
} as const

function Progress({ flow, job }: { flow: JobFlow; job: Job }) {
  const t = useText()
  const { cancel } = useJobEvents(flow)
  const connected = useSelector(flow, selectConnected)
  const busy = useSelector(flow, selectBusy)
  return (
    <>
      <chakra.div pt="3">
        <ProgressBar label={jobTitle(t, job)} percent={percentOf(job)} />
      </chakra.div>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        pt="1"
        minH="8"
        textStyle="small"
        color="fg.muted"
      >
        <chakra.span flex="1" minW="0" fontVariantNumeric="tabular-nums">
          {[progressText(t, job), speedText(t, job)].filter(text => text !== null).join(' · ')}
        </chakra.span>
        <chakra.span me="-2">
          <Button size="sm" variant="quiet" loading={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
        </chakra.span>
      </chakra.div>
      {!connected && (
        <chakra.p textStyle="small" color="fg.warning" role="status">
          {t('jobs.lost')}
        </chakra.p>
      )}
    </>
  )
}

function progressText(t: Text, job: Job): string {
  const { state, cancelling, total } = job
  const processed = processedBy(job)
  if (cancelling) return t('jobs.cancelling')
  if (state === 'queued') return t('jobs.queued')
  if (total !== null) return t('jobs.progress', { done: processed, total })
  return processed === 0 ? t('jobs.counting') : t('jobs.progressOpen', { done: processed })
}

/** Speed and time left; null while they are unknown. */
function speedText(t: Text, job: Job): string | null {
  const speed = speedOf(job)
  if (speed === null) return null
  const left = job.total === null ? null : timeLeft(Math.max(job.total - processedBy(job), 0), speed)
  return [t('jobs.speed', { speed: Math.round(speed) }), left !== null && timeLeftText(t, left)]
    .filter(text => text !== false)
    .join(' · ')
}

function reasonOf(t: Text, { failed }: Job, code: ErrorCode): string {
  if (code !== 'BUCKET_NOT_EMPTY') return errorText(t, { code })
  return t(failed > 0 ? 'jobs.stays' : 'jobs.refilled')
}

function Result({ flow, job }: { flow: JobFlow; job: Job }) {
  const t = useText()
  const { showFailures, hideFailures, retry } = useJobEvents(flow)
  const failures = useSelector(flow, selectFailures)
  const canShow = useSelector(flow, selectCanShowFailures)
  const canRetry = useSelector(flow, selectCanRetry)
  const retrying = useSelector(flow, selectIsRetrying)
  const reading = useSelector(flow, selectBusy) && !retrying
  const { done, failed, skipped } = job
  const { id: userId } = useUser()
  useEffect(() => {
    if (job.undo) noteUndoable(userId, job.id)
  }, [userId, job.undo, job.id])
  return (
    <chakra.div textStyle="small" color="fg.muted" pt="1">
      {job.error && <p>{reasonOf(t, job, job.error)}</p>}
      {(job.state !== 'done' || processedBy(job) > 0) && (
        <p>{t('jobs.result', { done, failed, skipped, act: traitsOf(job.kind).act })}</p>
      )}
      <chakra.div display="flex" columnGap="4" flexWrap="wrap">
        {(canShow || reading || failures) && (
          <Button
            size="inline"
            variant="link"
            loading={reading}
            onClick={failures ? hideFailures : showFailures}
          >
            {t(failures ? 'jobs.hideWhy' : 'jobs.why')}
          </Button>
        )}
        {job.undo && (
          <Button size="inline" variant="link" onClick={() => void undoAct(userId, job.id)}>
            {t('files.undo')}
          </Button>
        )}
        {(canRetry || retrying) && (
          <Button size="inline" variant="link" loading={retrying} onClick={retry}>
            {t('common.retry')}
          </Button>
        )}
      </chakra.div>
      {failures && <JobFailures kind={job.kind} failures={failures} count={job.failed} />}
    </chakra.div>
  )
}
