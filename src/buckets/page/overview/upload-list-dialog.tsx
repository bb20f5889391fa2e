import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '../../../../domain/object-key.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { UnfinishedUpload } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { readPages, refresh } from '../../../api/query.ts'
import { result } from '../../../api/result.ts'
import { ActDialog } from '../../../forms/act-dialog.tsx'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { storageChanged } from '../../../session/sizes.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, useClosing } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NextPage, Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { multipartsOf } from '../../../uploads/store/database.ts'
import { Loading } from '../skeletons.tsx'
import { UploadRow } from './upload-row.tsx'

/** The unfinished uploads of a bucket, whichever program started them; each can be aborted. */
export default function UploadListDialog({ bucket, onClose }: { bucket: string; onClose: () => void }) {
  const t = useText()
  const user = useUser()
  const { open, close, onExited } = useClosing(onClose)
  const [asked, setAsked] = useState<UnfinishedUpload | null>(null)
  const isHere = useUploadsHere(user.id)
  const query = useInfiniteQuery({
    ...readPages('/bucket/uploads', { query: { bucket } }),
    gcTime: 0,
    select: ({ pages }) => pages.flatMap(page => page.uploads),
  })
  return (
    <>
      <Dialog
        open={open}
        size="large"
        onClose={close}
        onExited={onExited}
        title={t('bucket.uploads.title', { name: bucket })}
        lead={t('bucket.uploads.lead')}
        footer={
          <Button data-autofocus onClick={close}>
            {t('common.close')}
          </Button>
        }
      >
        <Read of={query} compact skeleton={<Waiting />}>
          {uploads => (
            <>
              {uploads.length === 0 && !query.hasNextPage && (
                <chakra.p color="fg.muted" bg="bg.subtle" borderRadius="lg" px="4" py="5" textAlign="center">
                  {t('bucket.uploads.empty')}
                </chakra.p>
              )}
              {uploads.length > 0 && (
                <chakra.ul aria-label={t('bucket.overview.uploads')} listStyleType="none">
                  {uploads.map(upload => (
                    <UploadRow
                      key={`${upload.key} ${upload.upload_id}`}
                      upload={upload}
                      here={isHere(upload)}
                      onAbort={mayCall(user, 'abortUpload') ? () => setAsked(upload) : null}
                    />
                  ))}
                </chakra.ul>
              )}
              <NextPage of={query} more={t('bucket.uploads.more')} size="sm" />
            </>
          )}
        </Read>
      </Dialog>
      {asked && (
        <AbortUploadDialog
          bucket={bucket}
          upload={asked}
          here={isHere(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** Whether an upload was started in this browser, by any of its tabs, and can be continued here. */
function useUploadsHere(user: string): (upload: UnfinishedUpload) => boolean {
  const { data: uploads = [] } = useQuery({
    queryKey: ['uploads of this browser', user],
    queryFn: () => multipartsOf(user),
    gcTime: 0,
  })
  return ({ key, upload_id }) =>
    uploads.some(upload => upload.key === key && upload.uploadId.startsWith(`${upload_id}.`))
}

function Waiting() {
  return (
    <Loading gap="6" py="2">
      {['56%', '72%', '48%'].map(width => (
        <chakra.div key={width} display="flex" flexDirection="column" gap="2">
          <Skeleton style={{ width }} />
          <Skeleton width="38%" />
        </chakra.div>
      ))}
    </Loading>
  )
}

type Props = { bucket: string; upload: UnfinishedUpload; here: boolean; onClose: () => void }

/** Asks whether to abort an unfinished upload. `here`: it was started in this browser. */
function AbortUploadDialog({ bucket, upload, here, onClose }: Props) {
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
