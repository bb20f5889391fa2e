import { chakra } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../machines/failure.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Unplugged } from './first-drawings.tsx'
import { Notice } from './notice.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

type NoticeProps = {
  failure: Failure | null
  /** What failed, if that is not obvious. */
  what?: string
  /** Not for a form: its own button retries. */
  onRetry?: () => void
}

/** Why a call failed. Counts down if the next attempt has to wait; shows the request's id if the reason is unknown. */
export function FailureNotice({ failure, what, onRetry }: NoticeProps) {
  if (!failure) return null
  if (failure.code !== 'TOO_MANY_REQUESTS') return <Reason failure={failure} what={what} onRetry={onRetry} />
  return (
    <Countdown milliseconds={failure.retryAfterMs}>
      {onRetry && <Reason failure={{ code: failure.code }} what={what} onRetry={onRetry} />}
    </Countdown>
  )
}

type ReasonProps = {
  failure: Pick<Failure, 'code' | 'requestId' | 'fields'>
  what: string | undefined
  onRetry: (() => void) | undefined
}

function Reason({ failure, what, onRetry }: ReasonProps) {
  const t = useText()
  return (
    <Notice severity="error">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <span>{[what, errorText(t, failure)].filter(Boolean).join(' ')}</span>
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </chakra.div>
      {failure.code === 'UNKNOWN_ERROR' && <RequestId id={failure.requestId} />}
    </Notice>
  )
}

/** `children`: what is shown afterwards. */
function Countdown({ milliseconds, children }: { milliseconds: number; children: ReactNode }) {
  const t = useText()
  const seconds = useSecondsLeft(milliseconds)
  if (seconds === 0) return children
  return (
    <Notice severity="warning" role="timer">
      {errorText(t, { code: 'TOO_MANY_REQUESTS', retryAfterMs: seconds * 1000 })}
    </Notice>
  )
}

type StateProps = {
  title: string
  failure: Failure
  onRetry?: () => void
  /** Whether a retry is running. */
  busy?: boolean
  drawing?: ReactNode
  action?: ReactNode
  level?: 1 | 2
}

/** A view whose data failed to load: the reason, with the request's id for the server's log, and a retry. */
export function FailureState({ title, failure, onRetry, busy, drawing, action, level }: StateProps) {
  const t = useText()
  return (
    <chakra.div role="alert">
      <EmptyState
        drawing={drawing ?? <Unplugged />}
        title={title}
        level={level ?? 2}
        lead={
          <>
            <p>{errorText(t, failure)}</p>
            <RequestId id={failure.requestId} />
          </>
        }
        action={
          <>
            {onRetry && (
              <Button onClick={onRetry} loading={busy ?? false}>
                <RotateCw />
                {t('common.retry')}
              </Button>
            )}
            {action}
          </>
        }
      />
    </chakra.div>
  )
}

/** The id that finds a request in the server's log, small and easy to select; nothing without one. */
function RequestId({ id }: { id: string | null | undefined }) {
  const t = useText()
  if (!id) return null
  return (
    <chakra.p textStyle="caption" color="fg.subtle" fontFamily="mono" mt="2" userSelect="all">
      {t('common.requestId', { id })}
    </chakra.p>
  )
}
