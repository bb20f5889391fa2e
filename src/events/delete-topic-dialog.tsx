import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { read } from '../api/query.ts'
import { result } from '../api/result.ts'
import { DeleteByNameDialog } from '../forms/delete-by-name-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { NameList } from '../ui/name-text.tsx'
import { Notice } from '../ui/notice.tsx'

type Props = { name: string; buckets: readonly string[]; onDeleted: () => void; onClose: () => void }

/** Deletes a topic, after its name was typed; lists the buckets that use it. */
export default function DeleteTopicDialog({ name, buckets, onDeleted, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  return (
    <DeleteByNameDialog
      name={name}
      title={t('topics.deleteTitle', { name })}
      lead={t('topics.deleteLead')}
      label={t('topics.typeName', { name })}
      action={t('topics.delete')}
      send={() => result(api.DELETE('/notification/topic', { body: { name, typed: name } }))}
      onSent={() => {
        onDeleted()
        client.removeQueries(read('/notification/topic', { query: { name } }))
        showToast('topics.deleted', { about: name })
      }}
      onClose={onClose}
    >
      {buckets.length > 0 && (
        <Notice severity="warning">
          <p>{t('topics.usedBy', { count: buckets.length })}</p>
          <NameList names={buckets} />
        </Notice>
      )}
    </DeleteByNameDialog>
  )
}
