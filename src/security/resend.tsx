import { useSelector } from '@xstate/react'
import { selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import { selectResend, selectResendTime } from '../../machines/pin/selectors.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsLeft } from '../ui/use-seconds-left.ts'
import { type PinFlow, usePinEvents } from './pin/flow.ts'

/** Requests another code; counts down until that is allowed. */
export function Resend({ flow }: { flow: PinFlow }) {
  const t = useText()
  const events = usePinEvents(flow)
  const resend = useSelector(flow, selectResend)
  const milliseconds = useSelector(flow, selectResendTime)
  const submitting = useSelector(flow, selectSubmitting)
  const locked = useSelector(flow, selectWaitingTime) !== null
  if (resend === 'waiting') return <Countdown milliseconds={milliseconds} />
  return (
    <Button
      variant="link"
      size="inline"
      textStyle="small"
      loading={resend === 'sending'}
      disabled={submitting || locked}
      onClick={events.requestCode}
    >
      {t('security.resend')}
    </Button>
  )
}

function Countdown({ milliseconds }: { milliseconds: number }) {
  const t = useText()
  const seconds = Math.max(1, useSecondsLeft(milliseconds))
  return (
    <span>
      {seconds < 120
        ? t('security.resendIn', { seconds })
        : t('security.resendLater', { minutes: Math.ceil(seconds / 60) })}
    </span>
  )
}
