import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { pinChange } from '../../../domain/pin.ts'
import { selectFailure, selectSubmitting } from '../../../machines/attempt.ts'
import { selectTakesPin } from '../../../machines/pin/selectors.ts'
import { FormPasswordField } from '../../forms/form-field.tsx'
import { StepForm } from '../../forms/step-form.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { useStepFocus } from '../use-step-focus.ts'
import { type PinFlow, usePinEvents } from './flow.ts'
import { NewPinFields } from './new-pin-fields.tsx'

export function PinChangeForm({ flow, onCancel }: { flow: PinFlow; onCancel: () => void }) {
  const t = useText()
  const events = usePinEvents(flow)
  const form = useForm({
    resolver: valibotResolver(pinChange),
    defaultValues: { current: '', next: '', confirm: '' },
  })
  useStepFocus('current', form.setFocus)
  return (
    <StepForm
      form={form}
      onSubmit={({ current, next }) => events.submitChange(current, next)}
      failure={useSelector(flow, selectFailure)}
      fields={{ PIN_MISMATCH: 'current', PIN_REUSED: 'next' }}
      busy={useSelector(flow, selectSubmitting)}
      disabled={!useSelector(flow, selectTakesPin)}
      action={t('security.changePin')}
      back={{ text: t('common.cancel'), onClick: onCancel }}
    >
      <FormPasswordField
        name="current"
        label={t('security.currentPin')}
        data-autofocus
        autoComplete="off"
        under={
          <Button variant="link" size="inline" textStyle="small" onClick={events.forgotPin}>
            {t('security.forgotPin')}
          </Button>
        }
      />
      <NewPinFields />
    </StepForm>
  )
}
