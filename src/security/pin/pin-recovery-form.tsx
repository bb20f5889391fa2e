import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { pinReset } from '../../../domain/pin.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import {
  selectCodeExpired,
  selectMayReset,
  selectResend,
  selectResendTime,
} from '../../../machines/pin/selectors.ts'
import { StepForm } from '../../forms/flow-form.tsx'
import { FormCodeField, FormPasswordField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSecondsLeft } from '../../ui/use-seconds-left.ts'
import { type PinFlow, usePinEvents } from './flow.ts'

export function PinRecoveryForm({ flow }: { flow: PinFlow }) {
  const t = useText()
  const { email } = useUser()
  const events = usePinEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const expired = useSelector(flow, selectCodeExpired)
  const mayReset = useSelector(flow, selectMayReset)
  const form = useForm({
    resolver: valibotResolver(pinReset),
    defaultValues: { code: '', next: '', confirm: '' },
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <StepForm
      form={form}
      onSubmit={({ code, next }) => events.submitReset(code, next)}
      failure={failure}
      fields={{ INVALID_TOKEN: 'code', MAIL_CODE_EXPIRED: 'code', PIN_REUSED: 'next' }}
      lead={
        <>
          <DialogLead overflowWrap="anywhere">{t('security.recoverEnter', { email })}</DialogLead>
          {expired && !failure && <Notice severity="warning">{t('security.codeExpired')}</Notice>}
        </>
      }
      busy={submitting}
      disabled={!mayReset}
      action={t('security.setNewPin')}
      back={{
        text: t('security.rememberPin'),
        onClick: events.rememberPin,
        disabled: submitting || waitingTime !== null,
      }}
    >
      <FormCodeField name="code" label={t('security.mailedCode')} under={<Resend flow={flow} />} />
      <NewPinFields />
    </StepForm>
  )
}

/** Requests another code; counts down until that is allowed. */
function Resend({ flow }: { flow: PinFlow }) {
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

export function NewPinFields() {
  const t = useText()
  return (
    <>
      <FormPasswordField
        name="next"
        label={t('security.newPin')}
        autoComplete="off"
        help={t('auth.pinHelp')}
      />
      <FormPasswordField name="confirm" label={t('security.confirmNewPin')} autoComplete="off" />
    </>
  )
}
