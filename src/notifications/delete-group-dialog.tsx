import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationGroup } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { DeleteByNameDialog } from '../forms/delete-by-name-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { groupsKey } from './use-groups.ts'

type Props = { group: NotificationGroup; onClose: () => void }

/** Deletes a notification group, against its name. */
export default function DeleteGroupDialog({ group, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      dataOf(api.DELETE('/user/notification-groups/{id}', { params: { path: { id: group.id } } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: groupsKey })
      showToast('groups.deleted', { about: group.name })
      close()
    },
  })
  return (
    <DeleteByNameDialog
      open={open}
      onClose={close}
      onExited={onExited}
      name={group.name}
      title={t('groups.deleteTitle', { name: group.name })}
      lead={t('groups.deleteLead', { count: group.emails.length })}
      label={t('groups.typeName', { name: group.name })}
      action={t('groups.delete')}
      busy={isPending}
      failure={error?.failure ?? null}
      onConfirm={() => mutate()}
    />
  )
}
