import { useSelector } from '@xstate/react'
import { selectStep } from '../../../machines/pin/selectors.ts'
import { useClosing } from '../../forms/use-closing.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useShownStep } from '../use-shown-step.ts'
import { usePinFlow } from './flow.ts'
import { PinChangeForm } from './pin-change-form.tsx'
import { PinRecoveryForm } from './pin-recovery-form.tsx'
import { PinRecoveryOffer } from './pin-recovery-offer.tsx'

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
