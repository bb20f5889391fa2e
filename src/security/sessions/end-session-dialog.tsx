import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UserSession } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { dataOf } from '../../api/result.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/shell.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { sessionsKey } from '../queries.ts'
import { deviceText } from './session-card.tsx'

/** Asks before one session, or all others, are ended. */
export function EndSessionDialog({
  ending,
  onClose,
}: {
  ending: UserSession | 'others'
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      if (ending === 'others') {
        const { ended } = await dataOf(api.POST('/user/end-other-sessions'))
        showToast('security.toast.othersEnded', { values: { count: ended } })
      } else {
        await dataOf(api.DELETE('/user/sessions', { body: { id: ending.id } }))
        showToast('security.toast.ended')
      }
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sessionsKey })
      onClose()
    },
  })
  const others = ending === 'others'
  return (
    <ConfirmDialog
      open
      danger
      title={t(others ? 'security.endOthersTitle' : 'security.endTitle')}
      lead={others ? t('security.endOthersLead') : t('security.endLead', { device: deviceText(t, ending) })}
      action={t(others ? 'security.endOthers' : 'security.end')}
      busy={isPending}
      onConfirm={mutate}
      onClose={onClose}
    >
      <FailureNotice failure={error?.failure ?? null} />
    </ConfirmDialog>
  )
}
