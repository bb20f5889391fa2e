import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../../machines/attempt.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { StepForm } from '../../forms/step-form.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { DialogLead } from '../../ui/dialog.tsx'
import { useStepFocus } from '../use-step-focus.ts'
import { type TwoStepFlow, useTwoStepEvents } from './flow.ts'
import { StepLine } from './step-line.tsx'

/** The first step of turning two-step verification on: the password. */
export function SetUpPassword({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const { email } = useUser()
  const events = useTwoStepEvents(flow)
  const form = useForm({ defaultValues: { password: '' } })
  useStepFocus('password', form.setFocus)
  return (
    <StepForm
      form={form}
      onSubmit={({ password }) => events.submitPassword(password)}
      failure={useSelector(flow, selectFailure)}
      fields={{ CURRENT_PASSWORD_INCORRECT: 'password' }}
      lead={
        <chakra.div>
          <StepLine step={1} />
          <DialogLead>{t('security.switchOnLead')}</DialogLead>
        </chakra.div>
      }
      busy={useSelector(flow, selectSubmitting)}
      disabled={useSelector(flow, selectWaitingTime) !== null}
      action={t('security.next')}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      <input type="text" hidden autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('auth.password')}
        data-autofocus
        autoComplete="current-password"
        maxLength={128}
        error={fieldText(t, form.formState.errors.password)}
        {...form.register('password', { required: 'required' })}
      />
    </StepForm>
  )
}
