import { nameOf } from '../../../../domain/object-key.ts'
import type { ObjectLock } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { showToast } from '../../../shell/toast.ts'
import { useSeenLock } from '../queries.ts'
import { lockLines } from './lock-text.ts'

type Props = { bucket: string; path: string; lock: ObjectLock; onClose: () => void }

/** Removes a retention in governance mode before it ends. */
export default function LiftDialog({ bucket, path, lock: opened, onClose }: Props) {
  const t = useText()
  const format = useFormats()
  const [lock, told] = useSeenLock(opened, { bucket, path })
  return (
    <ActDialog
      danger
      title={t('fileLock.liftTitle', { name: nameOf(path) })}
      lead={t('fileLock.liftLead')}
      action={t('fileLock.liftDo')}
      send={async () => {
        const { revision } = lock
        const body = { bucket, path, revision, retention: null, bypass_governance: true }
        return told(await result(api.PUT('/objects/retention', { body })))
      }}
      onSent={() => showToast('fileLock.saved', { about: nameOf(path) })}
      onClose={onClose}
    >
      {lockLines(t, format, lock).map(line => (
        <p key={line}>{line}</p>
      ))}
    </ActDialog>
  )
}
