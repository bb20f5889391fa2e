import { useSelector } from '@xstate/react'
import { selectFailure, selectSubmitting } from '../../../machines/attempt.ts'
import { DialogButtons } from '../../forms/dialog-buttons.tsx'
import { Form } from '../../forms/form.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Button } from '../../ui/button.tsx'
import { DialogLead } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { type PinFlow, usePinEvents } from './flow.ts'

/** Shows where the code will be sent, and requests it. */
export function PinRecoveryOffer({ flow }: { flow: PinFlow }) {
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
