import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { type PinChange, pinChange } from '../../../domain/pin.ts'
import { selectFailure, selectSubmitting, selectTakesPin } from '../../../machines/pin/selectors.ts'
import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { Form } from '../../forms/form.tsx'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFieldFailure } from '../../forms/use-field-failure.ts'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { useStepFocus } from '../use-step-focus.ts'
import { type PinFlow, usePinEvents } from './provider.ts'

/** Asks for the present pin and a new one. */
export function PinChangeForm({ flow, onCancel }: { flow: PinFlow; onCancel: () => void }) {
  const t = useText()
  const events = usePinEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const takesPin = useSelector(flow, selectTakesPin)
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<PinChange>({
    resolver: valibotResolver(pinChange),
    defaultValues: { current: '', next: '', confirm: '' },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    PIN_MISMATCH: 'current',
    PIN_REUSED: 'next',
  })
  useStepFocus('current', setFocus)
  return (
    <Form onSubmit={handleSubmit(form => events.submitChange(form.current, form.next))}>
      <FailureNotice failure={formFailure} />
      <PasswordField
        label={t('security.currentPin')}
        data-autofocus
        autoComplete="off"
        under={
          <Button variant="link" size="inline" textStyle="small" onClick={events.forgotPin}>
            {t('security.forgotPin')}
          </Button>
        }
        error={fieldText(t, formState.errors.current)}
        {...register('current')}
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
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="main" loading={submitting} disabled={!takesPin}>
          {t('security.changePin')}
        </Button>
      </DialogButtons>
    </Form>
  )
}
