import { chakra } from '@chakra-ui/react'
import { FolderUp, Upload } from 'lucide-react'
import type { Failure } from '../../../machines/failure.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyFolder, NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { FailureState } from '../../ui/failure-state.tsx'
import { lazyScreen } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { readLimit } from '../list/use-folder-rows.ts'

export type Uploads = { onFiles: () => void; onFolder: () => void }

export function EmptyFolderState({ uploads }: { uploads: Uploads | null }) {
  const t = useText()
  const phone = usePhone()
  if (!uploads) {
    return (
      <EmptyState
        drawing={<EmptyFolder />}
        title={t('files.empty.readOnly.title')}
        lead={t('files.empty.readOnly.lead')}
      />
    )
  }
  return (
    <EmptyState
      drawing={<EmptyFolder />}
      title={t(phone ? 'files.empty.readOnly.title' : 'files.empty.title')}
      lead={t(phone ? 'files.empty.phoneLead' : 'files.empty.lead')}
      action={<UploadButtons {...uploads} />}
    />
  )
}

/** The buttons of a folder that shows no files. */
export function UploadButtons({ onFiles, onFolder }: Uploads) {
  const t = useText()
  return (
    <>
      <Button variant="main" onClick={onFiles}>
        <Upload />
        {t('files.uploadFiles')}
      </Button>
      <Button onClick={onFolder}>
        <FolderUp />
        {t('files.uploadFolder')}
      </Button>
    </>
  )
}

/** No matches. `tooMany`: only the first names were searched, and the others by prefix. */
export function NoMatches({ search, tooMany }: { search: string; tooMany: boolean }) {
  const t = useText()
  return (
    <EmptyState
      drawing={<NothingFound />}
      title={t('files.none.title', { search })}
      lead={tooMany ? t('files.none.leadTooMany', { limit: readLimit }) : t('files.none.lead')}
    />
  )
}

export function ListingFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useText()
  return <FailureState title={t('files.failed')} failure={failure} onRetry={onRetry} />
}

export function NextPageFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useText()
  return (
    <chakra.div px={{ base: '4', sm: '3' }} py="3" borderTopWidth="1px">
      <FailureNotice failure={failure} what={t('files.moreFailed')} onRetry={onRetry} />
    </chakra.div>
  )
}

export const NoSuchFiles = lazyScreen(() => import('../no-such-place.tsx'))
