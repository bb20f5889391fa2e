import { useSelector } from '@xstate/react'
import type { TwoStepTask } from '../../../machines/two-step/machine.ts'
import { selectStep } from '../../../machines/two-step/selectors.ts'
import { DialogButtons } from '../../forms/flow-form.tsx'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProofForm } from '../proof-form.tsx'
import { useShownStep } from '../steps.ts'
import { type TwoStepFlow, useTwoStepEvents, useTwoStepFlow } from './flow.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpForm, SetUpPassword } from './set-up-form.tsx'

function wordsOf(task: TwoStepTask) {
  switch (task.name) {
    case 'switch on':
      return words('security.switchOnTitle', 'security.toast.switchedOn')
    case 'switch off':
      return words('security.switchOffTitle', 'security.toast.switchedOff')
    case 'renew codes':
      return words('security.renewTitle', 'security.toast.renewed')
    case 'change method':
      return words(
        task.method === 'pin' ? 'security.usePinTitle' : 'security.useCodeTitle',
        'security.toast.methodChanged',
      )
  }
}

const words = (title: MessageId, done: MessageId) => ({ title, done })

type Props = {
  task: TwoStepTask
  onDone?: () => void
  onClose: () => void
}

export default function TwoStepDialog({ task, onDone, onClose }: Props) {
  const t = useText()
  const { title, done } = wordsOf(task)
  const { open, close, onExited } = useClosing(onClose)
  const flow = useTwoStepFlow(task, isDone => {
    if (isDone) {
      showToast(done)
      onDone?.()
    }
    close()
  })
  const step = useShownStep(useSelector(flow, selectStep))
  const stays = step === 'recovery codes'
  return (
    <Dialog
      open={open}
      onClose={stays ? undefined : close}
      onExited={onExited}
      title={t(stays ? 'security.codesTitle' : step === 'timed out' ? 'security.timedOut' : title)}
    >
      {step === 'password' && <SetUpPassword flow={flow} onCancel={close} />}
      {step === 'code' && <SetUpForm flow={flow} onCancel={close} />}
      {step === 'timed out' && <SetUpTimedOut flow={flow} onCancel={close} />}
      {step === 'proof' && <ProofForm flow={flow} task={task} onCancel={close} />}
      {step === 'recovery codes' && <RecoveryCodes flow={flow} setUp={task.name === 'switch on'} />}
    </Dialog>
  )
}

function SetUpTimedOut({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
  const t = useText()
  const events = useTwoStepEvents(flow)
  return (
    <>
      <Notice severity="warning">{t('security.timedOutLead')}</Notice>
      <DialogButtons>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button variant="main" onClick={events.startOver} autoFocus>
          {t('security.beginAgain')}
        </Button>
      </DialogButtons>
    </>
  )
}
