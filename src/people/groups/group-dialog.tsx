import { subUserGroupForm } from '../../../domain/sub-user.ts'
import type { SubUserGroup } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { BegunDownloads } from '../begun-downloads.tsx'
import { PermissionField } from '../permission-field.tsx'
import { ScopeField } from '../scope-field.tsx'

type Props = {
  /** The group to change; null: a new one. */
  group: SubUserGroup | null
  onClose: () => void
}

/** Names a group of sub-users, and says what its members may do. */
export default function GroupDialog({ group, onClose }: Props) {
  const t = useText()
  const form = useFormDialog({
    schema: subUserGroupForm,
    defaultValues: {
      name: group?.name ?? '',
      permission: group?.permission ?? 'read',
      scope: group?.scope ?? null,
    },
    fields: { NAME_TAKEN: 'name', BUCKET_NOT_FOUND: 'scope', SCOPE_TOO_LARGE: 'scope' },
    send({ name, permission, scope }, changed): Promise<ApiResult<unknown>> {
      if (!group) return result(api.POST('/user-management/groups', { body: { name, permission, scope } }))
      const body = {
        ...(changed.name && { name }),
        ...(changed.permission && { permission }),
        ...(changed.scope && { scope }),
      }
      return result(api.PUT('/user-management/groups/{id}', { params: { path: { id: group.id } }, body }))
    },
    onSent(_, { name }) {
      showToast(group ? 'subGroups.changed.toast' : 'subGroups.created.toast', { about: name })
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={group ? t('subGroups.editTitle', { name: group.name }) : t('subGroups.createTitle')}
      lead={group ? t('subGroups.editLead', { count: group.members }) : t('subGroups.createLead')}
      action={t(group ? 'people.save' : 'subGroups.create')}
    >
      <FormField
        name="name"
        label={t('subGroups.name')}
        placeholder={t('subGroups.nameHint')}
        data-autofocus
        autoComplete="off"
      />
      <PermissionField />
      <ScopeField />
      {group !== null && group.members > 0 && <BegunDownloads />}
    </FormDialog>
  )
}
