import type { SubUserGroup } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'

type Props = { group: SubUserGroup; onClose: () => void }

/** Deletes a group without members; of another one it says what must be done first. */
export default function DeleteGroupDialog(props: Props) {
  return props.group.members === 0 ? <Delete {...props} /> : <InUse {...props} />
}

function Delete({ group: { id, name }, onClose }: Props) {
  const t = useText()
  return (
    <ActDialog
      danger
      title={t('subGroups.deleteTitle', { name })}
      lead={t('subGroups.deleteLead')}
      action={t('subGroups.deleteDo')}
      send={() => result(api.DELETE('/user-management/groups/{id}', { params: { path: { id } } }))}
      onSent={() => {
        showToast('subGroups.deleted.toast', { about: name })
      }}
      onClose={onClose}
    />
  )
}

function InUse({ group: { name, members }, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      role="alertdialog"
      title={t('subGroups.inUseTitle', { name })}
      lead={t('subGroups.inUseLead', { count: members })}
      footer={
        <Button data-autofocus onClick={close}>
          {t('common.close')}
        </Button>
      }
    />
  )
}
