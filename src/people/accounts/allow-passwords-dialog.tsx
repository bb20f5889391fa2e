import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'

/** Ends that everybody of a customer must sign in at a provider. */
export default function AllowPasswordsDialog({
  account: { id, name },
  onClose,
}: {
  account: Account
  onClose: () => void
}) {
  const t = useText()
  return (
    <ActDialog
      title={t('accounts.allowPasswordsTitle', { name })}
      lead={t('accounts.allowPasswordsLead')}
      action={t('accounts.allowPasswordsDo')}
      send={() => result(api.PUT('/user/account', { body: { id, require_sso: false } }))}
      onSent={() => showToast('accounts.allowPasswords.toast', { about: name })}
      onClose={onClose}
    />
  )
}
