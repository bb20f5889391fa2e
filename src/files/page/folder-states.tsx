import { chakra } from '@chakra-ui/react'
import { FolderUp, Upload } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyFolder, NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNotice, FailureState } from '../../ui/failure.tsx'
import { lazyPart, lazyScreen } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { searchAddress } from '../addresses.ts'
import { type FolderRows, readLimit } from '../list/use-folder-rows.ts'
import type { Listing } from '../list/use-listing.ts'
import type { Count } from './folder-shown.ts'

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

/** Leads to what is found in the folder and below it, if this person may search. */
export function BelowLink({ place: { bucket, prefix }, search }: { place: Place; search: string }) {
  const t = useText()
  if (!mayCall(useUser(), 'searchObjects')) return null
  return (
    <Button asChild size="sm">
      <Link href={searchAddress(search, `${bucket}/${prefix}`)}>{t('files.searchBelow')}</Link>
    </Button>
  )
}

type NoMatchesProps = { place: Place; search: string; tooMany: boolean }

/** No matches. `tooMany`: only the first names were searched, and the others by prefix. */
export function NoMatches({ place, search, tooMany }: NoMatchesProps) {
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

export function ListingFailure({ listing: { error, refresh } }: { listing: Listing }) {
  const t = useText()
  // biome-ignore lint/plugin: no query: it keeps its rows after a failed refresh
  return error && <FailureState title={t('files.failed')} failure={error.failure} onRetry={refresh} />
}

export function NextPageFailure({ listing: { error, retryMore } }: { listing: Listing }) {
  const t = useText()
  return (
    error && (
      <chakra.div px={{ base: '4', sm: '3' }} py="3" borderTopWidth="1px">
        {/* biome-ignore lint/plugin: no query: it keeps its rows after a failed refresh */}
        <FailureNotice failure={error.failure} what={t('files.moreFailed')} onRetry={retryMore} />
      </chakra.div>
    )
  )
}

const FolderTotal = lazyPart(() => import('./folder-total.tsx'))

type CountProps = { place: Place; folder: FolderRows; search: string; count: Count }

/** The number and size of the listed or found items; on a phone, only of found ones, below the search field. */
export function FolderCount({ place, folder: { listing, rows }, search, count }: CountProps) {
  const t = useText()
  const format = useFormats()
  const size = useMemo(() => rows.reduce((sum, row) => sum + (row.size ?? 0), 0), [rows])
  const read = listing.rows.length
  const texts = {
    'found too many': () => t('files.foundTooMany', { count: rows.length, limit: readLimit }),
    found: () => t('files.found', { count: rows.length, read }),
    cut: () => t('files.itemsCut', { count: format.number(read) }),
    'reading to sort': () => t('files.readingToSort', { count: format.number(read) }),
    'so far': () => t('files.itemsSoFar', { count: format.number(read) }),
    all: () =>
      size > 0
        ? t('files.itemsAndSize', { count: rows.length, size: format.bytes(size) })
        : t('files.items', { count: rows.length }),
  } satisfies Record<Count, () => string>
  return (
    <chakra.span
      role="status"
      color="fg.muted"
      textStyle="small"
      fontVariantNumeric="tabular-nums"
      display={{ base: search === '' ? 'none' : 'block', sm: 'block' }}
      textAlign={{ sm: 'end' }}
      position={{ base: 'absolute', sm: 'static' }}
      top="100%"
      mt={{ base: '1', sm: '0' }}
    >
      {texts[count]()}
      {listing.sortable && !listing.complete && search === '' && <FolderTotal place={place} />}
    </chakra.span>
  )
}

export const NoSuchFiles = lazyScreen(() => import('../no-such-place.tsx'))
