import type { UserSession } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { deviceText } from './session-card.tsx'

type Props = { ending: UserSession | 'others'; onClose: () => void }

/** Asks before one session, or all others, are ended. */
export function EndSessionDialog({ ending, onClose }: Props) {
  const t = useText()
  if (ending === 'others') {
    return (
      <ActDialog
        danger
        title={t('security.endOthersTitle')}
        lead={t('security.endOthersLead')}
        action={t('security.endOthers')}
        send={() => result(api.POST('/user/end-other-sessions'))}
        onSent={({ ended }) => showToast('security.toast.othersEnded', { values: { count: ended } })}
        onClose={onClose}
      />
    )
  }
  return (
    <ActDialog
      danger
      title={t('security.endTitle')}
      lead={t('security.endLead', { device: deviceText(t, ending) })}
      action={t('security.end')}
      send={() => result(api.DELETE('/user/sessions', { body: { id: ending.id } }))}
      onSent={() => showToast('security.toast.ended')}
      onClose={onClose}
    />
  )
}
