import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { codeOrRecoveryCode } from '../../domain/code.ts'
import { confirmationOf } from '../../domain/confirmation.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/two-step/selectors.ts'
import type { TwoStepTask } from '../../machines/two-step/types.ts'
import { FormFailure } from '../auth/form-failure.tsx'
import { fieldText } from '../i18n/error-text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { CodeField } from './code-field.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { useFieldFailure } from './use-field-failure.ts'
import { type TwoStepFlow, useTwoStepEvents } from './use-two-step-flow.ts'

type Shape = { lead: MessageId; label: MessageId; action: MessageId; proof: 'pin' | 'code' | 'any code' }

/** What the form says and asks for. A change of the method is confirmed by the method of now. */
function shapeOf(task: TwoStepTask): Shape {
  switch (task.name) {
    case 'switch on':
      throw new Error('Switching on has forms of its own')
    case 'switch off':
      return {
        lead: 'security.switchOffLead',
        label: 'security.codeOrRecovery',
        action: 'security.switchOff',
        proof: 'any code',
      }
    case 'renew codes':
      return {
        lead: 'security.renewLead',
        label: 'security.code',
        action: 'security.renewCodes',
        proof: 'code',
      }
    case 'change method':
      return task.method === 'pin'
        ? { lead: 'security.usePinLead', label: 'security.code', action: 'security.usePin', proof: 'code' }
        : { lead: 'security.useCodeLead', label: 'auth.pin', action: 'security.useCode', proof: 'pin' }
  }
}

const schemas = {
  pin: confirmationOf('pin'),
  code: confirmationOf('two-step'),
  'any code': v.object({ pin: codeOrRecoveryCode }),
}

type Props = { flow: TwoStepFlow; task: TwoStepTask; onCancel: () => void }

/** Asks for a code, a recovery code or the pin before the task is done. */
export function ProofForm({ flow, task, onCancel }: Props) {
  const t = useText()
  const { lead, label, action, proof } = shapeOf(task)
  const events = useTwoStepEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const { register, handleSubmit, setError, clearErrors, formState } = useForm({
    resolver: valibotResolver(schemas[proof]),
    defaultValues: { pin: '' },
  })
  useFieldFailure(failure, { AUTH_CODE_INVALID: 'pin', PIN_INCORRECT: 'pin' }, { setError, clearErrors })
  const error = fieldText(t, formState.errors.pin)
  return (
    <Form onSubmit={handleSubmit(form => events.submitProof(form.pin))}>
      <chakra.p color="fg.muted">{t(lead)}</chakra.p>
      <FormFailure
        failure={failure}
        waitingTime={waitingTime}
        ofFields={['AUTH_CODE_INVALID', 'PIN_INCORRECT']}
      />
      {proof === 'pin' ? (
        <PasswordField
          data-autofocus
          label={t(label)}
          autoComplete="off"
          error={error}
          {...register('pin')}
        />
      ) : (
        <CodeField
          data-autofocus
          label={t(label)}
          recovery={proof === 'any code'}
          error={error}
          {...register('pin')}
        />
      )}
      <DialogButtons>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button
          type="submit"
          variant={task.name === 'switch off' ? 'danger' : 'main'}
          loading={submitting}
          disabled={waitingTime !== null}
        >
          {t(action)}
        </Button>
      </DialogButtons>
    </Form>
  )
}
