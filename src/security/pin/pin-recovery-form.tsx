import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type PinReset, pinReset } from '../../../domain/pin.ts'
import {
  selectCodeExpired,
  selectFailure,
  selectMayReset,
  selectSubmitting,
  selectWaitingTime,
} from '../../../machines/pin/selectors.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Resend } from '../resend.tsx'
import { type PinFlow, usePinEvents } from './provider.ts'

/** Asks for the mailed code and a new pin. */
export function PinRecoveryForm({ flow }: { flow: PinFlow }) {
  const t = useText()
  const { email } = useUser()
  const events = usePinEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const expired = useSelector(flow, selectCodeExpired)
  const mayReset = useSelector(flow, selectMayReset)
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<PinReset>({
    resolver: valibotResolver(pinReset),
    defaultValues: { code: '', next: '', confirm: '' },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    INVALID_TOKEN: 'code',
    MAIL_CODE_EXPIRED: 'code',
    PIN_REUSED: 'next',
  })
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <Form onSubmit={handleSubmit(form => events.submitReset(form.code, form.next))}>
      <DialogLead overflowWrap="anywhere">{t('security.recoverEnter', { email })}</DialogLead>
      {expired && waitingTime === null && !failure && (
        <Notice severity="warning">{t('security.codeExpired')}</Notice>
      )}
      <FailureNotice failure={formFailure} />
      <CodeField
        label={t('security.mailedCode')}
        under={<Resend flow={flow} />}
        error={fieldText(t, formState.errors.code)}
        {...register('code')}
      />
      <PasswordField
        label={t('security.newPin')}
        autoComplete="off"
        help={t('auth.pinHelp')}
        error={fieldText(t, formState.errors.next)}
        {...register('next')}
      />
      <PasswordField
        label={t('security.confirmNewPin')}
        autoComplete="off"
        error={fieldText(t, formState.errors.confirm)}
        {...register('confirm')}
      />
      <DialogButtons>
        <Button onClick={events.rememberPin} disabled={submitting || waitingTime !== null}>
          {t('security.rememberPin')}
        </Button>
        <Button type="submit" variant="main" loading={submitting} disabled={!mayReset && !submitting}>
          {t('security.setNewPin')}
        </Button>
      </DialogButtons>
    </Form>
  )
}
