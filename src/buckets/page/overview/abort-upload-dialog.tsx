import { useQueryClient } from '@tanstack/react-query'
import { nameOf } from '../../../../domain/object-key.ts'
import type { UnfinishedUpload } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/query.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { storageChanged } from '../../../session/sizes.ts'
import { Notice } from '../../../ui/notice.tsx'

type Props = { bucket: string; upload: UnfinishedUpload; here: boolean; onClose: () => void }

/** Asks whether to abort an unfinished upload. `here`: it was started in this browser. */
export function AbortUploadDialog({ bucket, upload, here, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const { key, upload_id } = upload
  return (
    <ActDialog
      danger
      title={t('bucket.uploads.abortTitle', { name: nameOf(key) })}
      lead={t('bucket.uploads.abortLead')}
      action={t('bucket.uploads.abort')}
      dismiss={t('bucket.uploads.keep')}
      send={() => result(api.POST('/objects/abort-upload', { body: { bucket, key, upload_id } }))}
      onSent={() => {
        storageChanged()
        return refresh(client, ['/bucket/uploads'], { bucket })
      }}
      onClose={onClose}
    >
      {here && <Notice severity="warning">{t('bucket.uploads.abortHere')}</Notice>}
    </ActDialog>
  )
}
