import { useEffect, useState } from 'react'
import type { FailureCode } from '../../machines/failure.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Notice } from '../ui/notice.tsx'
import { RequestId } from '../ui/request-id.tsx'

const ofSignIn: readonly FailureCode[] = ['CURRENT_PASSWORD_INCORRECT', 'PASSWORD_REUSED']

type Props = {
  failure: { code: FailureCode; requestId?: string | null } | null
  /** Ms until the next attempt is taken, or null. */
  waitingTime: number | null
  /** Codes that are shown beside their field instead. */
  ofFields?: readonly FailureCode[]
}

/** Why the last attempt of a form failed; counts down where the next one has to wait. */
export function FormFailure({ failure, waitingTime, ofFields = ofSignIn }: Props) {
  const t = useText()
  if (waitingTime !== null) return <Waiting milliseconds={waitingTime} />
  if (!failure || ofFields.includes(failure.code)) return null
  return (
    <Notice severity="error">
      {errorText(t, failure)}
      {failure.code === 'UNKNOWN_ERROR' && <RequestId id={failure.requestId} />}
    </Notice>
  )
}

function Waiting({ milliseconds }: { milliseconds: number }) {
  const t = useText()
  const [left, setLeft] = useState(milliseconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(value => Math.max(1000, value - 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Notice severity="warning" role="timer">
      {errorText(t, { code: 'TOO_MANY_REQUESTS', retryAfterMs: left })}
    </Notice>
  )
}
