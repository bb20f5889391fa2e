import type { ApiResult } from '../api/result.ts'
import { ActDialog } from '../forms/act-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'

type Props = {
  name: string
  email: string
  send: () => Promise<ApiResult<unknown>>
  onClose: () => void
}

export default function InviteAgainDialog({ name, email, send, onClose }: Props) {
  const t = useText()
  return (
    <ActDialog
      title={t('people.inviteTitle', { name })}
      lead={t('people.inviteLead', { email })}
      action={t('people.inviteDo')}
      send={send}
      onSent={() => showToast('people.inviteSent.toast', { about: email })}
      onClose={onClose}
    />
  )
}
