import { nameOf } from '../../../domain/object-key.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/shell.ts'
import { useInvalidateLock } from './use-lock.ts'

type Props = { bucket: string; path: string; revision: string; onClose: () => void }

/** Removes a retention in governance mode before it ends. */
export default function LiftDialog({ bucket, path, revision, onClose }: Props) {
  const t = useText()
  const invalidate = useInvalidateLock({ bucket, path })
  return (
    <ActDialog
      danger
      title={t('fileLock.liftTitle', { name: nameOf(path) })}
      lead={t('fileLock.liftLead')}
      action={t('fileLock.liftDo')}
      send={async () => {
        const body = { bucket, path, revision, retention: null, bypass_governance: true }
        const outcome = await result(api.PUT('/objects/retention', { body }))
        if (!outcome.ok) await invalidate()
        return outcome
      }}
      onSent={async () => {
        await invalidate()
        showToast('fileLock.saved', { about: nameOf(path) })
      }}
      onClose={onClose}
    />
  )
}
