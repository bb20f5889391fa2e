import { valibotResolver } from '@hookform/resolvers/valibot'
import { useSelector } from '@xstate/react'
import { useForm } from 'react-hook-form'
import { pinChange } from '../../../domain/pin.ts'
import { selectFailure, selectSubmitting } from '../../../machines/attempt.ts'
import { selectAcceptsPin, selectStep } from '../../../machines/pin/selectors.ts'
import { DialogButtons, StepForm } from '../../forms/flow-form.tsx'
import { Form } from '../../forms/form.tsx'
import { FormPasswordField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogLead, useClosing } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure.tsx'
import { useShownStep, useStepFocus } from '../steps.ts'
import { type PinFlow, usePinEvents, usePinFlow } from './flow.ts'
import { NewPinFields, PinRecoveryForm } from './pin-recovery-form.tsx'

/** Changes the PIN; a forgotten one is replaced with a mailed code. */
export default function PinDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const flow = usePinFlow(done => {
    if (done) showToast('security.toast.pinChanged')
    close()
  })
  const step = useShownStep(useSelector(flow, selectStep))
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t(step === 'change' ? 'security.changePin' : 'security.recoverTitle')}
    >
      {step === 'change' && <PinChangeForm flow={flow} onCancel={close} />}
      {step === 'offer' && <PinRecoveryOffer flow={flow} />}
      {step === 'code' && <PinRecoveryForm flow={flow} />}
    </Dialog>
  )
}

function PinChangeForm({ flow, onCancel }: { flow: PinFlow; onCancel: () => void }) {
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
      disabled={!useSelector(flow, selectAcceptsPin)}
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

/** Shows where the code will be sent, and requests it. */
function PinRecoveryOffer({ flow }: { flow: PinFlow }) {
  const t = useText()
  const { email } = useUser()
  const events = usePinEvents(flow)
  const failure = useSelector(flow, selectFailure)
  const submitting = useSelector(flow, selectSubmitting)
  return (
    <Form
      onSubmit={event => {
        event.preventDefault()
        events.requestCode()
      }}
    >
      <FailureNotice failure={failure} />
      <DialogLead overflowWrap="anywhere">{t('security.recoverOffer', { email })}</DialogLead>
      <DialogButtons>
        <Button onClick={events.rememberPin} disabled={submitting}>
          {t('security.rememberPin')}
        </Button>
        <Button type="submit" variant="main" loading={submitting} autoFocus>
          {t('security.sendCode')}
        </Button>
      </DialogButtons>
    </Form>
  )
}
