import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeOrRecoveryCode } from '../../domain/code.ts'
import { confirmationOf } from '../../domain/confirmation.ts'
import * as v from '../../domain/valibot.ts'
import { selectFailure, selectSubmitting, selectWaitingTime } from '../../machines/attempt.ts'
import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import { StepForm } from '../forms/flow-form.tsx'
import { FormCodeField, FormPasswordField } from '../forms/form-field.tsx'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { DialogLead } from '../ui/dialog.tsx'
import type { TwoStepFlow } from './two-step/flow.ts'
import { useTwoStepEvents } from './two-step/flow.ts'

type Shape = {
  lead: MessageId
  label: MessageId
  action: MessageId
  proof: 'pin' | 'code'
  /** Whether a recovery code is accepted too. */
  recoverable?: boolean
}

/** The form's texts and fields. A change of the method is confirmed by the current one. */
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
        ? { lead: 'security.usePinLead', label: 'security.code', action: 'security.usePinDo', proof: 'code' }
        : { lead: 'security.useCodeLead', label: 'auth.pin', action: 'security.useCodeDo', proof: 'pin' }
  }
}

const schemas = {
  pin: confirmationOf('pin'),
  code: confirmationOf('two-step'),
  'recovery code': v.object({ pin: codeOrRecoveryCode }),
}

type Props = { flow: TwoStepFlow; task: TwoStepTask; onCancel: () => void }

/** Asks for a code, a recovery code or the PIN before running the task. */
export function ProofForm({ flow, task, onCancel }: Props) {
  const t = useText()
  const { lead, label, action, proof, recoverable } = shapeOf(task)
  const events = useTwoStepEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  const waitingTime = useSelector(flow, selectWaitingTime)
  const [recovery, setRecovery] = useState(false)
  const form = useForm({
    resolver: valibotResolver(schemas[recovery ? 'recovery code' : proof]),
    reValidateMode: 'onSubmit',
    defaultValues: { pin: '' },
  })
  const wrong = form.formState.errors.pin?.message === 'AUTH_CODE_INVALID'

  function switchWay() {
    form.reset()
    form.setFocus('pin')
    setRecovery(!recovery)
  }

  return (
    <StepForm
      form={form}
      onSubmit={({ pin }) => events.submitProof(pin)}
      failure={failure}
      fields={{ AUTH_CODE_INVALID: 'pin', PIN_INCORRECT: 'pin' }}
      lead={<DialogLead>{t(lead)}</DialogLead>}
      busy={submitting}
      disabled={waitingTime !== null}
      action={t(action)}
      danger={task.name === 'switch off'}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      {proof === 'pin' ? (
        <FormPasswordField name="pin" data-autofocus label={t(label)} autoComplete="off" />
      ) : (
        <FormCodeField
          name="pin"
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
          error={recovery && wrong ? t('auth.recoveryInvalid') : undefined}
          readOnly={submitting}
        />
      )}
    </StepForm>
  )
}
