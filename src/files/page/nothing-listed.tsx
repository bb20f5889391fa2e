import { FolderUp, Upload } from 'lucide-react'
import type { Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyFolder, NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { readLimit } from '../list/use-folder-rows.ts'
import BelowLink from './below-link.tsx'

export type Uploads = { onFiles: () => void; onFolder: () => void }

/** `uploads`: of an empty folder, null without permission. `none`: nothing matches the search. */
type Props = { uploads: Uploads | null; none: NoMatchesProps | null }

export default function NothingListed({ uploads, none }: Props) {
  return none ? <NoMatches {...none} /> : <EmptyFolderState uploads={uploads} />
}

function EmptyFolderState({ uploads }: { uploads: Uploads | null }) {
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

type NoMatchesProps = { place: Place; search: string; tooMany: boolean }

/** No matches. `tooMany`: only the first names were searched, and the others by prefix. */
function NoMatches({ place, search, tooMany }: NoMatchesProps) {
  const t = useText()
  return (
    <EmptyState
      drawing={<NothingFound />}
      title={t('files.none.title', { search })}
      lead={tooMany ? t('files.none.leadTooMany', { limit: readLimit }) : t('files.none.lead')}
      action={<BelowLink place={place} search={search} />}
    />
  )
}
