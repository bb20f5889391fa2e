import type { NotificationGroup } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { DeleteByNameDialog } from '../forms/delete-by-name-dialog.tsx'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/toast.ts'
import { NameList } from '../ui/name-text.tsx'
import { Notice } from '../ui/notice.tsx'

type Props = { group: NotificationGroup; onClose: () => void }

/** Deletes a notification group, after its name was typed; lists the topics that mail to it. */
export default function DeleteGroupDialog({ group: { id, name, emails, topics }, onClose }: Props) {
  const t = useText()
  return (
    <DeleteByNameDialog
      name={name}
      title={t('groups.deleteTitle', { name })}
      lead={t('groups.deleteLead', { count: emails.length })}
      label={t('groups.typeName', { name })}
      action={t('groups.delete')}
      send={() => result(api.DELETE('/user/notification-groups/{id}', { params: { path: { id } } }))}
      onSent={() => {
        showToast('groups.deleted', { about: name })
      }}
      onClose={onClose}
    >
      {topics.length > 0 && (
        <Notice severity="warning">
          <p>{t('groups.usedBy', { count: topics.length })}</p>
          <NameList names={topics} />
        </Notice>
      )}
    </DeleteByNameDialog>
  )
}
