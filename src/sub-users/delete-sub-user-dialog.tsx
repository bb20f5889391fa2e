import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubUser } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { useClosing } from '../forms/use-closing.ts'
import { useText } from '../i18n/text.ts'
import { Consequences } from '../people/consequences.tsx'
import { showToast } from '../shell/shell.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { subUsersKey } from './use-sub-users.ts'

/** Deletes a sub-user, after saying what stops with it and what stays. */
export default function DeleteSubUserDialog({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataOf(api.DELETE('/user-management', { body: { id: user.id } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: subUsersKey })
      showToast('people.deleted.toast', { about: user.fullName })
      close()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onExited={onExited}
      danger
      busy={isPending}
      title={t('people.deleteTitle', { name: user.fullName })}
      lead={t('people.deleteLead', { name: user.fullName, email: user.email })}
      action={t('people.deleteDo')}
      onConfirm={() => mutate()}
    >
      <FailureNotice failure={error?.failure ?? null} />
      <Consequences
        lines={[
          t('people.deleteSessions'),
          t('people.deleteKeys'),
          t('people.deleteClients'),
          t('people.deleteFiles'),
        ]}
      />
    </ConfirmDialog>
  )
}
