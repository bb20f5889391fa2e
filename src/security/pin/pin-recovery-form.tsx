import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { pinReset } from '../../../domain/pin.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import { selectCodeExpired, selectMayReset } from '../../../machines/pin/selectors.ts'
import { FormCodeField } from '../../forms/form-field.tsx'
import { StepForm } from '../../forms/step-form.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { DialogLead } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Resend } from '../resend.tsx'
import { type PinFlow, usePinEvents } from './flow.ts'
import { NewPinFields } from './new-pin-fields.tsx'

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
