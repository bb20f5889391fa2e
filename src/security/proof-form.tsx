import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeOrRecoveryCode } from '../../domain/code.ts'
import { confirmationOf } from '../../domain/confirmation.ts'
import * as v from '../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/two-step/selectors.ts'
import type { TwoStepTask } from '../../machines/two-step/types.ts'
import { CodeField } from '../forms/code-field.tsx'
import { DialogButtons } from '../forms/dialog-buttons.tsx'
import { Form } from '../forms/form.tsx'
import { PasswordField } from '../forms/password-field.tsx'
import { useFieldFailure } from '../forms/use-field-failure.ts'
import { fieldText } from '../i18n/error-text.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { DialogLead } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { type TwoStepFlow, useTwoStepEvents } from './two-step/provider.ts'

type Shape = {
  lead: MessageId
  label: MessageId
  action: MessageId
  proof: 'pin' | 'code'
  /** Whether a recovery code will do in place of the app's. */
  recoverable?: boolean
}

/** What the form says and asks for. A change of the method is confirmed by the method of now. */
function shapeOf(task: TwoStepTask): Shape {
  switch (task.name) {
    case 'switch on':
      throw new Error('Switching on has forms of its own')
    case 'switch off':
      return {
        lead: 'security.switchOffLead',
        label: 'security.code',
        action: 'security.switchOff',
        proof: 'code',
        recoverable: true,
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
  'recovery code': v.object({ pin: codeOrRecoveryCode }),
}

type Props = { flow: TwoStepFlow; task: TwoStepTask; onCancel: () => void }

/** Asks for a code, a recovery code or the pin before the task is done. */
export function ProofForm({ flow, task, onCancel }: Props) {
  const t = useText()
  const { lead, label, action, proof, recoverable } = shapeOf(task)
  const events = useTwoStepEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const [recovery, setRecovery] = useState(false)
  const { register, handleSubmit, setError, clearErrors, setFocus, reset, formState } = useForm({
    resolver: valibotResolver(schemas[recovery ? 'recovery code' : proof]),
    reValidateMode: 'onSubmit',
    defaultValues: { pin: '' },
  })
  const formFailure = useFieldFailure({ setError, clearErrors, setFocus }, failure, {
    AUTH_CODE_INVALID: 'pin',
    PIN_INCORRECT: 'pin',
  })
  const issue = formState.errors.pin
  const error =
    recovery && issue?.message === 'AUTH_CODE_INVALID' ? t('auth.recoveryInvalid') : fieldText(t, issue)

  function switchWay() {
    reset()
    setFocus('pin')
    setRecovery(!recovery)
  }

  return (
    <Form onSubmit={handleSubmit(form => events.submitProof(form.pin))}>
      <DialogLead>{t(lead)}</DialogLead>
      <FailureNotice failure={formFailure} />
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
          alone
          recovery={recovery}
          label={t(recovery ? 'auth.recoveryCode' : label)}
          help={recovery ? t('auth.recoveryHelp') : undefined}
          under={
            recoverable && (
              <Button variant="link" size="inline" textStyle="small" onClick={switchWay}>
                {t(recovery ? 'auth.useAppCode' : 'auth.useRecoveryCode')}
              </Button>
            )
          }
          error={error}
          readOnly={submitting}
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
