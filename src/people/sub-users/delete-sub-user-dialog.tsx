import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { BegunDownloads } from '../begun-downloads.tsx'
import { Consequences } from '../consequences.tsx'

/** Deletes a sub-user, after explaining what stops working and what remains. */
export default function DeleteSubUserDialog({ user, onClose }: { user: SubUser; onClose: () => void }) {
  const t = useText()
  return (
    <ActDialog
      danger
      title={t('people.deleteTitle', { name: user.fullName })}
      lead={t('people.deleteLead', { name: user.fullName, email: user.email })}
      action={t('people.deleteDo')}
      send={() => result(api.DELETE('/user-management', { body: { id: user.id } }))}
      onSent={() => {
        showToast('people.deleted.toast', { about: user.fullName })
      }}
      onClose={onClose}
    >
      <Consequences
        lines={[
          t('people.deleteSessions'),
          t('people.deleteKeys'),
          t('people.deleteClients'),
          t('people.deleteFiles'),
        ]}
      />
      <BegunDownloads />
    </ActDialog>
  )
}
