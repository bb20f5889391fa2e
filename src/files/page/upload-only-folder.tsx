import { useText } from '../../i18n/text.ts'
import { EmptyFolder } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { UploadButtons, type Uploads } from './folder-states.tsx'
import { OpenPath } from './open-path.tsx'

/** For users who may upload but not list. */
export default function UploadOnlyFolder({ bucket, uploads }: { bucket: string; uploads: Uploads }) {
  const t = useText()
  return (
    <EmptyState
      drawing={<EmptyFolder />}
      title={t('files.blind.title')}
      lead={t('files.blind.lead')}
      action={
        <>
          <UploadButtons {...uploads} />
          <OpenPath bucket={bucket} />
        </>
      }
    />
  )
}
