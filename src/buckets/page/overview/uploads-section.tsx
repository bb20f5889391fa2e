import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { BucketOverview } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Section } from '../../../ui/section.tsx'

const CleanUp = lazyDialog(() => import('./clean-up-dialog.tsx'))
const UploadList = lazyDialog(() => import('./upload-list-dialog.tsx'))

const nothing = { count: 0, size: 0, complete: true, oldest_at: null }

/** Unfinished uploads: their parts use space. */
export function UploadsSection({ overview }: { overview: BucketOverview }) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const [dialog, setDialog] = useState<'clean up' | 'list' | null>(null)
  const { name, uploads, unread } = overview
  const why = unread.find(({ part }) => part === 'uploads')?.why
  if (why === 'absent') return null
  const { count, size, complete, oldest_at } = uploads ?? nothing
  const mayClean = count > 0 && mayCall(user, 'abortUploads')
  return (
    <Section
      title={t('bucket.overview.uploads')}
      action={
        mayClean && (
          <Button size="sm" onClick={() => setDialog('clean up')}>
            {t('bucket.overview.cleanUp')}
          </Button>
        )
      }
    >
      {why ? (
        <chakra.p color="fg.muted">{t(`bucket.overview.unread.${why}`)}</chakra.p>
      ) : count === 0 || oldest_at === null ? (
        <chakra.p color="fg.muted">{t('bucket.overview.noUploads')}</chakra.p>
      ) : (
        <>
          <chakra.p color="fg.muted" textWrap="pretty" mb="3">
            {t(complete ? 'bucket.overview.uploadCount' : 'bucket.overview.uploadsAtLeast', {
              count,
              parts: size === 0 ? 'none' : 'some',
              size: format.bytes(size),
              date: format.date(oldest_at),
            })}
          </chakra.p>
          <Button size="sm" onClick={() => setDialog('list')}>
            {t('bucket.uploads.show')}
          </Button>
        </>
      )}
      {dialog === 'clean up' && <CleanUp bucket={name} onClose={() => setDialog(null)} />}
      {dialog === 'list' && <UploadList bucket={name} onClose={() => setDialog(null)} />}
    </Section>
  )
}
