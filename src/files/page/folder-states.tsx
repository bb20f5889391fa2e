import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { deskTexts } from '../../../languages/screen-texts.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText, withMessages } from '../../i18n/text.ts'
import { FailureNotice, FailureState } from '../../ui/failure.tsx'
import { lazyPart, lazyScreen } from '../../ui/lazy.tsx'
import { type FolderRows, readLimit } from '../list/use-folder-rows.ts'
import type { Listing } from '../list/use-listing.ts'
import type { Count } from './folder-shown.ts'

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
export function FolderCount({ place, folder: { listing, rows, window }, search, count }: CountProps) {
  const t = useText()
  const format = useFormats()
  const size = useMemo(() => rows.reduce((sum, row) => sum + (row.size ?? 0), 0), [rows])
  const read = listing.rows.length
  const texts = {
    'found too many': () => t('files.foundTooMany', { count: rows.length, limit: readLimit }),
    'of window': () => t('files.items', { count: window?.total ?? 0 }),
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

export const NoSuchFiles = lazyScreen(() => withMessages(import('../no-such-place.tsx'), deskTexts))
