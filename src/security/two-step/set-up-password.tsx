import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/two-step/selectors.ts'
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
import { useStepFocus } from '../use-step-focus.ts'
import { type TwoStepFlow, useTwoStepEvents } from './provider.ts'
import { StepLine } from './step-line.tsx'

/** The first step of switching on: the password. */
export function SetUpPassword({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const { email } = useUser()
  const events = useTwoStepEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm({
    defaultValues: { password: '' },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    CURRENT_PASSWORD_INCORRECT: 'password',
  })
  useStepFocus('password', setFocus)
  return (
    <Form onSubmit={handleSubmit(({ password }) => events.submitPassword(password))}>
      <chakra.div>
        <StepLine step={1} />
        <DialogLead>{t('security.switchOnLead')}</DialogLead>
      </chakra.div>
      <FailureNotice failure={formFailure} />
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('auth.password')}
        data-autofocus
        autoComplete="current-password"
        maxLength={128}
        error={fieldText(t, formState.errors.password)}
        {...register('password', { required: 'required' })}
      />
      <DialogButtons>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" variant="main" loading={submitting} disabled={waitingTime !== null}>
          {t('security.next')}
        </Button>
      </DialogButtons>
    </Form>
  )
}
