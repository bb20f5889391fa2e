import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type TwoStepFlow, useTwoStepEvents } from './flow.ts'

/** Says that the set-up timed out. */
export function SetUpTimedOut({ flow, onCancel }: { flow: TwoStepFlow; onCancel: () => void }) {
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
