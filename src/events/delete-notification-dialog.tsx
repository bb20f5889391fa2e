import { useQueryClient } from '@tanstack/react-query'
import type { BucketNotification } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { read } from '../api/query.ts'
import { result } from '../api/result.ts'
import { DeleteByNameDialog } from '../forms/delete-by-name-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'

type Props = { notification: BucketNotification; onDeleted: () => void; onClose: () => void }

/** Deletes a bucket notification, after its name was typed. */
export default function DeleteNotificationDialog({ notification, onDeleted, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const { bucket, name, topic } = notification
  return (
    <DeleteByNameDialog
      name={name}
      title={t('notifications.deleteTitle', { name })}
      lead={t('notifications.deleteLead', { bucket, topic })}
      label={t('topics.typeName', { name })}
      action={t('notifications.delete')}
      send={() => result(api.DELETE('/notification', { body: { bucket, name, typed: name } }))}
      onSent={() => {
        onDeleted()
        client.removeQueries(read('/notification', { query: { bucket, name } }))
        showToast('topics.deleted', { about: name })
      }}
      onClose={onClose}
    />
  )
}
