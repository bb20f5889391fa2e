import { nameOf } from '../../../domain/object-key.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/shell.ts'
import { useLockChanged } from './use-lock.ts'

type Props = { bucket: string; path: string; revision: string; onClose: () => void }

/** Lifts a lock in governance mode before its time. */
export default function LiftDialog({ bucket, path, revision, onClose }: Props) {
  const t = useText()
  const changed = useLockChanged({ bucket, path })
  return (
    <ActDialog
      danger
      title={t('fileLock.liftTitle', { name: nameOf(path) })}
      lead={t('fileLock.liftLead')}
      action={t('fileLock.liftDo')}
      send={async () => {
        const body = { bucket, path, revision, retention: null, bypass_governance: true }
        const outcome = await result(api.PUT('/objects/retention', { body }))
        if (!outcome.ok) await changed()
        return outcome
      }}
      onSent={async () => {
        await changed()
        showToast('fileLock.saved', { about: nameOf(path) })
      }}
      onClose={onClose}
    />
  )
}
