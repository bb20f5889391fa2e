import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { Failure } from '../../machines/failure.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { RequestId } from './request-id.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

type Props = {
  failure: Failure | null
  /** What failed, if that is not obvious. */
  what?: string
  /** Not for a form: its own button retries. */
  onRetry?: () => void
}

/** Why a call failed. Counts down if the next attempt has to wait; shows the request's id if the reason is unknown. */
export function FailureNotice({ failure, what, onRetry }: Props) {
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
