import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useConfirmed } from '../../confirm/use-confirmed.tsx'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { Consequences } from '../../people/consequences.tsx'
import { showToast } from '../../shell/toast.ts'

/** Asks whether everybody in the account must have two-step verification, or, if it is `required`, need not. */
export default function RequireDialog({ required, onClose }: { required: boolean; onClose: () => void }) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const body = { require_two_step: !required }
  return (
    <>
      <ActDialog
        title={t(required ? 'security.allowTitle' : 'security.requireTitle')}
        lead={t(required ? 'security.allowLead' : 'security.requireLead')}
        action={t(required ? 'security.allowDo' : 'security.requireDo')}
        send={() => confirmed(() => result(api.PUT('/user/account/sign-in', { body })))}
        onSent={() => showToast(required ? 'security.toast.allowed' : 'security.toast.required')}
        onClose={onClose}
      >
        {!required && <Consequences lines={[t('security.requireSessions'), t('security.requireKeys')]} />}
      </ActDialog>
      {confirmation}
    </>
  )
}
