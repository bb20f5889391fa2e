import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type PinReset, pinReset } from '../../domain/pin.ts'
import {
  selectCodeExpired,
  selectFailure,
  selectMayReset,
  selectSubmitting,
  selectWaitingTime,
} from '../../machines/pin/selectors.ts'
import { CodeField } from '../auth/code-field.tsx'
import { FormFailure } from '../auth/form-failure.tsx'
import { useUser } from '../auth/session.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { DialogLead } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { Resend } from './resend.tsx'
import { useFieldFailure } from './use-field-failure.ts'
import { type PinFlow, usePinEvents } from './use-pin-flow.ts'

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
  useFieldFailure(
    failure,
    { INVALID_TOKEN: 'code', MAIL_CODE_EXPIRED: 'code', PIN_REUSED: 'next' },
    { setError, clearErrors, setFocus },
  )
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <Form onSubmit={handleSubmit(form => events.submitReset(form.code, form.next))}>
      <DialogLead overflowWrap="anywhere">{t('security.recoverEnter', { email })}</DialogLead>
      {expired && waitingTime === null && !failure && (
        <Notice severity="warning">{t('security.codeExpired')}</Notice>
      )}
      <FormFailure
        failure={failure}
        waitingTime={waitingTime}
        ofFields={['INVALID_TOKEN', 'MAIL_CODE_EXPIRED', 'PIN_REUSED']}
      />
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
