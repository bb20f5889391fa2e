import type { Passkey } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useConfirmed } from '../../confirm/use-confirmed.tsx'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'

export default function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const { id, name } = passkey
  return (
    <>
      <ActDialog
        danger
        title={t('passkeys.removeTitle')}
        lead={t('passkeys.removeLead', { name })}
        action={t('passkeys.remove')}
        send={() => confirmed(() => result(api.DELETE('/user/passkeys', { body: { id } })))}
        onSent={() => showToast('passkeys.toast.removed', { about: name })}
        onClose={onClose}
      />
      {confirmation}
    </>
  )
}
