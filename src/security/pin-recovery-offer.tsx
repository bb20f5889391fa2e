import { useSelector } from '@xstate/react'
import { selectFailure, selectSubmitting } from '../../machines/pin/selectors.ts'
import { FormFailure } from '../auth/form-failure.tsx'
import { useUser } from '../auth/session.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { DialogLead } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { type PinFlow, usePinEvents } from './use-pin-flow.ts'

/** Says where a code will be mailed to, and asks for it. */
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
      <FormFailure failure={failure} waitingTime={null} />
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
