import { nameOf } from '../../../../domain/object-key.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { showToast } from '../../../shell/toast.ts'

type Props = { bucket: string; path: string; revision: string; onClose: () => void }

/** Removes a retention in governance mode before it ends. */
export default function LiftDialog({ bucket, path, revision, onClose }: Props) {
  const t = useText()
  return (
    <ActDialog
      danger
      title={t('fileLock.liftTitle', { name: nameOf(path) })}
      lead={t('fileLock.liftLead')}
      action={t('fileLock.liftDo')}
      send={() => {
        const body = { bucket, path, revision, retention: null, bypass_governance: true }
        return result(api.PUT('/objects/retention', { body }))
      }}
      onSent={() => showToast('fileLock.saved', { about: nameOf(path) })}
      onClose={onClose}
    />
  )
}
